import { sql, type Kysely } from 'kysely'
import { isolateTenants } from '../schema/row-level-security.ts'

/** Links to the hosted page, with hashes of their secrets, and how the page looks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table connect_links (
      id text primary key,
      project_id text not null references projects on delete cascade,
      integration_id text not null references integrations on delete cascade,
      hash bytea not null unique,
      group_ref text not null,
      group_name text not null,
      consumer_ref text not null,
      consumer_name text not null,
      locale text,
      return_url text,
      created_by text not null,
      last_use_time timestamptz,
      expire_time timestamptz not null,
      create_time timestamptz not null default now()
    );
    create index on connect_links (project_id, id);
    create index on connect_links (integration_id);
    create index on connect_links (expire_time);
    create table branding (
      project_id text primary key references projects on delete cascade,
      content jsonb not null
    );
  `.execute(db)
  await isolateTenants(db, 'connect_links', 'project_id')
  await isolateTenants(db, 'branding', 'project_id')
}
