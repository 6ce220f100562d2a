import { sql, type Kysely } from 'kysely'

/**
 * When the records of a write went to the provider: what it created since then is where a create
 * without a reply is looked for. Null for writes that the version before sends, which are not looked for.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table writes add column first_sent_time timestamptz, add column last_sent_time timestamptz;
    create index on writes (installation_id, last_sent_time);
    drop index writes_installation_id_idx;
  `.execute(db)
}
