import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../packages/testing/src/free-port.ts'

/** The programs of a checkout. */
export const programsOf = (root: string) => ({
  quickstart: join(root, 'packages/quickstart/src/main.ts'),
  serve: join(root, 'packages/server/src/main/serve.ts'),
  cli: join(root, 'packages/cli/bin/platform.js'),
})

export const programs = programsOf(fileURLToPath(new URL('../..', import.meta.url)))

export interface Program {
  process: ChildProcess
  /** Everything that it wrote so far. */
  output(): string
  /** Settles when it has ended, with its exit code; null after a signal. */
  ended: Promise<number | null>
}

/**
 * Starts a program of ours as its own process, with nothing of this one's settings; `through` is a
 * command that runs another, such as `ip netns exec`.
 */
export function startProgram(
  file: string,
  {
    args = [],
    env,
    through = [],
  }: { args?: string[]; env: Record<string, string>; through?: readonly string[] },
): Program {
  const [command, ...words] = [...through, process.execPath, file, ...args]
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

/** Asks the program to stop and waits until it has. */
export async function stopProgram({ process: child, ended }: Program): Promise<void> {
  child.kill('SIGTERM')
  await ended
}

/** Waits until the server answers that all its parts are up. */
export const whenReady = (baseUrl: string, program: Program): Promise<void> =>
  whenItAnswers(`${baseUrl}/readyz`, program)

/** Waits until this address answers as it should. */
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

/** Tries until it is true (or defined) and answers that. */
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

/** That many ports, which no other test is given. */
export const freePorts = (count: number): Promise<number[]> =>
  Promise.all(Array.from({ length: count }, freePort))

/** An empty folder for a program's data, and how to remove it. */
export async function dataFolder() {
  const path = await mkdtemp(join(tmpdir(), 'platform-journey-'))
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) }
}
