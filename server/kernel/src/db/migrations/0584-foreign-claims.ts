import { sql, type Kysely } from 'kysely'

/** Streams of the message log that belong to another database, so that no process stores messages there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table log_streams add column foreign_claim text`.execute(db)
}
