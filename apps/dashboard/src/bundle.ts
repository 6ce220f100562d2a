/**
 * Bundles the dashboard into `dist`: `node bundle.ts <hash of the sources>`. Concurrent processes
 * write identical files, so no lock is needed.
 */
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

interface BuiltFile {
  name: string
  content: string | Uint8Array
}

const here = fileURLToPath(new URL('..', import.meta.url))
const folder = join(here, 'dist')
const [sources = ''] = process.argv.slice(2)

const files = [
  ...(await bundle('vite.config.ts')),
  ...(await bundle('src/connect-page/vite.config.ts')),
]
await mkdir(join(folder, 'assets'), { recursive: true })
// The page comes last: until it is there, browsers get the previous one with its own assets.
for (const file of files.toSorted((a, b) => Number(isPage(a)) - Number(isPage(b)))) {
  await replace(join(folder, file.name), file.content)
}
await removeOldAssets(files.map((file) => file.name))
await replace(join(folder, '.sources'), sources)

async function bundle(config: string): Promise<BuiltFile[]> {
  const built = await build({
    configFile: join(here, config),
    logLevel: 'warn',
    build: { write: false },
  })
  if (Array.isArray(built) || !('output' in built)) {
    throw new TypeError('Vite built several bundles.')
  }
  return built.output.map((file) => ({
    name: file.fileName,
    content: file.type === 'chunk' ? file.code : file.source,
  }))
}

function isPage(file: BuiltFile): boolean {
  return file.name.endsWith('.html')
}

async function replace(path: string, content: string | Uint8Array): Promise<void> {
  const unfinished = `${path}.${process.pid}`
  await writeFile(unfinished, content)
  await rename(unfinished, path)
}

async function removeOldAssets(current: readonly string[]): Promise<void> {
  for (const name of await readdir(join(folder, 'assets'))) {
    const isUnfinished = /\.\d+$/.test(name)
    if (isUnfinished || current.includes(`assets/${name}`)) continue
    await rm(join(folder, 'assets', name), { force: true })
  }
}
