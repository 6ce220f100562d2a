import { CatalogueError } from '@platform/connectors'
import { TooNewError } from '../db/migrate.ts'
import { EmbeddedPostgresError } from '../db/embedded-postgres.ts'
import { MasterKeyMissing } from '../secrets/secrets.ts'
import { SettingsError } from './settings.ts'

export interface Running {
  stop(): Promise<void>
  /** Settles when the program has become of no use. */
  lost: Promise<void>
}

/** One Ctrl-C arrives twice: from the terminal and, in npm scripts, from npm, which passes it on. */
const sameSignalMs = 500
/** How long stopping may take once the database is lost. */
const lostMs = 3_000

/**
 * Runs a program until SIGINT or SIGTERM, then stops it in order. What the operator can mend is
 * said in a sentence and ends with status 1; a second signal ends at once.
 */
export async function run(start: () => Promise<Running>): Promise<void> {
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
  process.on('SIGINT', () => void stop(0))
  process.on('SIGTERM', () => void stop(0))
  void running.lost.then(() => {
    if (stoppingSince !== undefined) return
    process.stderr.write('The embedded PostgreSQL has ended; stopping.\n')
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
    error instanceof CatalogueError
  process.stderr.write(`${isExpected ? error.message : describe(error)}\n`)
  process.exit(1)
}

const describe = (error: unknown) =>
  error instanceof Error ? (error.stack ?? error.message) : String(error)
