create table installation_objects (
  installation_id text not null references installations on delete cascade,
  object_name text not null,
  project_id text not null references projects on delete cascade,
  -- Changes before this time, by the provider's clock, have been read.
  watermark timestamptz,
  recently_read jsonb not null default '{}',
  -- Without a backfill: changes after this time, by our clock, are read.
  begin_time timestamptz,
  backfill_operation_id text,
  last_run_time timestamptz,
  next_run_time timestamptz,
  -- Pauses: the cause decides, the reason is for people.
  paused_for text
    check (paused_for in ('credentials', 'failures', 'request', 'removed', 'destination')),
  paused_reason text,
  paused_time timestamptz,
  paused_by text,
  -- Retries while the provider is unavailable or refuses temporarily.
  retrying_since timestamptz,
  retrying_because text,
  retry_time timestamptz,
  -- Whether a daily limit of calls is used up.
  is_limited boolean not null default false,
  -- Failed reads, until one succeeds.
  failures_in_a_row integer not null default 0,
  failing_since timestamptz,
  failing_because text,
  -- Fields in use that the account no longer describes, and when that was last compared.
  lost_fields jsonb,
  lost_since timestamptz,
  described_time timestamptz not null default now(),
  -- When the owners of the project were last notified that it is not read.
  notified_time timestamptz,
  -- The snapshot of an object without modification times: its records, those beyond the limit,
  -- deletions that are held back and the read that did so, and when all records were last compared.
  snapshot_records integer,
  snapshot_left_out integer not null default 0,
  snapshot_held integer not null default 0,
  snapshot_held_by text,
  snapshot_time timestamptz,
  primary key (installation_id, object_name)
);
create index installation_objects_next_run_time on installation_objects (next_run_time)
  where next_run_time is not null;
create index installation_objects_notified on installation_objects (project_id, notified_time)
  where notified_time is not null;
create index installation_objects_troubled on installation_objects (project_id)
  where failing_since is not null or retrying_since is not null or paused_for is not null
    or lost_since is not null;
alter table installation_objects enable row level security, force row level security;
create policy tenant on installation_objects
  using ((select tenant from tenancy.proven) in (project_id, '*'));

-- Reads wait here for a turn, so that they take no slots of other jobs.
create table read_turns (
  operation_id text primary key references operations on delete cascade,
  project_id text not null references projects on delete cascade,
  -- The provider app or, without one, the provider.
  app text not null,
  connection_id text not null,
  due_time timestamptz not null,
  -- The process that runs the read: `key` of `engine_processes`.
  runner integer
) with (fillfactor = 50);
create index on read_turns (project_id, app, due_time) where runner is null;
create index on read_turns (due_time) where runner is null;
create index on read_turns (runner) where runner is not null;
alter table read_turns enable row level security, force row level security;
create policy tenant on read_turns
  using ((select tenant from tenancy.proven) in (project_id, '*'));

-- The records of objects at their last read, if the provider reports no modification times.
create table snapshot_records (
  installation_id text not null,
  object_name text not null,
  record_id text not null,
  project_id text not null references projects on delete cascade,
  hash text not null,
  -- The last read with the record, and the first complete one without it.
  seen_by text not null,
  missed_by text,
  primary key (installation_id, object_name, record_id),
  constraint snapshot_records_of_installation_id_fkey
    foreign key (installation_id, object_name) references installation_objects on delete cascade
) with (fillfactor = 70);
alter table snapshot_records enable row level security, force row level security;
create policy tenant on snapshot_records
  using ((select tenant from tenancy.proven) in (project_id, '*'));

-- A row and its index take about as much.
create function count_snapshot_bytes() returns trigger language plpgsql as $$
begin
  insert into stored_bytes (project_id, bytes)
    select c.project_id,
      sum(250 + 2 * octet_length(c.record_id)) * case tg_op when 'INSERT' then 1 else -1 end
      from changed c join projects p on p.id = c.project_id
     group by 1;
  return null;
end $$;
create trigger count_added after insert on snapshot_records referencing new table as changed
  for each statement execute function count_snapshot_bytes();
create trigger count_removed after delete on snapshot_records referencing old table as changed
  for each statement execute function count_snapshot_bytes();

-- Results of objects that are delivered on request, until they are requested.
create table held_results (
  key bigint generated always as identity primary key,
  project_id text not null references projects on delete cascade,
  installation_id text not null references installations on delete cascade,
  object_name text not null,
  body text not null,
  record_ids text[] not null default '{}',
  -- The ID under which its download is kept.
  event_id text collate "C"
);
create index on held_results (installation_id, object_name, key);
alter table held_results enable row level security, force row level security;
create policy tenant on held_results
  using ((select tenant from tenancy.proven) in (project_id, '*'));

create function count_held_bytes() returns trigger language plpgsql as $$
begin
  insert into stored_bytes (project_id, bytes)
    select c.project_id,
      sum(octet_length(c.body)) * case tg_op when 'INSERT' then 1 else -1 end
      from changed c join projects p on p.id = c.project_id
     group by 1;
  return null;
end $$;
create trigger count_added after insert on held_results referencing new table as changed
  for each statement execute function count_held_bytes();
create trigger count_removed after delete on held_results referencing old table as changed
  for each statement execute function count_held_bytes();

create function delete_held_downloads() returns trigger language plpgsql as $$
begin
  delete from downloads d using gone
   where d.project_id = gone.project_id and d.event_id = gone.event_id and d.is_held;
  return null;
end $$;
create trigger delete_downloads after delete on held_results referencing old table as gone
  for each statement execute function delete_held_downloads();
