import { constants } from 'node:os'
import { CatalogueError } from '@platform/connectors'
import { TooNewError, TooOldError } from '@platform/kernel/db/schema'
import { EmbeddedPostgresError } from '@platform/kernel/db/postgres'
import { MasterKeyMissing } from '@platform/kernel/secrets'
import { ProcessNotStarted } from './process-not-started.ts'
import { SettingsError } from '../settings/settings.ts'

export interface Running {
  /** Called before `stop` on SIGTERM: callers may still send requests for a while. */
  drain?(): Promise<void>
  stop(): Promise<void>
  /** Rejects with the reason why the program cannot continue. */
  lost: Promise<string>
}

/** One Ctrl-C arrives twice: from the terminal and, in npm scripts, forwarded by npm. */
const sameSignalMs = 500
/** Time limit for stopping after the database is lost. */
const lostMs = 3_000

/**
 * Runs a program until one of these signals, then stops it gracefully. While it is starting, or at
 * a second signal, it ends immediately. Errors that the operator can fix are printed as a sentence,
 * with exit code 1.
 */
export async function runServer(
  start: () => Promise<Running>,
  { endsBy = ['SIGINT', 'SIGTERM'] }: { endsBy?: readonly NodeJS.Signals[] } = {},
): Promise<void> {
  // The first process of a container ignores signals without a listener.
  const endWhileStarting = (signal: NodeJS.Signals) => process.exit(128 + constants.signals[signal])
  for (const signal of endsBy) process.on(signal, endWhileStarting)
  let running: Running
  try {
    running = await start()
  } catch (error) {
    exitWithError(error)
  }

  let stoppingSince: number | undefined
  const stop = async (status: number, { drains = false } = {}) => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince > sameSignalMs) process.exit(1)
      return
    }
    stoppingSince = performance.now()
    if (drains) await running.drain?.()
    await running.stop()
    process.exit(status)
  }
  for (const signal of endsBy) {
    process.on(signal, () => void stop(0, { drains: signal === 'SIGTERM' }))
  }
  // Removed only now: a signal that arrives while nothing listens would be lost.
  for (const signal of endsBy) process.off(signal, endWhileStarting)
  void running.lost.then((reason) => {
    if (stoppingSince !== undefined) return
    process.stderr.write(`${reason}; stopping.\n`)
    // Work that waits for the database cannot finish.
    setTimeout(() => process.exit(1), lostMs).unref()
    void stop(1)
  })
}

/** Prints the error and exits with code 1. */
function exitWithError(error: unknown): never {
  const isExpected =
    error instanceof SettingsError ||
    error instanceof EmbeddedPostgresError ||
    error instanceof TooNewError ||
    error instanceof TooOldError ||
    error instanceof MasterKeyMissing ||
    error instanceof CatalogueError ||
    error instanceof ProcessNotStarted
  process.stderr.write(`${isExpected ? error.message : describeError(error)}\n`)
  process.exit(1)
}

const describeError = (error: unknown) =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)
