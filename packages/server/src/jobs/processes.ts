import { closeClient } from '../db/close-client.ts'
import { sleep } from '../values/sleep.ts'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import { lockClasses } from '../db/advisory-locks.ts'
import { answeredSoon } from '../db/answered-soon.ts'
import type { AcrossTenants, Database } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import { firstOf } from '../values/must.ts'
import { mayJudge, standsStill } from './standing-still.ts'

const lockClass = lockClasses.processes

/**
 * How often a process shows that it lives and looks for dead ones. Death is noticed by PostgreSQL when the
 * connection closes, and where a process stands still by its silence.
 */
const checkEveryMs = 3_000

export interface Processes {
  /** The number under which this process works; another one after its connection broke. */
  key(): number
  onEnded(heir: Heir): void
  stop(): Promise<void>
}

/** What takes over from processes that have ended. */
export interface Heir {
  /** Gives free what they held, in the transaction that forgets them. */
  release(tx: AcrossTenants, keys: readonly number[]): Promise<void>
  /** It is free, for this process to take. */
  released(): void
}

/**
 * Records that this process is alive, and reassigns the work of dead processes.
 *
 * graphile-worker keeps a killed worker's jobs locked for hours. Here each process holds a session
 * lock: when it dies, PostgreSQL drops the lock with the connection, and whichever process looks
 * next hands the jobs back to the queue. One that stands still, stopped or in a loop without end,
 * keeps its connection: it is taken for dead when it has not been heard for `stillForMs`. Should it go
 * on, its row is gone, and what it claims or writes under its former key is refused.
 */
export async function watchProcesses(
  database: Database,
  workerIds: readonly string[],
  log: Logger,
): Promise<Processes> {
  const stopped = new AbortController()
  const heirs: Heir[] = []
  /** Keys under which this process worked before its connection broke, or others took over from it. */
  const former: number[] = []
  let unlocksAt = 0
  let { client, key } = await register(database, workerIds)

  const watching = (async () => {
    while (!stopped.signal.aborted) {
      try {
        const heard = await beat(client, key)
        if (!heard) throw new Error('Another process took over the work of this one.')
        if (heard.mayJudge) {
          await takeOverFromDead(database, client, { heirs, former, log })
          if (performance.now() >= unlocksAt) {
            await unlockJobsOfEnded(database, client, log)
            unlocksAt = performance.now() + unlockEveryMs
          }
        }
      } catch (error) {
        log.warn({ err: error }, 'the liveness connection of this process broke; reopening it')
        await closeClient(client)
        await register(database, workerIds).then(
          (registered) => {
            // What it claims meanwhile under the key that is gone, nobody else would give free.
            former.push(key)
            ;({ client, key } = registered)
          },
          (failure: unknown) => log.warn({ err: failure }, 'it could not be opened; retrying'),
        )
      }
      await sleep(checkEveryMs, stopped.signal)
    }
  })()

  return {
    key: () => key,
    onEnded: (heir) => void heirs.push(heir),
    async stop() {
      stopped.abort()
      await watching
      await closeClient(client)
    },
  }
}

async function register(
  database: Database,
  workerIds: readonly string[],
): Promise<{ client: pg.Client; key: number }> {
  const client = await database.dedicated()
  try {
    // The lock is taken before the row can be seen, so that nobody takes this process for dead.
    await client.query('begin')
    const { rows } = await client.query<{ key: number }>(
      'insert into engine_processes (worker_ids, beat_time) values ($1, now()) returning key',
      [workerIds],
    )
    const { key } = firstOf(rows)
    await client.query('select pg_advisory_lock($1, $2)', [lockClass, key])
    await client.query('commit')
    return { client, key }
  } catch (error) {
    await closeClient(client)
    throw error
  }
}

/** Shows that this process lives; undefined when it was taken for dead meanwhile. */
async function beat(client: pg.Client, key: number): Promise<{ mayJudge: boolean } | undefined> {
  const { rows } = await client.query<{ mayJudge: boolean }>({
    name: 'beat-of-process',
    text: `update engine_processes p set beat_time = now()
        from (select key, beat_time from engine_processes where key = $1) before
       where p.key = before.key
      returning ${mayJudge('before.beat_time')} as "mayJudge"`,
    values: [key],
    ...answeredSoon,
  })
  return rows[0]
}

