import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { glob, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const demo = fileURLToPath(new URL('..', import.meta.url))
const dist = join(demo, 'dist')
const stamp = join(dist, '.sources')

/** Sources of the pages. */
const sources = [
  'src/web/**/*',
  '../../packages/react/src/**/*.{ts,tsx,css}',
  '../../packages/client/src/*.ts',
  'package.json',
]

/**
 * Builds the pages into `dist` unless they were built from the same sources; returns the folder.
 * Vite runs in a separate process, to keep it out of the caller's memory.
 */
export async function buildDemo(): Promise<string> {
  const fingerprint = await fingerprintOfSources()
  // It has never been built.
  const built = await readFile(stamp, 'utf8').catch(() => '')
  if (built !== fingerprint) {
    const script = fileURLToPath(new URL('./run-vite.ts', import.meta.url))
    await promisify(execFile)(process.execPath, [script], {
      cwd: demo,
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        NODE_ENV: process.env['NODE_ENV'],
      },
    })
    await writeFile(stamp, fingerprint)
  }
  return dist
}

async function fingerprintOfSources(): Promise<string> {
  const paths: string[] = []
  for await (const entry of glob(sources, { cwd: demo, withFileTypes: true })) {
    const isPage =
      !/\.test\.tsx?$/.test(entry.name) && !/\/(gallery|testing)$/.test(entry.parentPath)
    if (entry.isFile() && isPage) paths.push(join(entry.parentPath, entry.name))
  }

  const hash = createHash('sha256')
  for (const path of paths.toSorted()) hash.update(path).update(await readFile(path))
  return hash.digest('hex')
}
