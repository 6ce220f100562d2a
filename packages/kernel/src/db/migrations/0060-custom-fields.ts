import { sql, type Kysely } from 'kysely'
import { isolateTenants } from '../row-level-security.ts'

/** What was applied to which field of a customer's account, and how it went the last time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table custom_fields (
      id text primary key,
      connection_id text not null references connections on delete cascade,
      object_name text not null,
      field_name text not null,
      project_id text not null references projects on delete cascade,
      operation_id text references operations on delete set null,
      display_name text not null,
      value_type text not null,
      action text not null check (action in ('create', 'update', 'none')),
      metadata jsonb,
      warnings jsonb not null default '[]',
      error text,
      apply_time timestamptz not null default now(),
      unique (connection_id, object_name, field_name)
    );
    create index on custom_fields (operation_id);

    alter table operations add column object_names text[];
  `.execute(db)
  await isolateTenants(db, 'custom_fields', 'project_id')
}
