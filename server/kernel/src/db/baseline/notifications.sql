create table destinations (
  id text collate "C" primary key,
  project_id text not null references projects on delete cascade,
  name text not null,
  type text not null,
  metadata jsonb not null,
  -- Encrypted, as are the headers.
  credentials bytea,
  signing bytea,
  headers bytea,
  -- Whether later versions of a record wait for earlier ones.
  ordering text not null default 'none' check (ordering in ('none', 'record')),
  status text not null default 'enabled' check (status in ('enabled', 'disabled')),
  disabled_reason text,
  disabled_time timestamptz,
  failing_since timestamptz,
  failing_because text,
  -- When the owners were last notified that it fails.
  notified_time timestamptz,
  -- Written by processes of versions that do not know `notified_time`.
  told_time timestamptz,
  create_time timestamptz not null default now(),
  update_time timestamptz,
  -- A deleted destination stays, without its name and secrets, so that its deliveries stay readable.
  delete_time timestamptz
);
create unique index destinations_name on destinations (project_id, name) where delete_time is null;
create index destinations_of_project on destinations (project_id);
alter table destinations enable row level security, force row level security;
create policy tenant on destinations
  using ((select tenant from tenancy.proven) in (project_id, '*'));

create table topics (
  id text primary key,
  project_id text not null references projects on delete cascade,
  name text not null,
  create_time timestamptz not null default now(),
  update_time timestamptz,
  unique (project_id, name)
);
alter table topics enable row level security, force row level security;
create policy tenant on topics
  using ((select tenant from tenancy.proven) in (project_id, '*'));

create table event_topic_routes (
  id text primary key,
  project_id text not null references projects on delete cascade,
  topic_id text not null references topics on delete cascade,
  event_type text not null,
  create_time timestamptz not null default now(),
  unique (topic_id, event_type)
);
create index on event_topic_routes (project_id);
alter table event_topic_routes enable row level security, force row level security;
create policy tenant on event_topic_routes
  using ((select tenant from tenancy.proven) in (project_id, '*'));

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
alter table topic_destination_routes enable row level security, force row level security;
create policy tenant on topic_destination_routes
  using ((select tenant from tenancy.proven) in (project_id, '*'));

-- Partitioned by ID, which begins with the time: see db/time-partitions.ts.
create table events (
  project_id text not null,
  id text collate "C" not null,
  type text not null,
  body text not null,
  -- The group and the resources that it is about.
  group_ref text,
  about jsonb,
  traceparent text,
  primary key (project_id, id)
) partition by range (id);
do $$ begin
  alter table events alter column body set compression lz4;
exception when feature_not_supported then null;
end $$;
create index events_of_group on events (project_id, group_ref, id) where group_ref is not null;
-- Most messages carry records that were read: they stay out of the index.
create index events_of_type on events (project_id, type, id) where type <> 'read';
-- Events in the timeline of an installation.
create index events_told on events (project_id, group_ref, id)
  where type not in ('read', 'subscribe', 'schema.watch', 'connection.refreshed')
    and group_ref is not null;
alter table events enable row level security, force row level security;
create policy tenant on events
  using ((select tenant from tenancy.proven) in (project_id, '*'));

-- A delivery that succeeds at once is recorded without a change to an index: its update changes no
-- indexed column, and each page has room for the new row.
create table deliveries (
  destination_id text collate "C" not null,
  event_id text collate "C" not null,
  project_id text not null,
  type text not null,
  -- Versions before this one write `cancelled`.
  status text not null default 'pending'
    check (status in ('pending', 'delivered', 'failed', 'canceled', 'cancelled')),
  -- The sender that has it in memory since its event was committed: see engine/senders.ts.
  holder integer,
  attempt_count smallint not null default 0,
  -- JSON, one attempt a line.
  attempts text not null default '',
  failed_time timestamptz,
  primary key (destination_id, event_id)
) partition by range (event_id);
create index deliveries_failed on deliveries (destination_id, event_id) where failed_time is not null;
alter table deliveries enable row level security, force row level security;
create policy tenant on deliveries
  using ((select tenant from tenancy.proven) in (project_id, '*'));

