import { sql, type Kysely } from 'kysely'
import { isolateTenants } from '../schema/row-level-security.ts'

/** Writes that wait for the decision of a person. They end with their operation. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table approvals (
      id text primary key,
      project_id text not null,
      operation_id text not null unique references operations on delete cascade,
      installation_id text not null,
      integration_id text not null,
      integration_name text not null,
      provider text not null,
      group_ref text not null,
      object_name text not null,
      raw_object_name text not null,
      type text not null,
      record_count integer not null,
      state text not null default 'pending',
      role text,
      requested_by text not null,
      decided_by text,
      decide_time timestamptz,
      reason text,
      -- Of the secret of the latest link.
      link_hash bytea unique,
      link_consumer_ref text,
      link_consumer_name text,
      expire_time timestamptz not null,
      create_time timestamptz not null default now()
    );
    create index on approvals (project_id, group_ref, id);
    create index on approvals (project_id, id);
    create index on approvals (expire_time) where state = 'pending';
  `.execute(db)
  await isolateTenants(db, 'approvals', 'project_id')
}
