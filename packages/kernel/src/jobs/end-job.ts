import { sql } from 'kysely'
import type { AcrossTenants } from '../db/database.ts'

/** A job as it was when this run took it. */
interface TakenJob {
  id: string
  locked_at: Date | null
  locked_by: string | null
}

/** The IDs of jobs begin at 1. */
const idOfNone = '0'

/**
 * Deletes the job of a run that has succeeded, and releases its queue, if the run still holds the job.
 * Its lock may have been released, because the connection of this process had broken: then the job
 * may have been taken again, or have become the next job with its key. graphile-worker ends a job by its ID
 * after this, whichever run holds it, so `id` becomes that of no job.
 */
export async function endJob(db: AcrossTenants, job: TakenJob): Promise<void> {
  const { id, locked_at: lockedAt, locked_by: lockedBy } = job
  // Dates have milliseconds, the column has microseconds.
  await sql`
    with ended as (
      delete from graphile_worker._private_jobs
       where id = ${id}::bigint and locked_by = ${lockedBy}::text
         and abs(extract(epoch from locked_at - ${lockedAt}::timestamptz)) < 0.002
      returning job_queue_id)
    update graphile_worker._private_job_queues queues set locked_by = null, locked_at = null
      from ended where queues.id = ended.job_queue_id and queues.locked_by = ${lockedBy}::text`.execute(
    db,
  )
  job.id = idOfNone
}
