import { sql, type Kysely } from 'kysely'

/** Changes of one kind are found without looking at all of an organization's. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index audit_log_of_action on audit_log (org_id, action, id)`.execute(db)
}
