import { sql, type Kysely } from 'kysely'

/** Keeps for a while under which worker IDs an ended process may have locked jobs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table engine_processes add ended_time timestamptz`.execute(db)
}
