import { sql, type Kysely } from 'kysely'

/** Limits keys to one destination, which they are deleted with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table api_keys
    add column destination_id text collate "C" references destinations on delete cascade`.execute(
    db,
  )
}
