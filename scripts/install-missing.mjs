// Installs the packages when they are missing or are not those of package-lock.json. It stands before
// every npm script, so that each works on a bare clone. Plain JavaScript without dependencies: it must
// run on the Node that is there, 20 or newer; what follows it runs on the Node 26 that it installs.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = new URL('..', import.meta.url)

if (!isInstalled()) {
  const major = Number(process.versions.node.split('.')[0])
  if (major < 20)
    fail(`This needs Node 20 or newer to install its own; this is ${process.version}.`)

  console.error('Installing packages (only when they are missing or have changed) …')
  // Never by `npm install`: what runs is what package-lock.json says.
  if (!npm('ci')) {
    fail(
      'The packages could not be installed; npm says why above. After an edit of a package.json: npm install.',
    )
  }
  if (!existsSync(new URL('node_modules/node/bin/node', root))) {
    fail('npm installed no Node 26: allow the install script of the package `node` and try again.')
  }
}

/** Compares what npm says it has installed with what the lockfile asks for. */
function isInstalled() {
  if (!existsSync(new URL('node_modules/node/bin/node', root))) return false
  try {
    const wanted = packagesOf('package-lock.json')
    const installed = packagesOf('node_modules/.package-lock.json')
    return Object.entries(wanted).every(
      ([path, { version, optional, devOptional }]) =>
        path === '' ||
        installed[path]?.version === version ||
        (installed[path] === undefined && (optional || devOptional)),
    )
  } catch {
    return false
  }
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string; optional?: boolean; devOptional?: boolean }>}
 */
function packagesOf(file) {
  return JSON.parse(readFileSync(new URL(file, root), 'utf8')).packages
}

/** @param {'ci'} command */
function npm(command) {
  const { status } = spawnSync(
    'npm',
    // What is installed runs on the Node that comes along, whatever the one that is there.
    [command, '--engine-strict=false', '--loglevel=error', '--no-audit', '--no-fund'],
    {
      cwd: fileURLToPath(root),
      env: environment(),
      // Standard output belongs to the program that follows.
      stdio: ['ignore', 2, 2],
    },
  )
  return status === 0
}

/** Without the settings of the server: what packages run when they are installed has no use for them. */
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
