create table operations (
  id text primary key,
  project_id text not null references projects on delete cascade,
  integration_id text not null,
  installation_id text not null references installations on delete cascade,
  config_id text not null,
  action_type text not null,
  object_name text not null,
  -- Of operations on several objects.
  object_names text[],
  read_type text check (read_type in ('backfill', 'scheduled', 'triggered')),
  status text not null
    check (status in ('in_progress', 'success', 'incomplete', 'failure', 'canceled')),
  result text,
  -- Of reads: why the result may be incomplete.
  incomplete text,
  since timestamptz,
  is_since_by_our_clock boolean not null default false,
  until timestamptz,
  -- Start of the next page: the checkpoint after a crash.
  cursor text,
  is_last_page_read boolean not null default false,
  -- Increases with each process that takes over the operation: earlier ones can no longer write.
  fence integer not null default 0,
  attempts integer not null default 0,
  pages integer not null default 0,
  records_processed integer not null default 0,
  -- Records that were too large.
  records_left_out integer not null default 0,
  records_estimated_total integer,
  as_of timestamptz,
  recently_read jsonb not null default '{}',
  -- Of writes.
  successful_record_ids text[],
  traceparent text,
  created_by text,
  canceled_by text,
  create_time timestamptz not null default now(),
  update_time timestamptz
);
create index on operations (installation_id, create_time);
create index operations_of_installation on operations (installation_id, id);
create index operations_of_project on operations (project_id, id);
create index operations_other_than_reads on operations (project_id, action_type, id)
  where action_type <> 'read';
create index operations_unfinished on operations (action_type) where status = 'in_progress';
create index operations_failed on operations (project_id, id) where status = 'failure';
create index operations_canceled on operations (project_id, id) where status = 'canceled';
alter table operations enable row level security, force row level security;
create policy tenant on operations
  using ((select tenant from tenancy.proven) in (project_id, '*'));

create table operation_logs (
  id text primary key,
  project_id text not null references projects on delete cascade,
  operation_id text not null references operations on delete cascade,
  severity text not null,
  message jsonb not null,
  create_time timestamptz not null default now()
);
create index on operation_logs (operation_id);
create index operation_logs_of_project on operation_logs (project_id, id);
create index operation_logs_of_errors on operation_logs (project_id, id)
  where severity = 'error';
create index operation_logs_of_warnings on operation_logs (project_id, id)
  where severity = 'warning';
-- Lines whose counts are updated.
create index operation_logs_counting on operation_logs (operation_id, id)
  where message -> 'counted' is not null;
alter table operation_logs enable row level security, force row level security;
create policy tenant on operation_logs
  using ((select tenant from tenancy.proven) in (project_id, '*'));
