import { sql, type Kysely } from 'kysely'
import { isolateTenants } from '../schema/row-level-security.ts'

/** Types of events that builders send themselves. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table event_types (
      project_id text not null references projects on delete cascade,
      name text collate "C" not null,
      description text,
      -- JSON Schema of the data.
      schema jsonb,
      create_time timestamptz not null default now(),
      update_time timestamptz,
      primary key (project_id, name)
    );
  `.execute(db)
  await isolateTenants(db, 'event_types', 'project_id')
}
