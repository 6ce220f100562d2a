import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const here = fileURLToPath(new URL('..', import.meta.url))

/**
 * Folder of the built dashboard: `index.html` for every page, and `assets/` with content hashes in
 * their names.
 */
export const dashboardFolder = join(here, 'dist')

/** The Content-Security-Policy under which the dashboard works. Logos of providers are `data:` URLs. */
export const dashboardSecurityPolicy =
  "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

/**
 * The Content-Security-Policy of the hosted page of connect links. Logos are `data:` URLs, and the page contacts no
 * other server.
 */
export const connectPageSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/**
 * Builds the dashboard and the hosted page into `dashboardFolder`, unless it was built from the same sources. A release
 * contains a built dashboard without sources.
 * @returns whether anything was built
 */
export async function buildDashboard(): Promise<boolean> {
  if (!existsSync(join(here, 'src/app'))) return false
  const sources = await hashOfSources()
  // It has never been built.
  const built = await readFile(join(dashboardFolder, '.sources'), 'utf8').catch(() => undefined)
  if (built === sources) return false

  // A separate process: the bundler stays out of the server's memory and settings, and uses the
  // production build of React whatever NODE_ENV is here.
  const bundler = fileURLToPath(new URL('./bundle.ts', import.meta.url))
  await promisify(execFile)(process.execPath, [bundler, sources], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], NODE_ENV: 'production' },
  })
  return true
}

/**
 * Returns the path of the dashboard's stylesheet, for pages with its look; undefined until it is
 * built.
 */
export async function dashboardStylesheet(): Promise<string | undefined> {
  // It has never been built.
  const page = await readFile(join(dashboardFolder, 'index.html'), 'utf8').catch(() => '')
  return /href="(\/assets\/[^"]+\.css)"/.exec(page)?.[1]
}

/** Hashes all sources of the bundle. */
async function hashOfSources(): Promise<string> {
  const hash = createHash('sha256')
  for (const folder of [
    'src/app',
    'src/connect-page',
    '../../packages/client/src',
    '../../packages/react/src',
  ]) {
    const paths = await Array.fromAsync(glob(`${folder}/**/*.{ts,tsx,css,html,svg}`, { cwd: here }))
    for (const path of paths
      .filter((one) => !/\.test\.|\/(gallery|fixtures)\//.test(one))
      .toSorted()) {
      hash.update(path).update(await readFile(join(here, path)))
    }
  }
  for (const path of [
    'package.json',
    'vite.config.ts',
    'src/bundle.ts',
    '../../docs/webhooks.md',
  ]) {
    hash.update(await readFile(join(here, path)))
  }
  return hash.digest('hex')
}
