import { sql, type Kysely } from 'kysely'

/** Names the key that began a sign-in, which ends when the key is withdrawn. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table connect_sessions add column key_id text`.execute(db)
}
