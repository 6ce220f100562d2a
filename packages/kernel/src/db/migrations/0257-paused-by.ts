import { sql, type Kysely } from 'kysely'

/** Who wished that an object is not read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table installation_objects add paused_by text`.execute(db)
}
