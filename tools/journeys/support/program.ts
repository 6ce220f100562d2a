import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../testing/src/free-port.ts'
import { serverFlags } from '../../testing/src/server-flags.ts'

/** Programs of a checkout. */
export const getPrograms = (root: string) => ({
  quickstart: join(root, 'apps/quickstart/src/main.ts'),
  serve: join(root, 'server/program/src/main/serve.ts'),
  cli: join(root, 'packages/cli/bin/platform.js'),
})

export const programs = getPrograms(fileURLToPath(new URL('../../..', import.meta.url)))

export interface Program {
  process: ChildProcess
  /** Returns its output so far. */
  output(): string
  /** Resolves when it has ended, with its exit code; null after a signal. */
  ended: Promise<number | null>
}

/**
 * Starts a program of the repository as a separate process, without the settings of this one;
 * `through` is a command prefix such as `ip netns exec`.
 */
export function startProgram(
  file: string,
  {
    args = [],
    env,
    through = [],
  }: { args?: string[]; env: Record<string, string>; through?: readonly string[] },
): Program {
  const [command, ...words] = [...through, process.execPath, ...serverFlags, file, ...args]
  const child = spawn(command!, words, {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      TMPDIR: process.env.TMPDIR,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  }
  return {
    process: child,
    output: () => output,
    ended: once(child, 'exit').then(([code]) => code as number | null),
  }
}

/** Stops the program and waits until it has ended. */
export async function stopProgram({ process: child, ended }: Program): Promise<void> {
  child.kill('SIGTERM')
  await ended
}

/** Waits until the server reports that all its parts are ready. */
export const whenReady = (baseUrl: string, program: Program): Promise<void> =>
  whenItAnswers(`${baseUrl}/readyz`, program)

/** Waits until this URL answers successfully. */
export async function whenItAnswers(url: string, program: Program): Promise<void> {
  await eventually(async () => {
    if (program.process.exitCode !== null) {
      throw new Error(`The program has ended: ${program.output()}`)
    }
    // It does not listen yet.
    const reply = await fetch(url).catch(() => undefined)
    return reply?.status === 200
  })
}

/** Retries until the result is truthy, and returns it. */
export async function eventually<T>(
  attempt: () => Promise<T | undefined | false> | T | undefined | false,
  timeoutMs = 300_000,
): Promise<T> {
  const endsAt = Date.now() + timeoutMs
  for (;;) {
    const found = await attempt()
    if (found !== undefined && found !== false) return found
    if (Date.now() > endsAt) throw new Error(`It did not happen within ${timeoutMs} ms.`)
    await sleep(50)
  }
}

/** Reserves this number of ports, which no other test gets. */
export const freePorts = (count: number): Promise<number[]> =>
  Promise.all(Array.from({ length: count }, freePort))

/** Creates an empty data folder for a program, with a function that removes it. */
export async function dataFolder() {
  const path = await mkdtemp(join(tmpdir(), 'platform-journey-'))
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) }
}
