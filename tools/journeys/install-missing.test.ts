import { spawnSync } from 'node:child_process'
import { chmod, copyFile, glob, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'

const script = fileURLToPath(new URL('../../scripts/install-missing.mjs', import.meta.url))

const locked = {
  '': {},
  'node_modules/a': { version: '1.0.0' },
  'node_modules/of-tests': { version: '1.0.0', dev: true },
}
type Packages = Partial<Record<keyof typeof locked, object>>

/**
 * Creates a clone with these packages, and an npm that records its arguments and installs nothing
 * or everything.
 */
async function givenClone({
  installed,
  installs,
}: { installed?: Packages; installs?: Packages } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'clone-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await mkdir(join(folder, 'scripts'))
  await mkdir(join(folder, 'bin'))
  await copyFile(script, join(folder, 'scripts/install-missing.mjs'))
  await writeFile(join(folder, 'package.json'), '{ "private": true }')
  const lockfile = JSON.stringify({ packages: locked })
  await writeFile(join(folder, 'package-lock.json'), lockfile)
  if (installed) {
    await mkdir(join(folder, 'node_modules/.bin'), { recursive: true })
    await writeFile(join(folder, 'node_modules/.bin/node'), '')
    const hidden = JSON.stringify({ packages: installed })
    await writeFile(join(folder, 'node_modules/.package-lock.json'), hidden)
  }
  const npm = join(folder, 'bin/npm')
  const after = installs
    ? `echo '${JSON.stringify({ packages: installs })}' > node_modules/.package-lock.json`
    : 'exit 1'
  await writeFile(npm, `#!/bin/sh\necho "$*" >> "$ASKED"; env >> "$ASKED.env"; ${after}\n`)
  await chmod(npm, 0o755)
  return { folder, lockfile, asked: join(folder, 'asked') }
}

const installMissing = ({ folder, asked }: { folder: string; asked: string }, ...args: string[]) =>
  spawnSync(process.execPath, [join(folder, 'scripts/install-missing.mjs'), ...args], {
    encoding: 'utf8',
    env: {
      PATH: `${join(folder, 'bin')}:${dirname(process.execPath)}:/usr/bin:/bin`,
      ASKED: asked,
      PLATFORM_MASTER_KEY: 'the-master-key',
      DATABASE_URL: 'postgresql://user:the-password@host/db',
    },
  })

/** Returns npm's arguments, without the options that are always set. */
async function readNpmArguments(asked: string): Promise<string[]> {
  const text = await readFile(asked, 'utf8').catch((error: NodeJS.ErrnoException) => {
    // It was never called.
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => line.replace(/ --engine-strict.*/, ''))
}

it(
  'installs exactly the lockfile or nothing, and passes no secrets to npm',
  { tags: 'child-processes' },
  async () => {
    const clone = await givenClone()
    const { folder, lockfile, asked } = clone

    const { status, stderr } = installMissing(clone)

    expect(status).not.toBe(0)
    expect(stderr).toContain('The packages could not be installed')
    expect(await readNpmArguments(asked)).toEqual(['ci --omit=dev'])
    expect(await readFile(join(folder, 'package-lock.json'), 'utf8')).toBe(lockfile)
    const environment = await readFile(`${asked}.env`, 'utf8')
    expect(environment).not.toContain('the-master-key')
    expect(environment).not.toContain('the-password')
  },
)

const { 'node_modules/a': a } = locked
const forRunning: Packages = { 'node_modules/a': a }

it.each([
  { what: 'nothing', args: ['--all'], installed: undefined, asks: ['ci --include=dev'] },
  { what: 'what running needs', args: [], installed: forRunning, asks: [] },
  {
    what: 'what running needs',
    args: ['--all'],
    installed: forRunning,
    asks: ['install --no-save --include=dev'],
  },
  { what: 'everything', args: ['--all'], installed: locked, asks: [] },
  {
    what: 'everything of an older lockfile',
    args: [],
    installed: { ...locked, 'node_modules/a': { version: '0.9.0' } },
    asks: ['ci --include=dev'],
  },
])('runs npm for $asks with $args if $what is installed', async ({ args, installed, asks }) => {
  const clone = await givenClone({ ...(installed && { installed }), installs: locked })

  installMissing(clone, ...args)

  expect(await readNpmArguments(clone.asked)).toEqual(asks)
})

it('installs from the lockfile alone when an edited package.json differs from it', async () => {
  const clone = await givenClone({ installed: forRunning, installs: locked })
  const edited = '{ "private": true, "devDependencies": { "another": "*" } }'
  await writeFile(join(clone.folder, 'package.json'), edited)

  installMissing(clone, '--all')

  expect(await readNpmArguments(clone.asked)).toEqual(['ci --include=dev'])
})

it('runs before every npm script', async () => {
  const root = new URL('../../', import.meta.url)
  const manifests = await Array.fromAsync(
    glob(['package.json', '{server,packages,apps,tools}/*/package.json'], { cwd: root }),
  )
  const scripts = await Promise.all(
    manifests.map(async (file) => {
      const manifest: { scripts?: Record<string, string> } = JSON.parse(
        await readFile(new URL(file, root), 'utf8'),
      )
      return Object.entries(manifest.scripts ?? {})
    }),
  )

  const others = scripts
    .flat()
    .filter(([, command]) => !/^node (\.\.\/\.\.\/)?scripts\/install-missing\.mjs/.test(command))
  // npm runs these when packages are published.
  expect([...new Set(others.map(([name]) => name))].toSorted()).toEqual(['postpack', 'prepack'])
})
