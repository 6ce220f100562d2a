import { sql } from 'kysely'
import type { AcrossTenants } from '../db/database.ts'
import { firstOf } from '../values/must.ts'

/** A job as it was when this run took it. */
interface TakenJob {
  id: string
  locked_at: Date | null
  locked_by: string | null
}

/**
 * Deletes the job of a run that has succeeded, and releases its queue. Fails if the run no longer holds
 * the job: its lock was released, because the connection of this process had broken, and the job
 * may have been taken again or become the next job with its key. graphile-worker would delete it by its ID,
 * whoever holds it. It finds nothing to delete after this; a failure is only recorded in jobs that this
 * process has locked.
 */
export async function endJob(
  db: AcrossTenants,
  { id, locked_at: lockedAt, locked_by: lockedBy }: TakenJob,
): Promise<void> {
  // Dates have milliseconds, the column has microseconds.
  const { rows } = await sql<{ isEnded: boolean; isStored: boolean }>`
    with ended as (
      delete from graphile_worker._private_jobs
       where id = ${id}::bigint and locked_by = ${lockedBy}::text
         and abs(extract(epoch from locked_at - ${lockedAt}::timestamptz)) < 0.002
      returning job_queue_id),
    released as (
      update graphile_worker._private_job_queues queues set locked_by = null, locked_at = null
        from ended where queues.id = ended.job_queue_id and queues.locked_by = ${lockedBy}::text)
    select exists (select from ended) as "isEnded", exists (
      select from graphile_worker._private_jobs where id = ${id}::bigint) as "isStored"`.execute(db)
  const { isEnded, isStored } = firstOf(rows)
  if (isStored && !isEnded) {
    throw new Error('The job was unlocked while it ran. It runs again.')
  }
}
