import { sql } from 'kysely'
import type { AcrossTenants } from '../db/database.ts'

interface RunningJob {
  id: string
  key: string | null
  revision: number
}

/**
 * Fails if the job's own row has become the next job with its key. A job that runs is locked, so
 * enqueuing its key adds a row. If its lock was released in the meantime, because the connection of
 * this process had broken, the row itself was changed, and graphile-worker would delete it by its ID at
 * the end of the handler. A failure is only recorded in rows that this process has locked.
 */
export async function failIfReplaced(
  db: AcrossTenants,
  { id, key, revision }: RunningJob,
): Promise<void> {
  if (key === null) return
  const { rows } = await sql`
    select from graphile_worker._private_jobs
     where id = ${id}::bigint and key = ${key} and revision <> ${revision}`.execute(db)
  if (rows.length > 0) {
    throw new Error(
      'The job was unlocked while it ran, and enqueued again. It runs at its new time.',
    )
  }
}
