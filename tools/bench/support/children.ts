import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memoryFlags } from '../../../server/program/src/main/process/memory.ts'

const profiling = ['--cpu-prof', `--cpu-prof-dir=${join(tmpdir(), 'bench-profile')}`]

/**
 * Starts the processes of a benchmark: each reports in one message that it is ready, and its URL.
 * `BENCH_PROFILE` names the file of the process whose CPU profile is written to the temporary
 * folder.
 */
export function childrenIn(
  folder: URL,
  env: NodeJS.ProcessEnv,
  { memoryBytes }: { memoryBytes?: number } = {},
) {
  const children: ChildProcess[] = []
  /** Starts a process and returns it with its first message. */
  const startChild = <Message>(file: string, ...args: string[]) =>
    startOn<Message>({ through: [], databaseUrl: undefined }, file, ...args)
  /** Also chooses the command that runs the process elsewhere, and its database. */
  const startOn = async <Message>(
    { through, databaseUrl }: { through: readonly string[]; databaseUrl: string | undefined },
    file: string,
    ...args: string[]
  ) => {
    const [command, ...words] = [...through, process.execPath]
    const child = fork(new URL(file, folder), args, {
      env: { ...process.env, ...env, ...(databaseUrl && { DATABASE_URL: databaseUrl }) },
      execPath: command,
      // The flags of `serve`, which a child with a channel to its parent cannot set itself.
      execArgv: [
        ...words,
        ...(file === 'platform.ts' ? memoryFlags(1, memoryBytes) : []),
        ...(process.env['BENCH_PROFILE'] === file ? profiling : []),
      ],
    })
    children.push(child)
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`${file} has ended (${code}) before it was ready.`)
    })
    const received = once(child, 'message').then(([message]) => message as Message)
    return { child, message: await Promise.race([received, ended]) }
  }
  return {
    startChild,
    startOn,
    async start<Message>(file: string, ...args: string[]): Promise<Message> {
      return (await startChild<Message>(file, ...args)).message
    },
    /** Resolves when all have ended, so that their resources can be removed. */
    async stop(): Promise<void> {
      await Promise.all(children.map(end))
    },
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill()
  await once(child, 'exit')
}
