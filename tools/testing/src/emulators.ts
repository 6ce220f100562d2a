import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const resolvePath = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const cache = resolvePath('../../../node_modules/.cache/emulators')

export const isOnPath = (program: string) =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)))

/**
 * Whether tests use emulators of cloud services: with `EMULATORS=install`, which installs them, on
 * machines with Python and Go.
 */
export const hasEmulators =
  process.env['EMULATORS'] === 'install' && ['python3', 'go'].every(isOnPath)

const started = new Map<string, Promise<string>>()

/** Returns the URL of the emulator of this process, which the first call starts. */
function startOnce(name: string, start: () => Promise<string>): Promise<string> {
  const url = started.get(name) ?? start()
  started.set(name, url)
  return url
}

/** Returns the folder of the packages, which pip installs, for `PYTHONPATH`. */
export const installPythonPackages = (packages: readonly string[]): Promise<string> =>
  installEmulator(`python-${packages.join('-')}`, (into) =>
    run('python3', ['-m', 'pip', 'install', '--quiet', '--target', into, ...packages]),
  )

const moto = ['moto==5.2.5', 'flask==3.1.3', 'flask-cors==6.0.5']
const motoProgram = `
import os, sys, threading
threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
from moto.server import main
main(['-H', '127.0.0.1', '-p', '0'])
`

/** Starts `moto`, the emulator of AWS, which pip installs. */
export const startMoto = (): Promise<string> =>
  startOnce('moto', async () => {
    const folder = await installPythonPackages(moto)
    return startProgram('python3', ['-c', motoProgram], { PYTHONPATH: folder })
  })

/** Starts `chdb`, ClickHouse's own engine, which pip installs, behind a part of its HTTP interface. */
export const startChdb = (): Promise<string> =>
  startOnce('chdb', async () => {
    const folder = await installPythonPackages(['chdb==4.4.0'])
    return startProgram('python3', [resolvePath('../chdb-server/server.py')], {
      PYTHONPATH: folder,
    })
  })

/** Starts `gcp-storage-emulator`, an emulator of Google Cloud Storage, which pip installs. */
export const startStorageEmulator = (): Promise<string> =>
  startOnce('storage', async () => {
    const folder = await installPythonPackages(['gcp-storage-emulator==2026.7.19'])
    return startProgram('python3', [resolvePath('../storage-emulator/server.py')], {
      PYTHONPATH: folder,
    })
  })

/** Packages of `azurite` for telemetry and databases, which need five times as much space as the rest. */
const azuritePackages = {
  private: true,
  dependencies: { azurite: '3.37.0' },
  overrides: Object.fromEntries(
    ['applicationinsights', 'mysql2', 'tedious'].map((name) => [name, 'npm:inherits@2.0.4']),
  ),
}

/** Starts `azurite`, Microsoft's emulator of Azure Blob Storage, which npm installs. */
export const startAzurite = (): Promise<string> =>
  startOnce('azurite', async () => {
    const folder = await installEmulator('azurite-3.37.0', async (into) => {
      await writeFile(join(into, 'package.json'), JSON.stringify(azuritePackages))
      await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: into })
    })
    const main = join(folder, 'node_modules/azurite/dist/src/blob/main.js')
    const program = `process.stdin.resume().on('end', () => process.exit()); require(${JSON.stringify(main)})`
    const options = ['--blobPort', '0', '--inMemoryPersistence', '--silent', '--disableTelemetry']
    return startProgram(process.execPath, ['-e', program, 'azurite', ...options])
  })

/** Starts Google's fake of Pub/Sub behind its REST API, which Go builds. */
export const startPubSub = (): Promise<string> =>
  startOnce('pubsub', async () => {
    const sources = resolvePath('../pubsub-emulator')
    const folder = await installEmulator('pubsub-2.9.0', (into) =>
      run('go', ['build', '-o', `${into}/pubsub`, '.'], { cwd: sources }),
    )
    return startProgram(`${folder}/pubsub`, [])
  })

const installing = new Map<string, Promise<string>>()

/** Installs into a folder of the cache, once for all that ask for it at the same time; returns it. */
export async function installEmulator(
  name: string,
  fill: (folder: string, finalFolder: string) => Promise<unknown>,
): Promise<string> {
  const folder = `${cache}/${name}`
  if (existsSync(folder)) return folder
  const existing = installing.get(name)
  if (existing) return existing
  const installed = installInto(folder, fill).finally(() => installing.delete(name))
  installing.set(name, installed)
  return installed
}

/** Fills the folder, which gets its final name once it is complete. */
async function installInto(
  folder: string,
  fill: (folder: string, finalFolder: string) => Promise<unknown>,
): Promise<string> {
  const parts = `${folder}.${process.pid}`
  await mkdir(parts, { recursive: true })
  await fill(parts, folder)
  await rename(parts, folder).catch((error: NodeJS.ErrnoException) => {
    // Another process has installed it meanwhile.
    if (error.code !== 'ENOTEMPTY') throw error
    return rm(parts, { recursive: true })
  })
  return folder
}

/**
 * Starts a program that prints where it listens and ends when its standard input is closed: with this
 * process, however that ends.
 */
async function startProgram(program: string, args: string[], env = {}): Promise<string> {
  const server = spawn(program, args, {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const printed: string[] = []
  const url = new Promise<string>((resolve) => {
    for (const stream of [server.stdout, server.stderr]) {
      createInterface(stream).on('line', (line) => {
        printed.push(line.slice(0, 500))
        if (printed.length > 20) printed.shift()
        const found = /(?:Running|listens) on (http:\/\/127\.0\.0\.1:\d+)/.exec(line)?.[1]
        if (found) resolve(found)
      })
    }
  })
  const ended = once(server, 'exit').then(() => {
    throw new Error(`${program} ended: ${printed.join('\n')}`)
  })
  server.unref()
  return Promise.race([url, ended])
}
