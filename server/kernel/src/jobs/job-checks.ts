import { type Expression, type SqlBool, sql } from 'kysely'
import type { Logger } from 'pino'
import type { AcrossTenants, Database } from '../db/database.ts'
import { repeatUntil } from '../values/sleep.ts'
import { type JobName, type Jobs, enqueue, lastingAttempts } from './enqueue.ts'
import { getNow } from '../values/database-clock.ts'
import { getFirst } from '../values/must.ts'

/** Jobs whose payload is empty. */
type PlainJobName = {
  [Name in JobName]: Record<string, never> extends Jobs[Name] ? Name : never
}[JobName]

/** Selects a row if the job has something to do, as of this time. */
type WorkQuery = (db: AcrossTenants, now: Date) => Expression<unknown>

/** By job, queries of which one finds a row whenever the job has something to do. */
export type JobChecks = Partial<Record<PlainJobName, readonly WorkQuery[]>>

const checkEveryMs = 60_000

/**
 * Checks every minute, by one statement, which of these jobs have something to do, and enqueues
 * only those: a job that runs every minute costs a dozen statements even if it finds nothing.
 */
export function startJobChecks(
  { everything }: Pick<Database, 'everything'>,
  checks: readonly JobChecks[],
  log: Logger,
): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const checking = repeatUntil(stopping.signal, async () => {
    try {
      await forgetFutureRuns(everything)
      await enqueueNeeded(everything, checks, getNow())
    } catch (error) {
      log.warn({ err: error }, 'cannot check which jobs are needed; retrying in a minute')
    }
    return checkEveryMs
  })
  return {
    async stop() {
      stopping.abort()
      await checking.ended
    },
  }
}

/**
 * Corrects runs of regular jobs that a machine with a wrong clock recorded for the future: until
 * then, no process would run them. The job library runs them by the clock of its machine.
 */
export const forgetFutureRuns = (db: AcrossTenants) =>
  sql`update graphile_worker._private_known_crontabs set last_execution = now()
    where last_execution > now() + interval '2 minutes'`.execute(db)

/** Enqueues the jobs that have something to do, unless they are pending. */
export async function enqueueNeeded(
  db: AcrossTenants,
  checks: readonly JobChecks[],
  now: Date,
): Promise<void> {
  const queries = checks.flatMap((ofDomain) =>
    Object.entries(ofDomain).flatMap(([name, ofJob]) =>
      ofJob.map((query) => ({ name: name as PlainJobName, query })),
    ),
  )
  if (queries.length === 0) return
  const found: Record<string, unknown> = await db
    .selectNoFrom(
      queries.map(({ query }, index) => sql<SqlBool>`exists ${query(db, now)}`.as(`check${index}`)),
    )
    .executeTakeFirstOrThrow()
  const needed = queries.filter((_query, index) => found[`check${index}`])
  for (const name of new Set(needed.map((one) => one.name))) {
    await enqueue(db, name, {}, { key: name, keepsTime: true })
  }
}

declare module './enqueue.ts' {
  interface Jobs {
    'revive-jobs': Record<string, never>
  }
}

/** Attempts after which a job counts as failing; it has then failed for about four minutes. */
export const failingAttempts = 5
/** Maximum number of attempts in earlier versions, for jobs that must not be lost. */
const earlierAttempts = 25

/** Counts the jobs of all tenants that keep failing. */
export async function countFailingJobs(db: AcrossTenants): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from graphile_worker._private_jobs
     where attempts >= ${failingAttempts} and max_attempts > ${failingAttempts}
       and (is_available or locked_at is not null)
  `.execute(db)
  return getFirst(rows).count
}

/**
 * Retries jobs that an earlier version gave up, and removes jobs that a later one has replaced or
 * that are not worth another attempt.
 */
export async function reviveJobs(db: AcrossTenants): Promise<void> {
  await sql`
    update graphile_worker._private_jobs
       set max_attempts = ${lastingAttempts}, run_at = now(), updated_at = now()
     where attempts >= max_attempts and max_attempts = ${earlierAttempts}
       and key is not null and locked_at is null
  `.execute(db)
  await sql`
    delete from graphile_worker._private_jobs
     where attempts >= max_attempts and locked_at is null and updated_at < now() - interval '7 days'
  `.execute(db)
}

export const failingJobs = ({ everything }: Database) => ({
  'revive-jobs': () => reviveJobs(everything),
})