-- Deliveries that no sender has in memory since their commit: retries, backlog, paused destinations.
create table queued_deliveries (
  destination_id text collate "C" not null,
  event_id text collate "C" not null,
  project_id text not null,
  due_time timestamptz not null,
  -- Number of attempts of the schedule that are used up.
  attempts_used smallint not null default 0,
  -- The sender that claimed it. Its number is never reused, so that it serves as fencing token.
  holder integer,
  -- For destinations ordered by record: its place, in the order of the commits regardless of clocks,
  -- and hashes of its records.
  turn bigint,
  records int[],
  primary key (destination_id, event_id)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
create sequence queued_deliveries_turn;
create index queued_deliveries_due on queued_deliveries (destination_id, due_time, event_id)
  where holder is null;
create index queued_deliveries_holder on queued_deliveries (holder) where holder is not null;
create index queued_deliveries_retrying on queued_deliveries (destination_id, event_id)
  where attempts_used > 0;
create index queued_deliveries_turns on queued_deliveries (destination_id, turn)
  where turn is not null;
alter table queued_deliveries enable row level security, force row level security;
create policy tenant on queued_deliveries
  using ((select tenant from tenancy.proven) in (project_id, '*'));

create table senders (
  number integer generated always as identity primary key,
  -- No delivery that it has in memory since the commit has an event with a lower ID.
  low_water text collate "C" not null,
  -- Time of the last heartbeat, as in `engine_processes`.
  beat_time timestamptz
);

create table replays (
  id text primary key,
  project_id text not null references projects on delete cascade,
  filter jsonb not null,
  -- Versions before this one write `cancelled`.
  status text not null default 'running'
    check (status in ('running', 'done', 'canceled', 'cancelled')),
  -- Null while they are counted.
  total integer,
  count_again_time timestamptz,
  replayed integer not null default 0,
  per_second integer not null,
  cursor jsonb,
  create_time timestamptz not null default now(),
  update_time timestamptz
);
create index on replays (status) where status = 'running';
create function spell_canceled() returns trigger language plpgsql as
  $$ begin new.status := 'canceled'; return new; end $$;
create trigger spell_canceled before update of status on replays
  for each row when (new.status = 'cancelled') execute function spell_canceled();
alter table replays enable row level security, force row level security;
create policy tenant on replays
  using ((select tenant from tenancy.proven) in (project_id, '*'));

-- Attempts of each hour by outcome and duration.
create table delivery_hours (
  project_id text not null references projects on delete cascade,
  destination_id text collate "C" not null references destinations on delete cascade,
  hour timestamptz not null,
  outcome text not null check (outcome in ('delivered', 'retried', 'failed')),
  -- Upper limit of their duration: a step of the scale in engine/hours.ts.
  within_ms integer not null,
  attempts bigint not null,
  records bigint not null default 0,
  primary key (destination_id, hour, outcome, within_ms)
);
create index on delivery_hours (project_id, hour);
create index on delivery_hours (hour);
alter table delivery_hours enable row level security, force row level security;
create policy tenant on delivery_hours
  using ((select tenant from tenancy.proven) in (project_id, '*'));

create table installation_hours (
  project_id text not null references projects on delete cascade,
  -- It may have been deleted.
  installation_id text collate "C" not null,
  hour timestamptz not null,
  outcome text not null check (outcome in ('delivered', 'retried', 'failed')),
  within_ms integer not null,
  attempts bigint not null,
  records bigint not null,
  primary key (project_id, installation_id, hour, outcome, within_ms)
);
create index on installation_hours (hour);
alter table installation_hours enable row level security, force row level security;
create policy tenant on installation_hours
  using ((select tenant from tenancy.proven) in (project_id, '*'));

-- What each group was sent in a month. Rows of busy groups change every second: with room on the page,
-- no index is touched.
create table usage_months (
  project_id text not null references projects on delete cascade,
  group_ref text collate "C" not null,
  -- Its first day.
  month date not null,
  group_name text not null,
  messages_delivered bigint not null,
  records_delivered bigint not null,
  messages_failed bigint not null,
  primary key (project_id, month, group_ref)
) with (fillfactor = 50);
create index on usage_months (month);
alter table usage_months enable row level security, force row level security;
create policy tenant on usage_months
  using ((select tenant from tenancy.proven) in (project_id, '*'));
