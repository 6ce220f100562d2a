import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, cp, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, matchesGlob, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { distFolder, getPackedFile, packPackage, tarballPath } from '../../registry/src/packed.ts'
import { eventually } from './program.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/**
 * Returns the folder of the release shared by tests, which the first one builds as the image does.
 * Tests that change it must copy it first.
 */
export async function getSharedRelease(): Promise<string> {
  // The temporary folder belongs to the test run and is removed with its content.
  const folder = join(tmpdir(), 'release')
  const outcome = join(folder, 'outcome.json')
  const sources = join(folder, 'sources')
  const isFirst = (await mkdir(folder, { recursive: true })) !== undefined
  // Building takes minutes on a busy machine; the limit is that of the hook of the first test.
  if (!isFirst) await eventually(() => existsSync(outcome), 590_000)
  else {
    // Other tests fail too, with the reason, instead of waiting.
    const failure = await buildRelease(sources).then(
      () => undefined,
      (error: Error & { stderr?: string }) => `${error.message}\n${error.stderr}`,
    )
    await writeFile(`${outcome}.new`, JSON.stringify({ failure }))
    await rename(`${outcome}.new`, outcome)
  }
  const { failure } = JSON.parse(await readFile(outcome, 'utf8')) as { failure?: string }
  if (failure !== undefined) throw new Error(failure)
  return join(sources, 'release')
}

/** Copies what the Dockerfile copies, and runs its command that builds the release there. */
async function buildRelease(sources: string): Promise<void> {
  const read = (file: string) => readFile(join(root, file), 'utf8')
  const [dockerfile, ignored] = await Promise.all([read('Dockerfile'), read('.dockerignore')])
  const patterns = ignored.split('\n').filter(Boolean)
  const [, command] = /^RUN (npm ci.*)$/m.exec(dockerfile) ?? []
  if (!command) throw new Error('The Dockerfile builds no release.')
  await cp(root, sources, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => !patterns.some((pattern) => matchesGlob(relative(root, path), pattern)),
  })
  await reusePackedPackages(sources)
  // Packages that this checkout has installed are in npm's cache.
  const env = { ...process.env, npm_config_prefer_offline: 'true' }
  await promisify(execFile)('sh', ['-c', command], { cwd: sources, env, maxBuffer: 10_000_000 })
}

/**
 * Adds published packages that the checkout packs for other tests; the release takes them if it would pack the
 * same. It packs the two that need every step itself: modules, declarations, styles and programs.
 */
async function reusePackedPackages(sources: string): Promise<void> {
  const folder = join(sources, relative(root, distFolder))
  await mkdir(folder, { recursive: true })
  for (const name of ['client', 'connector', 'manifest'] as const) {
    const packed = await packPackage(name)
    await copyFile(tarballPath(packed), join(folder, packed.tarball))
    await copyFile(getPackedFile(name), join(folder, `${name}.json`))
  }
}
