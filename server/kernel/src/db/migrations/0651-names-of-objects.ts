import { sql, type Kysely } from 'kysely'

/** Names of an account's objects in events, which other accounts may use for other objects. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table subscribed_installations add column names_in_events jsonb`.execute(db)
}
