import { sql, type Kysely } from 'kysely'

/** Records are found by organization, never by ID alone: that index cost a third of an insertion. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table audit_log drop constraint audit_log_pkey`.execute(db)
}