async function takeOverFromDead(
  database: Database,
  client: pg.Client,
  { heirs, former, log }: { heirs: readonly Heir[]; former: number[]; log: Logger },
): Promise<void> {
  const { rows } = await client.query<{ key: number }>({
    name: 'find-dead-processes',
    text: `select key from engine_processes p where p.ended_time is null and ${isDead}`,
    ...answeredSoon,
  })
  if (rows.length === 0 && former.length === 0) return
  await inTransaction(database.through(client), async (tx) => {
    const dead = await sql<{ key: number; workerIds: string[] }>`
      delete from engine_processes p where p.ended_time is null and ${sql.raw(isDead)}
      returning key, worker_ids
    `.execute(tx)
    const workers = dead.rows.flatMap((row) => row.workerIds)
    if (workers.length > 0) {
      await sql`insert into engine_processes (worker_ids, ended_time)
        values (${workers}, now())`.execute(tx)
    }
    await unlockJobs(tx, workers)
    for (const heir of heirs) {
      await heir.release(tx, [...former, ...dead.rows.map(({ key }) => key)])
    }
    if (workers.length > 0) log.info({ workers }, 'took over the jobs of a process that ended')
  })
  former.length = 0
  for (const heir of heirs) heir.released()
}

/**
 * Unlocks again what processes have locked that ended a short time ago. One that lost its liveness connection,
 * as all do when PostgreSQL restarts, takes jobs until it is registered again, and may die before.
 */
async function unlockJobsOfEnded(
  database: Database,
  client: pg.Client,
  log: Logger,
): Promise<void> {
  const { rows } = await client.query<{ key: number }>({
    name: 'find-ended-processes',
    text: `with forgotten as (delete from engine_processes
          where ended_time < now() - interval '${endedForMs} milliseconds')
      select key from engine_processes
       where ended_time >= now() - interval '${endedForMs} milliseconds'`,
    ...answeredSoon,
  })
  if (rows.length === 0) return
  await inTransaction(database.through(client), async (tx) => {
    // Locked, so that two processes do not unlock the same jobs in different orders.
    const ended = await sql<{ workerIds: string[] }>`
      select worker_ids from engine_processes where ended_time is not null for update skip locked
    `.execute(tx)
    const alive = await sql<{ workerIds: string[] }>`
      select worker_ids from engine_processes where ended_time is null
    `.execute(tx)
    const registered = new Set(alive.rows.flatMap(({ workerIds }) => workerIds))
    const workers = ended.rows
      .flatMap(({ workerIds }) => workerIds)
      .filter((id) => !registered.has(id))
    const count = await unlockJobs(tx, workers)
    if (count > 0) log.info({ workers, count }, 'unlocked jobs that a process took before it ended')
  })
}

/** Makes what these workers have locked available to others, and announces it; returns how many jobs and queues. */
async function unlockJobs(tx: AcrossTenants, workers: readonly string[]): Promise<number> {
  if (workers.length === 0) return 0
  const { rows } = await sql<{ count: number }>`
    with jobs as (update graphile_worker._private_jobs set locked_at = null, locked_by = null
        where locked_by = any(${workers}::text[]) returning id),
      queues as (update graphile_worker._private_job_queues set locked_at = null, locked_by = null
        where locked_by = any(${workers}::text[]) returning id)
    select (select count(*) from jobs)::int + (select count(*) from queues)::int as count
  `.execute(tx)
  const { count } = firstOf(rows)
  // The job library announces new jobs, but not those that are given back.
  if (count > 0) {
    await sql`select pg_notify('jobs:insert', json_build_object(
      'r', random()::text, 'count', ${count}::int)::text)`.execute(tx)
  }
  return count
}

/** How often that is looked for, in all rows of the jobs. */
const unlockEveryMs = 15_000

/** A process that has not registered again for so long has ended, or cannot reach the database. */
const endedForMs = 120_000

const isDead = `(${standsStill('p.beat_time')} or not exists (
  select from pg_locks l
   where l.locktype = 'advisory' and l.classid = ${lockClass} and l.objid = p.key
     and l.database = (select oid from pg_database where datname = current_database())))`
