import { sql, type Kysely } from 'kysely'

/** Announcements of changes while a sweep runs, after which it starts again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Earlier processes ignore it: they leave such changes to the next announcement.
  await sql`alter table change_sweeps add column announced_since timestamptz`.execute(db)
}
