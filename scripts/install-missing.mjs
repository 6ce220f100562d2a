// Installs packages that are missing or differ from package-lock.json: those needed at run time,
// and with `--all` also those for tests, checks and benchmarks. Runs before every npm script, so
// that each works on a bare clone. Plain JavaScript without dependencies, because it must run on
// the installed Node, 20 or newer; later commands run on the Node 26 that it installs.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = new URL('..', import.meta.url)
const node = new URL('node_modules/.bin/node', root)
const wanted = readPackages('package-lock.json') ?? {}
const installed = readPackages('node_modules/.package-lock.json') ?? {}
// A folder with all packages keeps them, even if only those for run time are requested.
const isAll = process.argv.includes('--all') || Object.values(installed).some(({ dev }) => dev)

if (!isInstalled(isAll)) {
  const major = Number(process.versions.node.split('.')[0])
  if (major < 20)
    fail(`This needs Node 20 or newer to install its own; this is ${process.version}.`)

  install()
  if (!existsSync(node)) {
    fail(
      `npm installed no Node 26 for ${process.platform} ${process.arch}. Allow optional packages (no \`omit=optional\` in your npm settings) and try again.`,
    )
  }
}

function install() {
  // `npm ci` would first remove packages that a running server uses.
  if (isAll && isInstalled(false) && isLockfileCurrent()) {
    console.error('Installing the packages for tests and checks …')
    if (npm(['install', '--no-save', '--include=dev']) && isInstalled(isAll)) return
  }
  console.error('Installing packages (only when they are missing or have changed) …')
  // Never with plain `npm install`: package-lock.json determines what runs.
  if (!npm(['ci', isAll ? '--include=dev' : '--omit=dev'])) {
    fail(
      'The packages could not be installed; see npm’s error above. After a change of package.json, run npm install.',
    )
  }
}

/**
 * Compares the installed packages with the lockfile.
 * @param {boolean} withTests
 */
function isInstalled(withTests) {
  if (!existsSync(node)) return false
  const now = readPackages('node_modules/.package-lock.json') ?? {}
  return Object.entries(wanted).every(
    ([path, { version, dev, optional, devOptional }]) =>
      path === '' ||
      (dev && !withTests) ||
      now[path]?.version === version ||
      (now[path] === undefined && (optional || devOptional)),
  )
}

/** Reports whether package-lock.json matches the dependencies of every package.json. */
function isLockfileCurrent() {
  const kinds = /** @type {const} */ (['dependencies', 'devDependencies', 'optionalDependencies'])
  return Object.entries(wanted).every(([path, locked]) => {
    if (path.includes('node_modules/')) return true
    const manifest = readJson(path === '' ? 'package.json' : `${path}/package.json`)
    return kinds.every((kind) => isSameMap(manifest?.[kind] ?? {}, locked[kind] ?? {}))
  })
}

/**
 * @param {Record<string, string>} one
 * @param {Record<string, string>} other
 */
function isSameMap(one, other) {
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
  )
}

/**
 * @typedef {Partial<Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>>} Dependencies
 * @typedef {Dependencies & { version?: string; dev?: boolean; optional?: boolean; devOptional?: boolean }} LockedPackage
 * @param {string} file
 * @returns {Record<string, LockedPackage> | undefined}
 */
function readPackages(file) {
  return readJson(file)?.packages
}

/** @param {string} file */
function readJson(file) {
  try {
    return JSON.parse(readFileSync(new URL(file, root), 'utf8'))
  } catch {
    // Missing or truncated: treated as absent.
    return undefined
  }
}

/** @param {string[]} command */
function npm(command) {
  const { status } = spawnSync(
    'npm',
    // Packages run on the Node that is installed with them, whatever the current one.
    [...command, '--engine-strict=false', '--loglevel=error', '--no-audit', '--no-fund'],
    {
      cwd: fileURLToPath(root),
      env: environment(),
      // Standard output belongs to the program that follows.
      stdio: ['ignore', 2, 2],
    },
  )
  return status === 0
}

/** Removes the server's settings, which install scripts do not need. */
function environment() {
  const isSetting = (/** @type {string} */ name) =>
    name.startsWith('PLATFORM_') || name === 'DATABASE_URL'
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !isSetting(name)))
}

/**
 * @param {string} sentence
 * @returns {never}
 */
function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}
