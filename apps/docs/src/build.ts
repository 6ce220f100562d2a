import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/**
 * Folder of the generated site: pages in folders, `assets/`, `search.json`, and the pages of
 * problems in `problems/`.
 */
export const docsFolder = fileURLToPath(new URL('../dist', import.meta.url))

/** Content-Security-Policy of its pages. */
export const docsSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/**
 * Builds the site in `docsFolder`, unless it was built from the same sources. A release contains a
 * built site without sources.
 * @returns whether anything was built
 */
export async function buildDocs(): Promise<boolean> {
  const maker = fileURLToPath(new URL('./make.ts', import.meta.url))
  if (!existsSync(maker)) return false
  const sources = await hashOfSources()
  // It has never been built.
  const made = await readFile(join(docsFolder, '.sources'), 'utf8').catch(() => undefined)
  if (made === sources) return false

  // A separate process: the generator stays out of the server's memory.
  await promisify(execFile)(process.execPath, [...quiet, maker, sources], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'] },
  })
  return true
}

// Node warns about stripping types from the browser script.
const quiet = ['--disable-warning=ExperimentalWarning']

/** Hashes all sources of the pages. */
async function hashOfSources(): Promise<string> {
  const hash = createHash('sha256')
  const patterns = [
    'docs/**/*.{md,webp}',
    'CHANGELOG.md',
    '{apps/docs,packages/manifest}/src/**/*.{ts,css,svg}',
    'packages/contract/{openapi.json,src/values/problems.ts}',
    'packages/connectors/{catalogue/*.json,catalogue/logos/*.svg,src/**/*.ts}',
  ]
  for (const pattern of patterns) {
    const paths = await Array.fromAsync(glob(pattern, { cwd: root }))
    for (const path of paths.filter((one) => !one.includes('.test.')).toSorted()) {
      hash.update(path).update(await readFile(join(root, path)))
    }
  }
  return hash.digest('hex')
}
