import { constants } from 'node:os'
import { CatalogueError } from '@platform/connectors'
import { TooNewError } from '@platform/kernel/db/migrate'
import { EmbeddedPostgresError } from '@platform/kernel/db/embedded-postgres'
import { MasterKeyMissing } from '@platform/kernel/secrets/secrets'
import { ProcessNotStarted } from './process-not-started.ts'
import { SettingsError } from './settings.ts'

export interface Running {
  stop(): Promise<void>
  /** Rejects with the reason why the program cannot continue. */
  lost: Promise<string>
}

/** One Ctrl-C arrives twice: from the terminal and, in npm scripts, from npm, which passes it on. */
const sameSignalMs = 500
/** How long stopping may take once the database is lost. */
const lostMs = 3_000

/**
 * Runs a program until it gets one of these signals, then stops it in order; one that is still
 * starting has nothing to stop and ends at once, as upon a second signal. What the operator can mend
 * is printed as a sentence, and the status is 1.
 */
export async function runServer(
  start: () => Promise<Running>,
  { endsBy = ['SIGINT', 'SIGTERM'] }: { endsBy?: readonly NodeJS.Signals[] } = {},
): Promise<void> {
  // The first process of a container is not ended by a signal that it does not listen for.
  const endWhileStarting = (signal: NodeJS.Signals) => process.exit(128 + constants.signals[signal])
  for (const signal of endsBy) process.on(signal, endWhileStarting)
  let running: Running
  try {
    running = await start()
  } catch (error) {
    fail(error)
  }

  let stoppingSince: number | undefined
  const stop = async (status: number) => {
    if (stoppingSince !== undefined) {
      if (performance.now() - stoppingSince > sameSignalMs) process.exit(1)
      return
    }
    stoppingSince = performance.now()
    await running.stop()
    process.exit(status)
  }
  for (const signal of endsBy) process.on(signal, () => void stop(0))
  // Only now: with nobody listening in between, one that came meanwhile would be lost.
  for (const signal of endsBy) process.off(signal, endWhileStarting)
  void running.lost.then((reason) => {
    if (stoppingSince !== undefined) return
    process.stderr.write(`${reason}; stopping.\n`)
    // What waits for the database waits in vain.
    setTimeout(() => process.exit(1), lostMs).unref()
    void stop(1)
  })
}

/** Says what is wrong and ends with status 1. */
function fail(error: unknown): never {
  const isExpected =
    error instanceof SettingsError ||
    error instanceof EmbeddedPostgresError ||
    error instanceof TooNewError ||
    error instanceof MasterKeyMissing ||
    error instanceof CatalogueError ||
    error instanceof ProcessNotStarted
  process.stderr.write(`${isExpected ? error.message : describe(error)}\n`)
  process.exit(1)
}

const describe = (error: unknown) =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)
