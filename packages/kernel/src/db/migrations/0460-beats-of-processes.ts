import { sql, type Kysely } from 'kysely'

/**
 * When a process was heard last: one that stands still keeps its connection, and so the lock that shows
 * it alive. Null for processes of the previous version, which do not record it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table engine_processes add column beat_time timestamptz`.execute(db)
  await sql`alter table senders add column beat_time timestamptz`.execute(db)
}
