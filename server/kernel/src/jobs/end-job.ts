import { sql, type RawBuilder } from 'kysely'
import type { AcrossTenants } from '../db/database.ts'

/** A job as it was when this run took it. */
export interface TakenJob {
  id: string
  locked_at: Date | null
  locked_by: string | null
  attempts: number
}

/*
 * graphile-worker ends a job by its ID, whichever run of this process holds it. The lock of a run may have
 * been released, because the connection of this process had broken: then the job may have been
 * taken again, or have become the next job with its key. So that the library ends no job of another run,
 * `id` becomes that of no job.
 */

/** The IDs of jobs begin at 1. */
const idOfNone = '0'

/**
 * SQL: whether this run holds the job. Dates have milliseconds, the column has microseconds, so that the
 * number of attempts distinguishes runs that began within a millisecond. A job whose key is enqueued again
 * while it runs gets the maximum: graphile-worker repeats it no more.
 */
export const isHeldJob = (
  { id, locked_at: lockedAt, locked_by: lockedBy, attempts }: TakenJob,
  of: RawBuilder<unknown> = sql.raw(''),
) => sql`
  ${of}id = ${id}::bigint and ${of}locked_by = ${lockedBy}::text
    and ${of}attempts in (${attempts}::int, ${of}max_attempts)
    and abs(extract(epoch from ${of}locked_at - ${lockedAt}::timestamptz)) < 0.002`

/** Makes the library leave the job alone when its function returns: the run goes on without it. */
export const keepFromLibrary = (job: TakenJob): void => {
  job.id = idOfNone
}

/** Deletes the job of a run that has succeeded, and releases its queue, if the run still holds the job. */
export async function endJob(db: AcrossTenants, job: TakenJob): Promise<void> {
  await sql`
    with ended as (
      delete from graphile_worker._private_jobs where ${isHeldJob(job)} returning job_queue_id)
    update graphile_worker._private_job_queues queues set locked_by = null, locked_at = null
      from ended where queues.id = ended.job_queue_id
       and queues.locked_by = ${job.locked_by}::text`.execute(db)
  job.id = idOfNone
}

/** Records the failure of a run that the library has left alone, which is repeated as its own would be. */
export async function failJob(db: AcrossTenants, job: TakenJob, error: unknown): Promise<void> {
  const message = (error instanceof Error && error.message) || String(error)
  await sql`
    with failed as (
      update graphile_worker._private_jobs
         set last_error = ${message}::text, locked_at = null, locked_by = null,
             run_at = greatest(now(), run_at) + exp(least(attempts, 10)) * interval '1 second'
       where ${isHeldJob(job)} returning job_queue_id)
    update graphile_worker._private_job_queues queues set locked_by = null, locked_at = null
      from failed where queues.id = failed.job_queue_id
       and queues.locked_by = ${job.locked_by}::text`.execute(db)
  job.id = idOfNone
}

/** Keeps the job, its lock and its queue for another run if this run, which has failed, has lost it. */
export async function leaveIfLost(db: AcrossTenants, job: TakenJob): Promise<void> {
  const { rows } = await sql`
    select from graphile_worker._private_jobs where ${isHeldJob(job)}`.execute(db)
  if (rows.length === 0) job.id = idOfNone
}
