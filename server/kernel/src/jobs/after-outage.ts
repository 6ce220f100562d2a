import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { AcrossTenants, Database } from '../db/database.ts'
import { isDatabaseAway } from '../db/errors.ts'
import { sleep } from '../values/sleep.ts'

/** Pause before a job that failed because of the database is tried again, and between searches. */
const defaultPauseMs = 5_000
/** Maximum number of searches for a job, in case its failure is never recorded. */
const maxSearches = 120

/**
 * Repeats jobs soon that failed because the database was unavailable: graphile-worker delays a job by
 * the number of its attempts, to which each process that died counts, and so up to six hours.
 */
export function repeatAfterOutages(
  database: Database,
  {
    stopping,
    log,
    pauseMs = defaultPauseMs,
  }: { stopping: AbortSignal; log: Logger; pauseMs?: number | undefined },
): { noteEnd(job: { id: string }, error: unknown): void } {
  /** Number of searches for each job. */
  let failed = new Map<string, number>()
  let isSearching = false

  const search = async () => {
    isSearching = true
    while (failed.size > 0) {
      await sleep(pauseMs, stopping)
      // Another process repeats what is left, later.
      if (stopping.aborted) return
      // A job may fail again before the reply arrives.
      const searched = failed
      failed = new Map()
      const again = await repeatSoon(database.everything, [...searched.keys()]).catch(
        (error: unknown) => {
          log.warn({ err: error }, 'cannot repeat jobs that failed during an outage; retrying')
          return searched
        },
      )
      for (const [id, searches] of searched) {
        if (again.has(id) && !failed.has(id) && searches < maxSearches) {
          failed.set(id, searches + 1)
        }
      }
    }
    isSearching = false
  }

  return {
    noteEnd({ id }, error) {
      if (!isBecauseOfDatabase(error) || stopping.aborted) return
      failed.set(id, 0)
      if (!isSearching) void search()
    },
  }
}

const isBecauseOfDatabase = (error: unknown): boolean =>
  isDatabaseAway(error) || (error instanceof Error && isBecauseOfDatabase(error.cause))

/**
 * Makes jobs due whose failure is recorded, without counting the attempt. Returns those that are still
 * locked, because theirs is not recorded yet.
 */
export async function repeatSoon(
  db: AcrossTenants,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    with repeated as (
      update graphile_worker._private_jobs
         set run_at = now(), attempts = attempts - 1
       where id = any(${ids}::bigint[]) and locked_at is null and is_available
         and run_at > now() and attempts > 0)
    select id::text as id from graphile_worker._private_jobs
     where id = any(${ids}::bigint[]) and locked_at is not null`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
