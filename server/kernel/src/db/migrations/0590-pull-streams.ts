import { sql, type Kysely } from 'kysely'
import { isolateTenants } from '../schema/row-level-security.ts'

/** Streams of `pull` destinations, which their consumers read by position. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table pull_streams (
      destination_id text collate "C" primary key references destinations on delete cascade,
      project_id text not null references projects on delete cascade,
      -- Position of the newest message. Its row is locked while messages are appended, so that they
      -- become visible in the order of their positions.
      head bigint not null,
      -- Position before the oldest message that is kept.
      expired bigint not null default 0
    ) with (fillfactor = 50);
    create table pull_messages (
      destination_id text collate "C" not null,
      position bigint not null,
      project_id text not null,
      event_id text collate "C" not null,
      type text not null,
      -- Characters of the body.
      size integer not null,
      -- Only of test messages, which have no event.
      body text,
      primary key (destination_id, position)
    );
    create table pull_consumers (
      destination_id text collate "C" not null references destinations on delete cascade,
      name text collate "C" not null,
      project_id text not null references projects on delete cascade,
      -- Everything up to here is done.
      position bigint not null,
      commit_time timestamptz,
      create_time timestamptz not null default now(),
      primary key (destination_id, name)
    ) with (fillfactor = 50);
    create index on pull_streams (project_id);
    create index on pull_consumers (project_id);
  `.execute(db)
  for (const table of ['pull_streams', 'pull_messages', 'pull_consumers'])
    await isolateTenants(db, table, 'project_id')
}
