/**
 * Builds a release in `./release` or in the given folder, from any folder with the sources: it needs no
 * git. With `--tag`, it also tags the commit, see `release/tag.ts`. The output:
 * - `platform-<version>/`: the server with everything it needs except Node and PostgreSQL; it
 *   installs and builds nothing on start
 * - `platform-<version>.tar.gz`: the archive of it
 * - the published packages, which the server also serves
 * - `bom.json`: the bill of materials (CycloneDX)
 * - `CHANGES.md`: the changes in this version
 */
import { execFile } from 'node:child_process'
import {
  chmod,
  cp,
  copyFile,
  glob,
  mkdir,
  readFile,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { buildDashboard, dashboardFolder } from '@platform/dashboard'
import { buildDocs, docsFolder } from '@platform/docs'
import { compressFiles } from '@platform/kernel/http/compression'
import { packPackage, publishedPackages, tarballPath } from '@platform/registry'
import { billOfMaterials } from './release/bill-of-materials.ts'
import { listNeededPackages, type Lock } from './release/needed-packages.ts'
import { prepareTag } from './release/tag.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const { version, license } = await readJson('package.json')
const { packages: lock } = await readJson('package-lock.json')
const usage =
  'Usage: npm run release [-- [--tag] <folder>]. Builds in the folder, ./release by default; with --tag, also tags the commit.'
const { values: options, positionals } = parseArguments()
if (options.help) {
  console.log(usage)
  process.exit(0)
}
const tag = options.tag ? await prepareTag({ root, version }) : undefined
const out = resolve(positionals[0] ?? join(root, 'release'))
const folder = join(out, `platform-${version}`)
const needed = listNeededPackages(lock, 'server/program', {
  built: ['apps/dashboard', 'apps/docs', 'tools/registry'],
})
/** Packages bundled into the dashboard and the docs. */
const bundled = ['minisearch', 'react', 'react-dom', 'scheduler', 'uqr'].map(
  (name) => `node_modules/${name}`,
)

/** Builds for browsers and for `require`, which the server does not load, of 8 MB. */
const unused =
  /^node_modules\/(protobufjs\/dist|yaml\/browser|nodemailer\/dist\/cjs|lru-cache\/dist\/(esm|commonjs)\/(browser|react-native))$|^node_modules\/(zod|@opentelemetry\/semantic-conventions|@modelcontextprotocol\/(core|server))\/.*\.cjs$/

await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })
await buildDashboard()
await buildDocs()
// The dashboard is loaded before it can be used; the best quality for all pages of the docs would take half a minute
// for a tenth of their size.
await compressFiles(dashboardFolder, { quality: 11 })
await compressFiles(docsFolder, { quality: 9 })
for (const path of needed)
  await (path.includes('node_modules/') ? copyTheirs(path) : copyOurs(path))
await addPackagesForOthers()
for (const file of ['LICENSE', 'CHANGELOG.md', 'docs/settings.md']) await copy(file)
for await (const file of glob('deploy/monitoring/*.{json,yaml}', { cwd: root })) await copy(file)
await copyFile(join(root, 'scripts/release/README.md'), join(folder, 'README.md'))
await writeJson('package.json', {
  ...{ name: 'platform', version, license, private: true, type: 'module' },
  engines: { node: '>=26' },
  // With `exec`, because npm sends signals to its shell, which would exit and leave the server
  // running.
  scripts: { serve: 'exec node serve.mjs' },
})
await copyFile(join(root, 'scripts/release/serve.mjs'), join(folder, 'serve.mjs'))
const bom = billOfMaterials(lock, {
  version,
  folders: [...needed, ...bundled],
  node: process.versions.node,
})
await writeJson('bom.json', bom)
await copyFile(join(folder, 'bom.json'), join(out, 'bom.json'))
await writeFile(
  join(out, 'CHANGES.md'),
  changesIn(await readFile(join(root, 'CHANGELOG.md'), 'utf8')),
)
await runCommand('tar', ['-czf', `${folder}.tar.gz`, '-C', out, basename(folder)])
console.log(`Built ${folder}.tar.gz with ${bom.components.length} third-party packages.`)
if (tag) {
  await tag()
  console.log(`Tagged the commit as v${version}.`)
}

