import { sql, type Kysely } from 'kysely'
import { isolateTenants } from '../row-level-security.ts'

/** The fields that accounts had when they were described last, for the preview of a deploy. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table known_fields (
      connection_id text not null references connections on delete cascade,
      object_name text not null,
      project_id text not null,
      field_names jsonb not null,
      describe_time timestamptz not null default now(),
      primary key (connection_id, object_name)
    );
  `.execute(db)
  await isolateTenants(db, 'known_fields', 'project_id')
}
