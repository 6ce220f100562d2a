import type pg from 'pg'
import { sleep } from '../../values/sleep.ts'
import { indexLock } from '../advisory-locks.ts'
import type { Database } from '../database.ts'
import { isDeadlock } from '../errors.ts'

/** An index of a table that processes of the previous version use meanwhile. */
export interface ConcurrentIndex {
  name: string
  /** The text after the name, such as `on operations (id)`. */
  definition: string
}

/** Where long builds are reported. */
export interface ProgressLog {
  info(about: object, message: string): void
}

const lockEveryMs = 500
const defaultReportEveryMs = 10_000

/**
 * Builds an index without blocking reads and writes of its table, unless it exists. It waits for every
 * transaction of the database that began before. An index that an interrupted build left invalid is
 * dropped and built again. The caller must not hold `schemaLock`: the build would wait for processes that
 * wait for that lock.
 */
export async function buildIndex(
  database: Database,
  index: ConcurrentIndex,
  {
    log,
    reportEveryMs = defaultReportEveryMs,
  }: { log?: ProgressLog | undefined; reportEveryMs?: number } = {},
): Promise<void> {
  const { name } = index
  await database.asOwner(async (client) => {
    await takeIndexLock(client, () =>
      log?.info({ index: name }, 'waiting for another process that builds an index'),
    )
    if ((await findIndexState(client, name)) === 'valid') return
    const startedAt = performance.now()
    log?.info({ index: name }, 'building an index, which can take minutes on large tables')
    const built = new AbortController()
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const reporting = reportProgress(database, name, {
      ...{ pid: rows[0]?.pid, log, reportEveryMs, until: built.signal },
    })
    try {
      await createValid(client, index)
    } finally {
      built.abort()
      await reporting
    }
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    log?.info({ index: name, seconds }, 'built an index')
  })
}

/**
 * A session that waits in PostgreSQL has a snapshot, for which the build waits in turn: the lock is
 * requested again and again instead.
 */
async function takeIndexLock(client: pg.Client, onWait: () => void): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const { rows } = await client.query<{ isTaken: boolean }>(
      'select pg_try_advisory_lock($1, $2) as "isTaken"',
      [...indexLock],
    )
    if (rows[0]?.isTaken) return
    if (attempt === 1) onWait()
    await sleep(lockEveryMs)
  }
}

async function createValid(client: pg.Client, { name, definition }: ConcurrentIndex) {
  for (let attempt = 1; ; attempt++) {
    if ((await findIndexState(client, name)) === 'invalid') {
      await client.query(`drop index concurrently if exists ${name}`)
    }
    try {
      await client.query(`create index concurrently ${name} ${definition}`)
      return
    } catch (error) {
      if (!isDeadlock(error) || attempt === maxAttempts) throw error
    }
  }
}

/** Each attempt takes at least the second after which PostgreSQL detects deadlocks. */
const maxAttempts = 20

async function findIndexState(
  client: pg.Client,
  name: string,
): Promise<'absent' | 'invalid' | 'valid'> {
  const { rows } = await client.query<{ isValid: boolean }>(
    'select indisvalid as "isValid" from pg_index where indexrelid = to_regclass($1)',
    [name],
  )
  const [row] = rows
  if (!row) return 'absent'
  return row.isValid ? 'valid' : 'invalid'
}

interface Progress {
  phase: string
  percent: number | null
  /** The process of PostgreSQL whose transaction the build waits for. */
  waitsForPid: number | null
}

/** Logs how far the build is, on a connection of its own. A failure stops the reports only. */
async function reportProgress(
  database: Database,
  name: string,
  {
    pid,
    log,
    reportEveryMs,
    until,
  }: {
    pid: number | undefined
    log: ProgressLog | undefined
    reportEveryMs: number
    until: AbortSignal
  },
): Promise<void> {
  await sleep(reportEveryMs, until)
  if (!log || until.aborted) return
  await database
    .asOwner(async (client) => {
      // Progress is visible to the user who logged in, not to the group of owners.
      await client.query('set role none')
      while (!until.aborted) {
        const { rows } = await client.query<Progress>(
          `select phase,
             floor(100.0 * greatest(
               blocks_done::float8 / nullif(blocks_total, 0),
               tuples_done::float8 / nullif(tuples_total, 0)))::int as percent,
             nullif(current_locker_pid, 0)::int as "waitsForPid"
           from pg_stat_progress_create_index
          where pid = $1`,
          [pid],
        )
        if (rows[0] && !until.aborted) log.info({ index: name, ...rows[0] }, 'building an index')
        await sleep(reportEveryMs, until)
      }
    })
    .catch((error: unknown) => {
      log.info({ index: name, err: error }, 'cannot report the progress of an index')
    })
}
