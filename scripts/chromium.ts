import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { basename, delimiter, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { chromium } from 'playwright-core'

/** The headless shell is first: its processes need a third less CPU time. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]
const macOs = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']

/** Commands of a distribution's package manager, as root. */
const packageManagers = [
  [
    ['apt-get', 'update'],
    ['apt-get', 'install', '-y', '--no-install-recommends', 'chromium-headless-shell'],
  ],
  // Ubuntu and Debian before 12 have no package of the headless shell.
  [['apt-get', 'install', '-y', '--no-install-recommends', 'chromium']],
  [['dnf', 'install', '-y', 'chromium']],
  [['apk', 'add', 'chromium']],
]

/** Thrown if no Chromium is installed and none could be, with a message for the terminal. */
export class NoChromiumError extends Error {}

/**
 * Returns the path of a working Chromium: that of `CHROMIUM_PATH`, else the system's, else one
 * installed now by Playwright or the distribution.
 * @throws NoChromiumError
 */
export async function ensureChromium(env: NodeJS.ProcessEnv = process.env): Promise<string> {
  if (env['CHROMIUM_PATH']) {
    if (await starts(env['CHROMIUM_PATH'])) return env['CHROMIUM_PATH']
    throw new NoChromiumError(`CHROMIUM_PATH is ${env['CHROMIUM_PATH']}, which does not start.`)
  }
  const found = await findChromium(env)
  if (found) return found

  console.error('No Chromium is here; installing one for the tests that need a browser …')
  for (const commands of installations(env)) {
    if (!(await runAll(commands, env))) continue
    const installed = await findChromium(env)
    if (installed) return installed
  }
  throw new NoChromiumError(
    'No Chromium was found and none could be installed: install one and put its path into CHROMIUM_PATH.',
  )
}

async function findChromium(env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const folders = (env['PATH'] ?? '').split(delimiter).filter(Boolean)
  const candidates = [
    ...folders.flatMap((folder) => names.map((name) => join(folder, name))),
    ...macOs,
    chromium.executablePath(),
  ]
  for (const path of candidates) if (existsSync(path) && (await starts(path))) return path
  return undefined
}

function installations(env: NodeJS.ProcessEnv): string[][][] {
  const playwright = new URL('../node_modules/.bin/playwright-core', import.meta.url).pathname
  const isThere = (command: string) =>
    (env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, command)))
  const ofDistribution =
    process.getuid?.() === 0 ? packageManagers.filter(([first]) => isThere(first![0]!)) : []
  return [[[playwright, 'install', '--no-shell', 'chromium']], ...ofDistribution]
}

/** Some distributions have a `chromium-browser` that only prints where to install it. */
const starts = (path: string) =>
  promisify(execFile)(path, ['--version'], { timeout: 20_000 }).then(
    () => true,
    () => false,
  )

/** Stops at the first failing command and prints its error. */
async function runAll(commands: string[][], env: NodeJS.ProcessEnv): Promise<boolean> {
  for (const [command, ...args] of commands) {
    const complaint = await runUnlocked(command!, args, env)
    if (complaint === undefined) continue
    console.error(`${basename(command!)} ${args.join(' ')}: ${complaint.trim().split('\n', 1)[0]}`)
    return false
  }
  return true
}

/** A new machine updates itself, and other runs install too: apt holds its lock for minutes. */
const maxLockedMs = 10 * 60_000

/** Returns what the command complained of if it failed, after waiting for other package managers. */
async function runUnlocked(
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  const startedAt = Date.now()
  for (;;) {
    const child = spawn(command, args, {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...env, DEBIAN_FRONTEND: 'noninteractive' },
    })
    let complaint = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text))
    const [code] = (await once(child, 'close')) as [number | null]
    if (code === 0) return undefined
    const isLocked = /could not get lock|unable to (?:lock|acquire)/i.test(complaint)
    if (!isLocked || Date.now() - startedAt > maxLockedMs) return complaint
    await setTimeout(1_000)
  }
}
