import { sql, type Kysely } from 'kysely'

/**
 * Where the parts of metadata that may hold credentials are kept sealed. Those that were written
 * before stay as they are until the next write: the keys that seal are not in the database.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table destinations add column headers bytea;
    alter table provider_apps add column provider_params bytea;
  `.execute(db)
}
