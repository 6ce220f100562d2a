/**
 * Generates the site: `node make.ts <hash of the sources> [folder]`. Concurrent processes write
 * identical files, so no lock is needed.
 */
import { copyFile, glob, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { catalogue } from '@platform/connectors'
import { openapiDocument } from '@platform/contract/openapi'
import { manifestJsonSchema } from '@platform/manifest'
import { docsFolder } from './build.ts'
import { readRepository } from './page-origins.ts'
import { sitePages } from './site-pages.ts'
import type { Document } from './reference/document.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const [sources = '', folder = docsFolder] = process.argv.slice(2)

// The pages show exactly what the contract generates.
const document = openapiDocument() as unknown as Document
const { files, found } = await sitePages({
  document,
  manifestSchema: manifestJsonSchema(),
  catalogue,
  repository: await readRepository(),
})
for (const [path, text] of files) await writeOutput(path, text)
await writeOutput('search.json', JSON.stringify(found))
await writeOutput('assets/docs.css', await readFile(join(here, 'browser/docs.css'), 'utf8'))
for (const name of ['docs', 'search']) {
  const source = await readFile(join(here, `browser/${name}.ts`), 'utf8')
  await writeOutput(`assets/${name}.js`, stripTypeScriptTypes(source))
}
await writeOutput('assets/mark.svg', await readFile(join(here, 'browser/mark.svg'), 'utf8'))
await copyFile(
  join(dirname(fileURLToPath(import.meta.resolve('minisearch'))), '../es/index.js'),
  join(folder, 'assets/minisearch.js'),
)
const docs = join(here, '../../../docs')
for (const path of await Array.fromAsync(glob('**/*.webp', { cwd: docs }))) {
  await mkdir(join(folder, dirname(path)), { recursive: true })
  await copyFile(join(docs, path), join(folder, path))
}
// Written last: until then the folder counts as outdated.
await writeOutput('.sources', sources)

console.log(`Made ${files.size} pages in ${relative(process.cwd(), folder) || '.'}.`)

async function writeOutput(path: string, text: string): Promise<void> {
  const file = join(folder, path)
  await mkdir(dirname(file), { recursive: true })
  const unfinished = `${file}.${process.pid}`
  await writeFile(unfinished, text)
  await rename(unfinished, file)
}
