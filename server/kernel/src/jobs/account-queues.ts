import { sql } from 'kysely'
import type { AcrossTenants } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import { isHeldJob, type TakenJob } from './end-job.ts'
import { must } from '../values/must.ts'

/*
 * Jobs of several accounts share a queue, so that a project has a limited number of them. While a job
 * waits for an account that does not answer, it and later jobs of that account move to a queue of
 * their own: those of other accounts go on, and one job at a time tries the account. Once it answers,
 * its jobs return.
 */

/** A job that runs, with its place. */
export interface QueuedJob extends TakenJob {
  job_queue_id: number | null
}

const prefix = 'account'
const nameOfQueue = (homeId: number, account: string) => `${prefix} ${homeId} ${account}`

/** Returns the queue from which the jobs of an account's queue came. */
const homeOfQueue = (name: string): number | undefined => {
  const [first, homeId] = name.split(' ')
  return first === prefix ? Number(homeId) : undefined
}

export type Placement = 'in home queue' | 'in account queue' | 'moved'

/**
 * Finds out in which queue the job is. If its account has a queue of its own, moves it there, behind
 * the others, and the run must end.
 */
export async function followAccount(
  db: AcrossTenants,
  job: QueuedJob,
  account: string,
): Promise<Placement> {
  const { rows } = await sql<{ name: string; accountQueueId: number | null }>`
    select own.queue_name as name, apart.id as "accountQueueId"
      from graphile_worker._private_job_queues own
      left join graphile_worker._private_job_queues apart
        on apart.queue_name = ${nameOfQueue(must(job.job_queue_id, 'job_queue_id'), account)}
     where own.id = ${job.job_queue_id}`.execute(db)
  const [own] = rows
  if (!own) return 'in home queue'
  if (homeOfQueue(own.name) !== undefined) return 'in account queue'
  if (own.accountQueueId === null) return 'in home queue'
  const moved = await sql`
    with apart as (
      select id from graphile_worker._private_job_queues
       where id = ${own.accountQueueId} for update),
    moved as (
      update graphile_worker._private_jobs j
         set job_queue_id = apart.id, locked_at = null, locked_by = null, attempts = attempts - 1
        from apart where ${isHeldJob(job, sql.raw('j.'))}
      returning j.id),
    released as (
      update graphile_worker._private_job_queues set locked_at = null, locked_by = null
       where id = ${job.job_queue_id} and locked_by = ${job.locked_by} and exists (select from moved))
    select pg_notify('jobs:insert', json_build_object('r', random()::text, 'count', 1)::text)
      from moved`.execute(db)
  return moved.rows.length > 0 ? 'moved' : 'in home queue'
}

/**
 * Moves a job that runs to a queue of its account, and releases its former queue for jobs of other
 * accounts. Returns the new queue; undefined if the job is no longer held.
 */
export async function leaveQueue(
  db: AcrossTenants,
  job: QueuedJob,
  account: string,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    with held as (
      select id from graphile_worker._private_jobs where ${isHeldJob(job)} for update),
    apart as (
      insert into graphile_worker._private_job_queues (queue_name, locked_at, locked_by)
      select ${nameOfQueue(must(job.job_queue_id, 'job_queue_id'), account)}::text, now(), ${job.locked_by}::text from held
          on conflict (queue_name) do nothing returning id),
    moved as (
      update graphile_worker._private_jobs j set job_queue_id = apart.id
        from apart where j.id = ${job.id}::bigint),
    released as (
      update graphile_worker._private_job_queues set locked_at = null, locked_by = null
       where id = ${job.job_queue_id} and locked_by = ${job.locked_by}
         and exists (select from apart))
    select id from apart`.execute(db)
  return rows[0]?.id
}

/**
 * Returns the jobs of an account's queue to the queue they came from, if the account answers, and
 * deletes the queue if it is empty.
 */
export async function mergeQueue(
  db: AcrossTenants,
  queueId: number,
  { isAnswering }: { isAnswering: boolean },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    // Jobs are added to the queue only under this lock.
    const locked = await sql<{ name: string }>`
      select queue_name as name from graphile_worker._private_job_queues
       where id = ${queueId} and locked_at is null for update`.execute(tx)
    const homeId = locked.rows[0] && homeOfQueue(locked.rows[0].name)
    if (homeId === undefined) return
    if (isAnswering) {
      await sql`
        update graphile_worker._private_jobs set job_queue_id = ${homeId}
         where job_queue_id = ${queueId} and locked_at is null
           and exists (select from graphile_worker._private_job_queues where id = ${homeId})
      `.execute(tx)
    }
    await sql`
      delete from graphile_worker._private_job_queues where id = ${queueId}
         and not exists (select from graphile_worker._private_jobs where job_queue_id = ${queueId})
    `.execute(tx)
  })
}
