import { sql, type Kysely } from 'kysely'

/** Why the last read of an object failed, and since when its reads fail. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table installation_objects
      add column failing_since timestamptz,
      add column failing_because text
  `.execute(db)
}
