import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'

/** The first half of the advisory locks that say "this process lives". */
const lockClass = 0x504c4154

/** How often a process looks for dead ones. Death is noticed by PostgreSQL when the connection closes. */
const checkEveryMs = 3_000

export interface Processes {
  stop(): Promise<void>
}

/**
 * Tells the others that this process lives, and unlocks the jobs of those that died.
 *
 * graphile-worker keeps a killed worker's jobs locked for hours. Here each process holds a session
 * lock: when it dies, PostgreSQL drops the lock with the connection, and whichever process looks
 * next hands the jobs back to the queue.
 */
export async function watchProcesses(
  database: Database,
  workerIds: readonly string[],
  log: Logger,
): Promise<Processes> {
  const stopped = new AbortController()
  let client = await register(database, workerIds)

  const watching = (async () => {
    while (!stopped.signal.aborted) {
      try {
        await unlockJobsOfDead(client, log)
      } catch (error) {
        log.warn(
          { err: error },
          'the connection that shows this process alive broke; opening it again',
        )
        await client.end().catch(() => {})
        client = await register(database, workerIds).catch(() => client)
      }
      await sleep(checkEveryMs, undefined, { signal: stopped.signal }).catch(() => {})
    }
  })()

  return {
    async stop() {
      stopped.abort()
      await watching
      await client.end().catch(() => {})
    },
  }
}

async function register(database: Database, workerIds: readonly string[]): Promise<pg.Client> {
  const client = await database.dedicated()
  client.on('error', () => {})
  // The lock is taken before the row can be seen, so that nobody takes this process for dead.
  await client.query('begin')
  const { rows } = await client.query<{ key: number }>(
    'insert into engine_processes (worker_ids) values ($1) returning key',
    [workerIds],
  )
  await client.query('select pg_advisory_lock($1, $2)', [lockClass, rows[0]!.key])
  await client.query('commit')
  return client
}

async function unlockJobsOfDead(client: pg.Client, log: Logger): Promise<void> {
  const { rows } = await client.query<{ worker_ids: string[] }>({
    name: 'find-dead-processes',
    text: `delete from engine_processes p
            where not exists (
                select from pg_locks l
                 where l.locktype = 'advisory' and l.classid = ${lockClass} and l.objid = p.key
                   and l.database = (select oid from pg_database where datname = current_database()))
        returning worker_ids`,
  })
  if (rows.length === 0) return
  const dead = rows.flatMap((row) => row.worker_ids)
  await client.query('select graphile_worker.force_unlock_workers($1)', [dead])
  log.info({ workers: dead }, 'took over the jobs of a process that ended')
}
