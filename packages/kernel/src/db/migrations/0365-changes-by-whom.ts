import { sql, type Kysely } from 'kysely'

/** Changes by one actor or in one project are found without looking at all of an organization's. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index audit_log_of_actor on audit_log (org_id, actor_id, id)`.execute(db)
  await sql`create index audit_log_of_project on audit_log (org_id, project_id, id)`.execute(db)
}
