/**
 * Checks the published packages as installed: each is unpacked into an empty folder, where it must
 * compile strictly, run, and contain only built files. All other packages must be private. `node
 * scripts/checks/check-packages.ts react` checks the named packages.
 */
import { execFile } from 'node:child_process'
import { glob, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { packageGroups } from '../package-folders.ts'
import { isPublished, packPackage, publishedPackages, tarballPath } from '@platform/registry'

const root = fileURLToPath(new URL('../..', import.meta.url))
const asked = process.argv.slice(2)
const names = publishedPackages.filter((name) => asked.length === 0 || asked.includes(name))

const wrong: string[] = await findOthersThatAreNotPrivate()
const folder = await mkdtemp(join(tmpdir(), 'platform-packages-'))
try {
  for (const name of names) await check(name)
} finally {
  await rm(folder, { recursive: true, force: true })
}
for (const sentence of wrong) console.error(sentence)
process.exitCode = wrong.length === 0 ? 0 : 1

async function findOthersThatAreNotPrivate(): Promise<string[]> {
  const found: string[] = []
  for (const path of await Array.fromAsync(
    glob(`{${packageGroups.join(',')}}/*/package.json`, { cwd: root }),
  )) {
    const { name, private: isPrivate = false, version } = await readJson(join(root, path))
    if (isPrivate === isPublished(name.replace('@platform/', ''))) {
      found.push(`${path}: ${isPrivate ? 'it is for others, and private' : 'it is not private'}.`)
    }
    const release = await readJson(join(root, 'package.json'))
    if (version !== release.version) found.push(`${path}: its version is not ${release.version}.`)
  }
  return found
}

async function check(name: (typeof publishedPackages)[number]): Promise<void> {
  const built = await packPackage(name)
  const home = join(folder, name)
  const unpacked = join(home, 'node_modules/@platform', name)
  await mkdir(unpacked, { recursive: true })
  await runProgram('tar', ['-xzf', tarballPath(built), '-C', unpacked, '--strip-components=1'])

  const others = (await readdir(unpacked)).filter(
    (one) => !['README.md', 'dist', 'package.json'].includes(one),
  )
  if (others.length > 0) wrong.push(`${name}: it packs ${others.join(', ')}.`)

  const {
    exports,
    bin = {},
    peerDependencies = {},
  } = await readJson(join(unpacked, 'package.json'))
  const entries = Object.keys(exports).filter((entry) => entry !== './package.json')
  for (const peer of Object.keys(peerDependencies)) {
    await link(peer, home)
    await link(`@types/${peer}`, home)
  }
  if (entries.length > 0) {
    await attempt(name, 'publint', ['--strict', tarballPath(built)])
    // Styles have no types of their own; TypeScript uses the entry `./styles`.
    const withoutTypes = entries.filter((entry) => entry.endsWith('.css'))
    const excluded = withoutTypes.map((entry) => entry.slice(2))
    await attempt(name, 'attw', [
      tarballPath(built),
      ...['--profile', 'esm-only', '--format', 'ascii'],
      ...(excluded.length > 0 ? ['--exclude-entrypoints', ...excluded] : []),
    ])
    await writeImports(home, name, exports)
    await attempt(name, 'tsc', ['-p', home, '--singleThreaded'])
    await attempt(name, process.execPath, ['imports.js'], home)
  }
  for (const program of Object.values(bin)) {
    await attempt(name, process.execPath, [join(unpacked, program), '--help'], home)
  }
  if (name === 'react') {
    await attempt(name, process.execPath, ['measure.ts', unpacked], join(root, 'packages/react'))
    await attempt(name, 'size-limit', ['--silent'], join(root, 'packages/react'))
  }
  console.log(`${name} ${built.manifest.version}`)
}

/** Writes a project that imports everything, in TypeScript and JavaScript. */
async function writeImports(
  home: string,
  name: string,
  exports: Record<string, string | { default: string }>,
): Promise<void> {
  // Styles are imported by names without `.css`, which have types.
  const entries = Object.keys(exports).filter((entry) => !/\.(css|json)$/.test(entry))
  const isStyle = (entry: string) => {
    const target = exports[entry]
    return typeof target === 'object' && target.default.endsWith('.css')
  }
  const modules = entries.filter((entry) => !isStyle(entry))
  const specifier = (entry: string) => `'@platform/${name}${entry.slice(1)}'`
  const namespaces = modules.map((entry, n) => `import * as all${n} from ${specifier(entry)}\n`)
  const used = modules.map(
    (_, n) => `if (Object.keys(all${n}).length === 0) throw new Error('empty')\n`,
  )
  await writeFile(join(home, 'imports.js'), [...namespaces, ...used].join(''))
  const styles = entries.filter(isStyle).map((one) => `import ${specifier(one)}\n`)
  await writeFile(join(home, 'imports.ts'), [...namespaces, ...styles, ...used].join(''))
  await writeFile(join(home, 'package.json'), '{ "type": "module" }')
  const compilerOptions = {
    ...{ strict: true, skipLibCheck: false, noEmit: true, types: [] },
    ...{ target: 'es2023', module: 'nodenext', lib: ['es2023', 'dom', 'dom.iterable'] },
  }
  await writeFile(
    join(home, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: ['imports.ts'] }),
  )
}

/** Links the peer dependencies of a package from here. */
async function link(name: string, home: string): Promise<void> {
  const to = join(home, 'node_modules', name)
  await mkdir(dirname(to), { recursive: true })
  await symlink(join(root, 'node_modules', name), to)
}

async function attempt(name: string, program: string, args: string[], cwd = root): Promise<void> {
  await runProgram(program, args, cwd).catch(
    (error: Error & { stdout: string; stderr: string }) => {
      wrong.push(`${name}: ${program} ${args.join(' ')}\n${error.stdout}${error.stderr}`)
    },
  )
}

function runProgram(program: string, args: string[], cwd = root) {
  const PATH = `${root}/node_modules/.bin:${process.env['PATH']}`
  return promisify(execFile)(program, args, { cwd, env: { PATH, HOME: folder, NO_COLOR: '1' } })
}

async function readJson(path: string) {
  return JSON.parse(await readFile(path, 'utf8')) as {
    name: string
    version: string
    private?: boolean
    exports: Record<string, string | { default: string }>
    bin?: Record<string, string>
    peerDependencies?: Record<string, string>
  }
}
