import { sql, type Kysely } from 'kysely'
import { isolateTenants } from '../row-level-security.ts'

/** How the tokens of connections were renewed, or why not. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table connection_refreshes (
      id text primary key,
      project_id text not null references projects on delete cascade,
      connection_id text not null references connections on delete cascade,
      kind text check (kind in ('outage', 'oauthClient', 'grant')),
      detail text,
      create_time timestamptz not null default now()
    );
    create index on connection_refreshes (connection_id, id);
  `.execute(db)
  await isolateTenants(db, 'connection_refreshes', 'project_id')
}
