import { closeClient } from '../db/close-client.ts'
import { repeatUntil } from '../values/repeat-until.ts'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Logger } from 'pino'
import { lockClasses } from '../db/advisory-locks.ts'
import { answeredSoon } from '../db/answered-soon.ts'
import type { AcrossTenants, Database } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import { firstOf } from '../values/must.ts'
import { isUnlocked, mayJudge, standsStill } from './standing-still.ts'

const lockClass = lockClasses.processes

/**
 * Interval of heartbeats and of checks for dead processes. PostgreSQL notices a death when the
 * connection closes; a stalled process is noticed by its missing heartbeats.
 */
const checkEveryMs = 3_000

export interface Processes {
  /** Returns the current number of this process, which changes if its connection breaks. */
  key(): number
  onEnded(heir: Heir): void
  stop(): Promise<void>
}

/** A component that takes over from ended processes. */
export interface Heir {
  /** Releases what the processes held, in the transaction that removes them. */
  release(tx: AcrossTenants, keys: readonly number[]): Promise<void>
  /**
   * Releases what is held under numbers that no process has. Called when the heir is added, and
   * every `sweepEveryMs`: a process may claim under its number after others removed it, and one
   * without this heir may have removed another.
   */
  releaseOrphans(db: AcrossTenants): Promise<void>
  /** Called when released work is available to this process. */
  released(): void
}

/**
 * Registers this process as alive, and reassigns the work of dead processes. graphile-worker keeps
 * a killed worker's jobs locked for hours. Here each process holds a session lock: when it dies,
 * PostgreSQL releases the lock with the connection, and the next process that checks returns the
 * jobs to the queue. A process that is stopped or stuck in a loop keeps its connection: it is
 * considered dead after `stillForMs` without a heartbeat. If it continues later, its row is gone,
 * and everything it claims or writes under its former key is rejected.
 */
export async function watchProcesses(
  database: Database,
  workerIds: readonly string[],
  log: Logger,
): Promise<Processes> {
  const stopped = new AbortController()
  const heirs: Heir[] = []
  /** Earlier keys of this process, from before its connection broke or others took over. */
  const former: number[] = []
  let sweepsAt = 0
  let { client, key } = await register(database, workerIds)

  const watching = repeatUntil(stopped.signal, async () => {
    try {
      const heard = await beat(client, key)
      if (!heard) throw new Error('Another process took over the work of this one.')
      if (heard.mayJudge) {
        if (heard.hasDead || former.length > 0) {
          await takeOverFromDead(database, client, { heirs, former, log })
        }
        if (performance.now() >= sweepsAt) {
          sweepsAt = performance.now() + sweepEveryMs
          await unlockJobsOfEnded(database, client, log)
          await releaseOrphans(database, heirs, log)
        }
      }
    } catch (error) {
      log.warn({ err: error }, 'the liveness connection of this process broke; reopening it')
      await closeClient(client)
      await register(database, workerIds).then(
        (registered) => {
          // Jobs claimed under the removed key would otherwise stay locked.
          former.push(key)
          ;({ client, key } = registered)
        },
        (failure: unknown) => log.warn({ err: failure }, 'it could not be opened; retrying'),
      )
    }
    return checkEveryMs
  })

  return {
    key: () => key,
    onEnded(heir) {
      heirs.push(heir)
      sweepsAt = 0
      watching.wake()
    },
    async stop() {
      stopped.abort()
      await watching.ended
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
    // The lock is taken before the row is visible, so that the process is not considered dead.
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

interface Heard {
  mayJudge: boolean
  /** Whether another process is dead. */
  hasDead: boolean
}

/**
 * Records a heartbeat and looks for dead processes, in one statement. Returns undefined if the process was
 * considered dead in the meantime.
 */
async function beat(client: pg.Client, key: number): Promise<Heard | undefined> {
  const { rows } = await client.query<Heard>({
    name: 'beat-of-process',
    text: `update engine_processes p set beat_time = now()
        from (select key, beat_time from engine_processes where key = $1) before
       where p.key = before.key
      returning ${mayJudge('before.beat_time')} as "mayJudge",
        exists (select from engine_processes p
          where p.ended_time is null and p.key <> $1 and ${isDead}) as "hasDead"`,
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
 * Unlocks jobs of recently ended processes again. A process that loses its liveness connection, as
 * all do when PostgreSQL restarts, takes jobs until it is registered again, and may die before
 * that.
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

/** Unlocks the jobs of these workers and announces them. Returns the number of jobs and queues. */
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
  // The job library announces new jobs, but not released ones.
  if (count > 0) {
    await sql`select pg_notify('jobs:insert', json_build_object(
      'r', random()::text, 'count', ${count}::int)::text)`.execute(tx)
  }
  return count
}

/** A failure concerns one heir, and is no reason to register again: the next sweep repeats it. */
async function releaseOrphans(
  database: Database,
  heirs: readonly Heir[],
  log: Logger,
): Promise<void> {
  for (const heir of heirs) {
    await heir
      .releaseOrphans(database.everything)
      .catch((error: unknown) => log.warn({ err: error }, 'cannot release orphans; retrying'))
  }
}

/** Interval of these checks, one of which scans all jobs. */
const sweepEveryMs = 15_000

/** After this time without registration, a process has ended or cannot reach the database. */
const endedForMs = 120_000

const isDead = `(${standsStill('p.beat_time')} or ${isUnlocked(lockClass, 'p.key')})`
