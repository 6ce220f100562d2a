import { sql, type Kysely } from 'kysely'

/** Invites are counted and listed by their organization. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index on invites (org_id, create_time)`.execute(db)
}
