import { sql, type Kysely } from 'kysely'
import { isolateTenants } from '../row-level-security.ts'

/** Who had the reads of an installation rest, and go on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table pauses (
      id text collate "C" primary key,
      project_id text not null references projects on delete cascade,
      installation_id text not null references installations on delete cascade,
      action text not null check (action in ('paused', 'resumed')),
      -- Of all objects without it.
      object_name text,
      note text,
      created_by text not null,
      -- Event that reported the pause.
      event_id text collate "C"
    );
    create index on pauses (installation_id, id);
    create index on pauses (project_id);
  `.execute(db)
  await isolateTenants(db, 'pauses', 'project_id')
}
