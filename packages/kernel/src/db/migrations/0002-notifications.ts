import { sql, type Kysely } from 'kysely'
import { isolateTenants } from '../row-level-security.ts'
import { createPartitions } from '../time-partitions.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table destinations (
      id text collate "C" primary key,
      project_id text not null references projects on delete cascade,
      name text not null,
      type text not null,
      metadata jsonb not null,
      credentials bytea,
      signing bytea,
      status text not null default 'enabled' check (status in ('enabled', 'disabled')),
      disabled_reason text,
      disabled_time timestamptz,
      failing_since timestamptz,
      create_time timestamptz not null default now(),
      update_time timestamptz,
      -- A deleted destination stays, without its name and secrets, so that its deliveries stay readable.
      delete_time timestamptz
    );
    create unique index destinations_name on destinations (project_id, name) where delete_time is null;

    create table topics (
      id text primary key,
      project_id text not null references projects on delete cascade,
      name text not null,
      create_time timestamptz not null default now(),
      update_time timestamptz,
      unique (project_id, name)
    );

    create table event_topic_routes (
      id text primary key,
      project_id text not null references projects on delete cascade,
      topic_id text not null references topics on delete cascade,
      event_type text not null,
      create_time timestamptz not null default now(),
      unique (topic_id, event_type)
    );
    create index on event_topic_routes (project_id);

    create table topic_destination_routes (
      id text primary key,
      project_id text not null references projects on delete cascade,
      topic_id text not null references topics on delete cascade,
      destination_id text collate "C" not null references destinations on delete cascade,
      create_time timestamptz not null default now(),
      unique (topic_id, destination_id)
    );
    create index on topic_destination_routes (project_id);
    create index on topic_destination_routes (destination_id);

    -- Partitioned by ID, which begins with the time: see notifications/partitions.ts.
    create table events (
      project_id text not null,
      id text collate "C" not null,
      type text not null,
      body text not null,
      primary key (project_id, id)
    ) partition by range (id);
    do $$ begin
      alter table events alter column body set compression lz4;
    exception when feature_not_supported then null;
    end $$;

    -- The one index and the room on each page let a delivery that succeeds at once be recorded
    -- without touching an index: no column that its update changes is in one.
    create table deliveries (
      destination_id text collate "C" not null,
      event_id text collate "C" not null,
      project_id text not null,
      type text not null,
      status text not null default 'pending'
        check (status in ('pending', 'delivered', 'failed', 'cancelled')),
      -- The sender that has it in memory since its event was committed: see notifications/senders.ts.
      holder integer,
      attempt_count smallint not null default 0,
      -- JSON, one attempt a line.
      attempts text not null default '',
      failed_time timestamptz,
      primary key (destination_id, event_id)
    ) partition by range (event_id);
    create index deliveries_failed on deliveries (destination_id, event_id) where failed_time is not null;

    -- Deliveries that no sender has in memory since their commit: retries, backlog, what is held.
    create table queued_deliveries (
      destination_id text collate "C" not null,
      event_id text collate "C" not null,
      project_id text not null,
      due_time timestamptz not null,
      -- How many attempts of the schedule are used up.
      attempts_used smallint not null default 0,
      -- The sender that claimed it. Its number never comes again, so it serves as fencing token.
      holder integer,
      primary key (destination_id, event_id)
    ) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
    create index queued_deliveries_due on queued_deliveries (destination_id, due_time, event_id)
      where holder is null;
    create index queued_deliveries_holder on queued_deliveries (holder) where holder is not null;

    create table senders (
      number integer generated always as identity primary key,
      -- No delivery that it has in memory since the commit has an event with a lower ID.
      low_water text collate "C" not null
    );

    create table replays (
      id text primary key,
      project_id text not null references projects on delete cascade,
      filter jsonb not null,
      status text not null default 'running' check (status in ('running', 'done', 'cancelled')),
      total integer not null,
      replayed integer not null default 0,
      per_second integer not null,
      cursor jsonb,
      create_time timestamptz not null default now(),
      update_time timestamptz
    );
    create index on replays (status) where status = 'running';
  `.execute(db)

  for (const table of [
    'destinations',
    'topics',
    'event_topic_routes',
    'topic_destination_routes',
    'events',
    'deliveries',
    'queued_deliveries',
    'replays',
  ]) {
    await isolateTenants(db, table, 'project_id')
  }
  await createPartitions(db, { name: 'events', idPrefix: 'evt' })
  await createPartitions(db, { name: 'deliveries', idPrefix: 'evt', storage: 'fillfactor = 25' })
}
