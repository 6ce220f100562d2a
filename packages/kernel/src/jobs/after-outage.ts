import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { AcrossTenants, Database } from '../db/database.ts'
import { isDatabaseAway } from '../db/is-database-away.ts'
import { sleep } from '../values/sleep.ts'

/** Pause before a job that failed because of the database is tried again, and between searches. */
const pauseMs = 5_000
/** Maximum number of searches for a job, in case its failure is never recorded. */
const mostSearches = 120

/**
 * Repeats jobs soon that failed because the database was unavailable: graphile-worker delays a job by
 * the number of its attempts, to which each process that died counts, and so up to six hours.
 */
export function repeatAfterOutages(
  database: Database,
  { stopping, log }: { stopping: AbortSignal; log: Logger },
): { noteEnd(job: { id: string }, error: unknown): void } {
  const failed = new Map<string, number>()
  let searching: Promise<void> | undefined

  const search = async () => {
    for (;;) {
      await sleep(pauseMs, stopping)
      // Another process repeats what is left, later.
      if (failed.size === 0 || stopping.aborted) return
      const ids = [...failed.keys()]
      try {
        const locked = await repeatSoon(database.everything, ids)
        for (const id of ids) {
          const searches = failed.get(id)! + 1
          if (locked.has(id) && searches < mostSearches) failed.set(id, searches)
          else failed.delete(id)
        }
      } catch (error) {
        log.warn({ err: error }, 'cannot repeat jobs that failed during an outage; retrying')
      }
    }
  }

  return {
    noteEnd({ id }, error) {
      if (!isBecauseOfDatabase(error) || stopping.aborted) return
      failed.set(id, 0)
      searching ??= search().finally(() => (searching = undefined))
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
