create table installations (
  id text primary key,
  project_id text not null references projects on delete cascade,
  integration_id text not null references integrations on delete cascade,
  group_ref text not null,
  connection_id text not null references connections,
  config_id text not null,
  last_operation_status text
    check (last_operation_status in ('success', 'incomplete', 'failure', 'in_progress')),
  -- Since when its operations have failed without a success.
  failing_since timestamptz,
  created_by text not null,
  create_time timestamptz not null default now(),
  update_time timestamptz,
  unique (integration_id, group_ref),
  foreign key (project_id, group_ref) references groups
);
create index on installations (connection_id);
create index on installations (project_id);
create index installations_of_group on installations (project_id, group_ref);
alter table installations enable row level security, force row level security;
create policy tenant on installations
  using ((select tenant from tenancy.proven) in (project_id, '*'));

create table configs (
  id text primary key,
  project_id text not null references projects on delete cascade,
  installation_id text not null references installations on delete cascade
    deferrable initially deferred,
  revision_id text not null references revisions on delete cascade,
  content jsonb not null,
  created_by text not null,
  create_time timestamptz not null default now()
);
create index on configs (installation_id);
create index on configs (revision_id);
create trigger count_added after insert on configs referencing new table as changed
  for each statement execute function count_stored_bytes();
create trigger count_removed after delete on configs referencing old table as changed
  for each statement execute function count_stored_bytes();
alter table configs enable row level security, force row level security;
create policy tenant on configs
  using ((select tenant from tenancy.proven) in (project_id, '*'));

create table pauses (
  id text collate "C" primary key,
  project_id text not null references projects on delete cascade,
  installation_id text not null references installations on delete cascade,
  action text not null check (action in ('paused', 'resumed')),
  -- Null for all objects.
  object_name text,
  note text,
  created_by text not null,
  -- The event that reported it.
  event_id text collate "C"
);
create index on pauses (installation_id, id);
create index on pauses (project_id);
alter table pauses enable row level security, force row level security;
create policy tenant on pauses
  using ((select tenant from tenancy.proven) in (project_id, '*'));
