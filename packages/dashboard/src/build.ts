import { createHash } from 'node:crypto'
import { glob, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('..', import.meta.url))

/** Where the built dashboard is: `index.html` for every page, and `assets/` whose names never repeat. */
export const dashboardFolder = join(here, 'dist')

/** The Content-Security-Policy under which the dashboard works. */
export const dashboardSecurityPolicy =
  "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

const stampFile = join(dashboardFolder, '.sources')

/**
 * Builds the dashboard into `dashboardFolder`, unless what is there was built from the same sources.
 * Processes that build at once write the same files, so none needs to wait for another.
 *
 * @returns whether anything had to be built
 */
export async function buildDashboard(): Promise<boolean> {
  const sources = await hashOfSources()
  const built = await readFile(stampFile, 'utf8').catch(() => undefined)
  if (built === sources) return false

  const files = await bundle()
  await mkdir(join(dashboardFolder, 'assets'), { recursive: true })
  // The page comes last: until it is there, browsers get the previous one with its own assets.
  for (const file of files.toSorted((a, b) => Number(isPage(a)) - Number(isPage(b)))) {
    await replace(join(dashboardFolder, file.name), file.content)
  }
  await removeOldAssets(files.map((file) => file.name))
  await replace(stampFile, sources)
  return true
}

interface BuiltFile {
  name: string
  content: string | Uint8Array
}

async function bundle(): Promise<BuiltFile[]> {
  const { build } = await import('vite')
  const built = await build({
    configFile: join(here, 'vite.config.ts'),
    mode: 'production',
    logLevel: 'warn',
    // Whatever NODE_ENV the process has, browsers get the production build of React.
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false },
  })
  if (Array.isArray(built) || !('output' in built))
    throw new TypeError('Vite built several bundles.')
  return built.output.map((file) => ({
    name: file.fileName,
    content: file.type === 'chunk' ? file.code : file.source,
  }))
}

const isPage = (file: BuiltFile) => file.name.endsWith('.html')

async function replace(path: string, content: string | Uint8Array): Promise<void> {
  const unfinished = `${path}.${process.pid}`
  await mkdir(dirname(path), { recursive: true })
  await writeFile(unfinished, content)
  await rename(unfinished, path)
}

async function removeOldAssets(current: readonly string[]): Promise<void> {
  for (const name of await readdir(join(dashboardFolder, 'assets'))) {
    const isOld = !current.includes(`assets/${name}`)
    if (isOld) await rm(join(dashboardFolder, 'assets', name), { force: true })
  }
}

/** One hash of everything that the bundle is made of. */
async function hashOfSources(): Promise<string> {
  const hash = createHash('sha256')
  for (const folder of ['src/app', '../client/src']) {
    const paths = await Array.fromAsync(glob(`${folder}/**/*.{ts,tsx,css,html,svg}`, { cwd: here }))
    for (const path of paths.filter((path) => !path.includes('.test.')).toSorted()) {
      hash.update(path).update(await readFile(join(here, path)))
    }
  }
  for (const path of ['package.json', 'vite.config.ts']) {
    hash.update(await readFile(join(here, path)))
  }
  return hash.digest('hex')
}
