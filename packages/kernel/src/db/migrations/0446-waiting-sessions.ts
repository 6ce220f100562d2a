import { sql, type Kysely } from 'kysely'

/** Those who wait for a consent are counted without looking at those of other tenants. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index connect_sessions_waiting on connect_sessions (project_id, group_ref)
     where status = 'pending'`.execute(db)
}
