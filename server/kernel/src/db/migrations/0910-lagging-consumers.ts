import { sql, type Kysely } from 'kysely'

/** When it was announced that a consumer is about to miss messages; null once it has caught up. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table pull_consumers add column lagging_since timestamptz`.execute(db)
}
