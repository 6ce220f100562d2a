import { sql, type Kysely } from 'kysely'

/** Who deployed a revision, had an operation begin, and cancelled it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table revisions add created_by text;
    alter table operations add created_by text, add canceled_by text;
  `.execute(db)
}
