import { sql, type Kysely } from 'kysely'

/** Required fields of an object that the end user has not mapped, as announced to the builder. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table installation_objects
      add column missing_mappings jsonb,
      add column missing_since timestamptz,
      -- By the provider's clock.
      add column missing_from timestamptz
  `.execute(db)
}
