import { sql } from 'kysely'
import type pg from 'pg'
import { answeredSoon, closeClient } from '../db/client.ts'
import { lockClasses } from '../db/advisory-locks.ts'
import type { AcrossTenants, Database } from '../db/database.ts'
import { getFirst } from '../values/must.ts'
import { isUnlocked, mayJudge, standsStill } from './standing-still.ts'

const lockClass = lockClasses.processes

/*
 * The table of live processes. Each has a row and a session lock on its key, which PostgreSQL releases
 * with the connection. Rows of ended processes stay for a while, because PostgreSQL executes what it
 * received from a process even if that has died: what they claim or commit late is released again.
 */

/** This process, as registered with its current connection. */
export interface ProcessRegistration {
  client: pg.Client
  key: number
  /** The number under which it holds deliveries; null if it holds none. */
  holder: number | null
}

/**
 * Whether the process reads messages from a message log outside PostgreSQL (`on`, `drain`) and also
 * writes them there (`on`).
 */
export type MessageLogUse = 'off' | 'on' | 'drain'

/** What this process writes into its row. */
export interface OwnRow {
  workerId: string
  /** No delivery that it holds is of an event with a lower ID; null if it holds none. */
  lowWater: string | null
  messageLog: MessageLogUse
}

/** A process whose work others take over. */
export interface EndedProcess {
  key: number
  holder: number | null
  lowWater: string | null
}

/**
 * Registers this process with a new connection. After a broken one it keeps the number of what it
 * holds, unless others have taken over.
 */
export async function registerProcess(
  database: Database,
  own: OwnRow,
  former: ProcessRegistration | undefined,
): Promise<ProcessRegistration> {
  const client = await database.dedicated()
  try {
    // The lock is taken before the row is visible, so that the process is not considered dead.
    await client.query('begin')
    const row = (former && (await resume(client, own, former))) ?? (await insert(client, own))
    await client.query('select pg_advisory_lock($1, $2)', [lockClass, row.key])
    await client.query('commit')
    return { client, ...row }
  } catch (error) {
    await closeClient(client)
    throw error
  }
}

type Numbers = Pick<ProcessRegistration, 'key' | 'holder'>

/** Moves the row to a new key. Returns undefined if others have taken over. */
async function resume(
  client: pg.Client,
  { lowWater }: OwnRow,
  { key, holder }: ProcessRegistration,
): Promise<Numbers | undefined> {
  const { rows } = await client.query<Numbers>(
    `update engine_processes set key = default, beat_time = now(), low_water = $2
      where key = $1 and ended_time is null returning key, holder`,
    [key, lowWater],
  )
  if (rows[0] || holder === null) return rows[0]
  // Transactions of this process may still commit deliveries under the former number.
  await client.query(
    `insert into engine_processes (worker_ids, holder, low_water, ended_time, sweep_time)
       values ('{}', $1, $2, now(), now())
     on conflict (holder) do update set ended_time = now(), sweep_time = now()`,
    [holder, lowWater],
  )
  return undefined
}

async function insert(
  client: pg.Client,
  { workerId, lowWater, messageLog }: OwnRow,
): Promise<Numbers> {
  const { rows } = await client.query<Numbers>(
    `insert into engine_processes (worker_ids, beat_time, low_water, message_log, reads_pages, knows_accounts, keeps_records)
       values ($1, now(), $2, $3, true, true, true)
     returning key, holder`,
    [[workerId], lowWater, messageLog],
  )
  return getFirst(rows)
}

interface Heard {
  holder: number | null
  /** Whether another process is dead, or has ended and is due for another search. */
  hasEnded: boolean
}

/**
 * Records a heartbeat and looks for ended processes, in one statement. Returns undefined if others have
 * taken over from this process.
 */
export async function beat(
  client: pg.Client,
  { key, lowWater }: { key: number; lowWater: string | null },
): Promise<Heard | undefined> {
  const { rows } = await client.query<Heard>({
    name: 'beat-of-process',
    text: `with own as (
        update engine_processes p set beat_time = now(), low_water = $2
          from (select key, beat_time from engine_processes where key = $1) before
         where p.key = before.key and p.ended_time is null
        returning p.holder, ${mayJudge('before.beat_time')} as may_judge)
      select own.holder, exists (select from engine_processes p
          where p.key <> $1 and ${isEnded('own.may_judge')}) as "hasEnded" from own`,
    values: [key, lowWater],
    ...answeredSoon,
  })
  return rows[0]
}

interface ClaimedProcess extends EndedProcess {
  workerIds: string[]
  /** Whether it was alive for all others before. */
  isNew: boolean
  /** Whether this is the last search for what it claimed or committed late. */
  isLast: boolean
}

