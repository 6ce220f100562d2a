import { sql, type Kysely } from 'kysely'
import { isolateTenants } from '../row-level-security.ts'

/** The fields of installed objects as they were last seen, to detect created, deleted and changed ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table watched_schemas (
      installation_id text not null references installations on delete cascade,
      object_name text not null,
      project_id text not null references projects on delete cascade,
      connection_id text not null references connections on delete cascade,
      fields jsonb not null,
      check_time timestamptz not null default now(),
      primary key (installation_id, object_name)
    );
    create index on watched_schemas (connection_id);
  `.execute(db)
  await isolateTenants(db, 'watched_schemas', 'project_id')
}
