import { sql } from 'kysely'
import type { AcrossTenants, Database } from '../db/database.ts'
import { lastingAttempts } from './enqueue.ts'

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
  return rows[0]!.count
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
