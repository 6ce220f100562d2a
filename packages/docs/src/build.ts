import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Where the site is made: pages in folders, `assets/`, `search.json`, and the pages of problems in `problems/`. */
export const docsFolder = fileURLToPath(new URL('../dist', import.meta.url))

/** The Content-Security-Policy under which its pages work. */
export const docsSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/**
 * Makes the site in `docsFolder`, unless what is there was made from the same sources. A release has no
 * sources: it was made with it.
 *
 * @returns whether anything had to be made
 */
export async function buildDocs(): Promise<boolean> {
  const maker = fileURLToPath(new URL('./make.ts', import.meta.url))
  if (!existsSync(maker)) return false
  const sources = await hashOfSources()
  // It has never been made.
  const made = await readFile(join(docsFolder, '.sources'), 'utf8').catch(() => undefined)
  if (made === sources) return false

  // A process of its own: what makes the pages stays out of the memory of a server that goes on.
  await promisify(execFile)(process.execPath, [...quiet, maker, sources], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'] },
  })
  return true
}

// Types are stripped from the script that browsers get, which Node calls experimental.
const quiet = ['--disable-warning=ExperimentalWarning']

/** One hash of everything that the pages are made of. */
async function hashOfSources(): Promise<string> {
  const hash = createHash('sha256')
  const patterns = [
    'docs/**/*.{md,webp}',
    'packages/{docs,manifest}/src/**/*.{ts,css,svg}',
    'packages/contract/{openapi.json,src/problems.ts}',
    'packages/connectors/{catalogue/*.json,src/**/*.ts}',
  ]
  for (const pattern of patterns) {
    const paths = await Array.fromAsync(glob(pattern, { cwd: root }))
    for (const path of paths.filter((one) => !one.includes('.test.')).toSorted()) {
      hash.update(path).update(await readFile(join(root, path)))
    }
  }
  return hash.digest('hex')
}