function parseArguments() {
  try {
    const parsed = parseArgs({
      allowPositionals: true,
      options: { tag: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
    })
    if (parsed.positionals.length <= 1) return parsed
    console.error(`Only one folder can be given. ${usage}`)
  } catch (error) {
    // An unknown option.
    console.error(`${(error as Error).message}. ${usage}`)
  }
  process.exit(2)
}

/** Copies a workspace package that runs from its sources, without tests and build inputs. */
async function copyOurs(path: string): Promise<void> {
  const files = glob(`${path}/{package.json,dist/**,*.json,catalogue/**,evidence/*.json,src/**}`, {
    cwd: root,
    withFileTypes: true,
  })
  for await (const entry of files) {
    const file = join(entry.parentPath, entry.name).slice(root.length)
    const isForMaking =
      /\.test\.tsx?$|\/testing(\/|\.ts$)|client\/src\/api\.ts$|dashboard\/src\/(app|connect-page)\/|bundle\.ts$|docs\/src\/(?!(index|build)\.ts$)/.test(
        file,
      )
    if (entry.isFile() && !isForMaking) await copy(file)
  }
  const link = join(folder, 'node_modules', '@platform', basename(path))
  await mkdir(dirname(link), { recursive: true })
  await symlink(`../../${path}`, link)
}

/** Copies a third-party package, without documentation and type declarations. */
async function copyTheirs(path: string): Promise<void> {
  await cp(join(root, path), join(folder, path), {
    recursive: true,
    filter: (source) => {
      const inside = source.slice(join(root, path).length)
      if (unused.test(path + inside)) return false
      return !/\/node_modules(\/|$)|\.tsx?$|\.[cm]ts$|\.map$|\.md$|\.test\.[cm]?js$|\/(test|tests|docs|examples?)$/i.test(
        inside,
      )
    },
  })
}

/** Adds the published packages, and the CLI ready for use with the server. */
async function addPackagesForOthers(): Promise<void> {
  for (const name of publishedPackages) {
    const built = await packPackage(name)
    await copyFile(tarballPath(built), join(out, `platform-${name}-${built.manifest.version}.tgz`))
    await copy(tarballPath(built).slice(root.length))
    await copy(`tools/registry/dist/${name}.json`)
  }
  const cli = await packPackage('cli')
  const installed = join(folder, 'node_modules/@platform/cli')
  await mkdir(installed, { recursive: true })
  await runCommand('tar', ['-xzf', tarballPath(cli), '-C', installed, '--strip-components=1'])
  await mkdir(join(folder, 'node_modules/.bin'))
  const program = join('@platform/cli', Object.values(cli.manifest.bin!)[0]!)
  // As npm does when it installs a package.
  await chmod(join(folder, 'node_modules', program), 0o755)
  await symlink(join('..', program), join(folder, 'node_modules/.bin/platform'))
}

/** Returns the section of this version, otherwise of the unreleased changes. */
function changesIn(changelog: string): string {
  const sections = changelog.split(/^(?=## )/m)
  const isTitled = (title: string) => (section: string) => section.startsWith(`## ${title}`)
  const section = sections.find(isTitled(version)) ?? sections.find(isTitled('Unreleased'))
  if (!section) throw new Error(`CHANGELOG.md has no section for ${version}.`)
  return section.replace(/^## .*/, `# ${version}`)
}

async function copy(file: string): Promise<void> {
  await mkdir(dirname(join(folder, file)), { recursive: true })
  await copyFile(join(root, file), join(folder, file))
}

async function writeJson(file: string, value: unknown): Promise<void> {
  await writeFile(join(folder, file), `${JSON.stringify(value, null, 2)}\n`)
}

async function readJson(file: string) {
  const text = await readFile(join(root, file), 'utf8')
  return JSON.parse(text) as { version: string; license: string; packages: Lock }
}

async function runCommand(program: string, args: string[]): Promise<void> {
  await promisify(execFile)(program, args, { maxBuffer: 10_000_000 })
}
