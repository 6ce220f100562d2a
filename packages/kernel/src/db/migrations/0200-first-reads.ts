import { sql, type Kysely } from 'kysely'

/** Since when changes are read of what has no backfill, though its first read fails. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table installation_objects add column begin_time timestamptz`.execute(db)
}
