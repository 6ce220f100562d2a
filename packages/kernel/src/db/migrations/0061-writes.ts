import { sql, type Kysely } from 'kysely'
import { isolateTenants } from '../row-level-security.ts'

/** What an operation writes to a provider, and how far it came. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table writes (
      operation_id text primary key references operations on delete cascade,
      project_id text not null references projects on delete cascade,
      installation_id text not null references installations on delete cascade,
      object_name text not null,
      type text not null check (type in ('create', 'update', 'delete')),
      is_batch boolean not null,
      all_or_none boolean not null,
      headers jsonb not null,
      records jsonb not null,
      results jsonb not null,
      sending integer[] not null default '{}',
      deadline timestamptz,
      batch_key text,
      flush_time timestamptz,
      flush_id text
    );
    create index on writes (batch_key) where batch_key is not null;
    create index on writes (flush_id) where flush_id is not null;
    create index on writes (installation_id);

    alter table operations add column successful_record_ids text[];
    create index operations_unfinished on operations (action_type) where status = 'in_progress';
  `.execute(db)
  await isolateTenants(db, 'writes', 'project_id')
}
