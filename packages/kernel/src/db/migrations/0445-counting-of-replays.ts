import { sql, type Kysely } from 'kysely'

/** What a replay has is counted by one process, and by another if that one dies. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table replays add column count_again_time timestamptz`.execute(db)
}