/**
 * Marks dead processes as ended, and claims those due for another search; with `all`, all ended ones.
 * The time of searches starts anew if nobody searched meanwhile.
 */
export async function claimEnded(
  tx: AcrossTenants,
  { key, all }: { key: number; all: boolean },
): Promise<ClaimedProcess[]> {
  const { rows } = await sql<ClaimedProcess>`
    with own as (select ${sql.raw(mayJudge('beat_time'))} as may_judge
        from engine_processes where key = ${key} and ended_time is null),
      claimed as (
        select p.key, p.ended_time, p.ended_time is null as is_new,
               p.ended_time is null or ${sql.raw(searchTime)} < now() - interval '1 minute' as is_begun
          from engine_processes p, own
         where p.key <> ${key}
           and (${sql.raw(isEnded('own.may_judge'))} or ${all}::boolean and p.ended_time is not null)
           for update of p skip locked)
    update engine_processes p
       set ended_time = case when is_begun then now() else p.ended_time end,
           sweep_time = now() + case when is_begun then interval '2 seconds' else
             least(greatest(now() - p.ended_time, interval '2 seconds'), interval '15 seconds') end
      from claimed where p.key = claimed.key
    returning p.key, p.holder, p.low_water, p.worker_ids, is_new,
      not is_begun and ${sql.raw(isForgotten('p.ended_time'))} as is_last
  `.execute(tx)
  return rows
}

/** Releases the number of this process. */
export const holdNothing = ({ client, key }: ProcessRegistration) =>
  client.query({
    text: 'update engine_processes set low_water = null where key = $1 and ended_time is null',
    values: [key],
    ...answeredSoon,
  })

/** Locks the rows, so that only one process at a time releases what these held. */
export async function lockEnded(
  tx: AcrossTenants,
  keys: readonly number[],
): Promise<EndedProcess[]> {
  const { rows } = await sql<EndedProcess>`
    select key, holder, low_water from engine_processes
     where key = any(${keys}::int[]) and ended_time is not null order by key for update skip locked
  `.execute(tx)
  return rows
}

/** Deletes the rows of processes that ended long ago. */
export const forgetEnded = (db: AcrossTenants, keys: readonly number[]) =>
  sql`delete from engine_processes
       where key = any(${keys}::int[]) and ${sql.raw(isForgotten('ended_time'))}`.execute(db)

/**
 * Whether the process whose key is in this column exists no more. What it has claimed under its key is held
 * until it is taken over.
 */
export const isHeldByNobody = (column: string) => sql<boolean>`
  (${sql.ref(column)} is not null
    and not exists (select from engine_processes where key = ${sql.ref(column)}))`

/** Returns those of the workers that belong to no live process. */
export async function findUnregistered(
  tx: AcrossTenants,
  workerIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ workerId: string }>`
    select worker_id from unnest(${workerIds}::text[]) worker_id
     where not exists (select from engine_processes p
       where p.ended_time is null and worker_id = any(p.worker_ids))
  `.execute(tx)
  return rows.map(({ workerId }) => workerId)
}

/** Unlocks the jobs of these workers and announces them. Returns the number of jobs and queues. */
export async function unlockJobs(tx: AcrossTenants, workerIds: readonly string[]): Promise<number> {
  if (workerIds.length === 0) return 0
  const { rows } = await sql<{ count: number }>`
    with jobs as (update graphile_worker._private_jobs set locked_at = null, locked_by = null
        where locked_by = any(${workerIds}::text[]) returning id),
      queues as (update graphile_worker._private_job_queues set locked_at = null, locked_by = null
        where locked_by = any(${workerIds}::text[]) returning id)
    select (select count(*) from jobs)::int + (select count(*) from queues)::int as count
  `.execute(tx)
  const { count } = getFirst(rows)
  // The job library announces new jobs, but not released ones.
  if (count > 0) {
    await sql`select pg_notify('jobs:insert', json_build_object(
      'r', random()::text, 'count', ${count}::int)::text)`.execute(tx)
  }
  return count
}

/**
 * How long ended processes are searched for: longer than a session executes a statement and the commit
 * of a process that has died.
 */
const searchedForSeconds = 120

const isForgotten = (endedTime: string) =>
  `${endedTime} < now() - interval '${searchedForSeconds} seconds'`

/** SQL: when to search for what the ended process `p` claimed or committed late. */
const searchTime = 'coalesce(p.sweep_time, p.ended_time)'

/** SQL: whether the process `p` is dead, or has ended and is due for another search. */
const isEnded = (judges: string) => `case when p.ended_time is not null
    then ${searchTime} <= now()
    else ${judges} and ${standsStill('p.beat_time')} or ${isUnlocked(lockClass, 'p.key')} end`
