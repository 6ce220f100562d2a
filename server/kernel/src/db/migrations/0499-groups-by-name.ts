import { sql, type Kysely } from 'kysely'

/** Lists customers in the order of their names. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index groups_by_name on groups (project_id, group_name, group_ref)`.execute(db)
}
