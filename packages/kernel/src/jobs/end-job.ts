import { sql } from 'kysely'
import type { AcrossTenants } from '../db/database.ts'

/** A job as it was when this run took it. */
interface TakenJob {
  id: string
  locked_at: Date | null
  locked_by: string | null
}

/*
 * graphile-worker ends a job by its ID, whichever run of this process holds it. The lock of a run may have
 * been released, because the connection of this process had broken: then the job may have been
 * taken again, or have become the next job with its key. So that the library ends no job of another run,
 * `id` becomes that of no job.
 */

/** The IDs of jobs begin at 1. */
const idOfNone = '0'

/** SQL: whether this run holds the job. Dates have milliseconds, the column has microseconds. */
const isHeld = ({ id, locked_at: lockedAt, locked_by: lockedBy }: TakenJob) => sql`
  id = ${id}::bigint and locked_by = ${lockedBy}::text
    and abs(extract(epoch from locked_at - ${lockedAt}::timestamptz)) < 0.002`

/** Deletes the job of a run that has succeeded, and releases its queue, if the run still holds the job. */
export async function endJob(db: AcrossTenants, job: TakenJob): Promise<void> {
  await sql`
    with ended as (
      delete from graphile_worker._private_jobs where ${isHeld(job)} returning job_queue_id)
    update graphile_worker._private_job_queues queues set locked_by = null, locked_at = null
      from ended where queues.id = ended.job_queue_id
       and queues.locked_by = ${job.locked_by}::text`.execute(db)
  job.id = idOfNone
}

/** Keeps the job, its lock and its queue for another run if this run, which has failed, has lost it. */
export async function leaveIfLost(db: AcrossTenants, job: TakenJob): Promise<void> {
  const { rows } = await sql`
    select from graphile_worker._private_jobs where ${isHeld(job)}`.execute(db)
  if (rows.length === 0) job.id = idOfNone
}
