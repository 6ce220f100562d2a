import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readlinkSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it, onTestFinished, vi } from 'vitest'
import { patiently } from '../testing/src/patiently.ts'
import { removeDeadRuns, testRunName } from '../testing/src/test-run.ts'
import { mayMakeMachines } from './support/machine.ts'

/** Starts a separate test run with a program that outlives it and, as root, a network. */
async function givenRun(...args: 'with-postgres'[]) {
  const program = fileURLToPath(new URL('support/interrupted-run.ts', import.meta.url))
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string]
  const [folder, databases] = JSON.parse(line) as [string, string]
  const name = basename(folder)
  const ofRun = async () => ({
    doesRun: (await processes()).some((one) => one.includes(name)),
    networks: (await networks()).filter((one) => one.startsWith(name)).length,
    isFolder: existsSync(folder) || existsSync(databases),
  })
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await ended
  }
  onTestFinished(async () => {
    await end('SIGKILL')
    await removeDeadRuns()
  })
  return { folder, ofRun, end }
}

async function processes(): Promise<string[]> {
  const { stdout } = await promisify(execFile)('ps', ['axeww', '-o', 'pid=,command='], {
    maxBuffer: 2 ** 28,
  })
  return stdout.split('\n')
}

const networks = () =>
  readdir('/run/netns').catch(() => {
    // There are none.
    return []
  })

const everything = {
  doesRun: true,
  networks: mayMakeMachines() ? 1 : 0,
  isFolder: true,
}
const nothing = { doesRun: false, networks: 0, isFolder: false }

it.each<[NodeJS.Signals, ...'with-postgres'[]]>([
  ['SIGINT'],
  ['SIGTERM', 'with-postgres'],
  ['SIGKILL'],
])(
  'leaves no process, network or file of a run that is ended by %s, and all of a run beside it',
  async (signal, ...args) => {
    const [interrupted, bystander] = await Promise.all([givenRun(...args), givenRun()])
    expect([await interrupted.ofRun(), await bystander.ofRun()]).toEqual([everything, everything])

    await interrupted.end(signal)

    await vi.waitFor(async () => expect(await interrupted.ofRun()).toEqual(nothing), {
      ...patiently,
      interval: 250,
    })
    expect(await bystander.ofRun()).toEqual(everything)
  },
)

it('removes on the next start the remains of a run whose cleaner was killed', async () => {
  const [interrupted, bystander] = await Promise.all([givenRun(), givenRun()])
  const cleaner = (await processes()).find((one) =>
    one.includes(`clean-test-run.ts ${interrupted.folder}`),
  )
  process.kill(Number.parseInt(cleaner?.trim() ?? ''), 'SIGKILL')
  await interrupted.end('SIGKILL')
  expect(await interrupted.ofRun()).toEqual(everything)

  const next = await givenRun()

  expect(await interrupted.ofRun()).toEqual(nothing)
  expect([await bystander.ofRun(), await next.ofRun()]).toEqual([everything, everything])
})

it('keeps all files of a run in its own folder', () => {
  expect(testRunName()).toMatch(/^platform-run-\w{6}$/)
})

it.runIf(mayMakeMachines())('adds interfaces only to a network that no browser uses', () => {
  const network = (pid: number | 'self') => readlinkSync(`/proc/${pid}/ns/net`)

  // The parent also starts the tests in browsers.
  expect(network('self')).not.toBe(network(process.ppid))
})
