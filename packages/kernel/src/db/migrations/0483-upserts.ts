import { sql, type Kysely } from 'kysely'
import { isolateTenants } from '../row-level-security.ts'

/**
 * Upserts by a key field, and the keys that are held while records are looked for and written. A row
 * outlives its write where the next one must know of it: what was created, or sent without an answer.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table writes add column key_field_name text;
    alter table writes drop constraint writes_type_check;
    alter table writes add constraint writes_type_check
      check (type in ('create', 'update', 'upsert', 'delete')) not valid;

    create table upsert_keys (
      connection_id text not null references connections on delete cascade,
      key_hash bytea not null,
      project_id text not null references projects on delete cascade,
      holder text not null,
      expire_time timestamptz not null,
      sent_time timestamptz,
      record_id text,
      primary key (connection_id, key_hash)
    );
    create index on upsert_keys (project_id);
  `.execute(db)
  await isolateTenants(db, 'upsert_keys', 'project_id')
}
