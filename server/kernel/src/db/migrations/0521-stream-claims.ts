import { sql, type Kysely } from 'kysely'

/** Streams of the message log name the database that may delete from them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table log_streams add column claim text, add column next_claim text`.execute(db)
}
