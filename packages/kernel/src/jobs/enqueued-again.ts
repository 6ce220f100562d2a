import { AsyncLocalStorage } from 'node:async_hooks'
import { sql } from 'kysely'
import type { AcrossTenants } from '../db/database.ts'

interface RunningJob {
  key: string | null
  isEnqueuedAgain: boolean
}

const running = new AsyncLocalStorage<RunningJob>()

/** Notes that the running job, if it has this key, is enqueued again. */
export function noteEnqueued(key: string | undefined): void {
  const job = running.getStore()
  if (job && key !== undefined && job.key === key) job.isEnqueuedAgain = true
}

/**
 * Runs a handler, and fails if the job's own row is what the handler enqueued again. A job that runs is
 * locked, so enqueuing it again adds a row. If its lock was released in the meantime, because the
 * connection of this process had broken, the row itself is changed, and graphile-worker would delete it
 * by its ID at the end of the handler; a failure is only recorded in rows that are locked by this process.
 */
export function unlessItIsTheNext(
  db: AcrossTenants,
  { id, key }: { id: string; key: string | null },
  work: () => Promise<void>,
): Promise<void> {
  const job: RunningJob = { key, isEnqueuedAgain: false }
  return running.run(job, async () => {
    await work()
    if (!job.isEnqueuedAgain) return
    const { rows } = await sql`
      select from graphile_worker._private_jobs where id = ${id}::bigint and key = ${key}`.execute(
      db,
    )
    if (rows.length > 0) {
      throw new Error(
        'The job was unlocked while it ran, and enqueued again. It runs at its new time.',
      )
    }
  })
}
