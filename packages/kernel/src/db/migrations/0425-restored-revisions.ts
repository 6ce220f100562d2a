import { sql, type Kysely } from 'kysely'

/** Of a revision that was rolled back to, which one it restores. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table revisions add column restores text`.execute(db)
}
