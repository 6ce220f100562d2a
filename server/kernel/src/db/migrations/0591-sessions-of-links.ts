import { sql, type Kysely } from 'kysely'

/** Names the connect link that began a sign-in, which ends with it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table connect_sessions add column connect_link_id text`.execute(db)
}
