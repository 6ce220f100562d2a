-- Subscriptions at providers: one for an app, or one for a connection.
create table subscriptions (
  id text primary key,
  project_id text not null references projects on delete cascade,
  provider text not null,
  provider_app_id text references provider_apps on delete cascade,
  connection_id text references connections on delete cascade,
  delivery text not null check (delivery in ('push', 'pull', 'poll')),
  -- Null until it is set up.
  state jsonb,
  -- Of a connection's own webhooks: last segment of their URL, and the secret that verifies them,
  -- encrypted.
  delivery_key text,
  secret bytea,
  objects jsonb not null default '[]',
  upkeep_time timestamptz,
  attempts integer not null default 0,
  -- Increases with each listener: events stored by an earlier one are rejected.
  fence integer not null default 0,
  -- The process that listens: `key` of `engine_processes`.
  runner integer,
  listen_time timestamptz not null default now(),
  listen_attempts integer not null default 0,
  trouble text,
  trouble_since timestamptz,
  event_time timestamptz,
  create_time timestamptz not null default now(),
  check ((provider_app_id is null) <> (connection_id is null))
);
create unique index on subscriptions (connection_id);
create unique index on subscriptions (provider_app_id);
create index on subscriptions (project_id);
create index on subscriptions (listen_time) where delivery = 'pull' and runner is null;
create index on subscriptions (runner) where runner is not null;
alter table subscriptions enable row level security, force row level security;
create policy tenant on subscriptions
  using ((select tenant from tenancy.proven) in (project_id, '*'));

create table subscribed_installations (
  installation_id text primary key references installations on delete cascade,
  project_id text not null references projects on delete cascade,
  subscription_id text not null references subscriptions on delete cascade,
  connection_id text not null references connections on delete cascade,
  -- The last set-up; later events are logged to it too.
  operation_id text references operations on delete set null,
  objects jsonb not null,
  status text not null check (status in ('pending', 'active', 'failed')),
  error text,
  error_time timestamptz,
  attempts integer not null default 0,
  -- When the owners of the project were last notified that no changes arrive.
  notified_time timestamptz
);
create index on subscribed_installations (subscription_id);
create index on subscribed_installations (connection_id);
create index on subscribed_installations (operation_id);
alter table subscribed_installations enable row level security, force row level security;
create policy tenant on subscribed_installations
  using ((select tenant from tenancy.proven) in (project_id, '*'));

-- Received events until they are delivered. Rows stay without their body, to detect duplicates.
create table change_events (
  connection_id text not null references connections on delete cascade,
  event_hash bytea not null,
  project_id text not null references projects on delete cascade,
  key bigint generated always as identity,
  object_name text not null,
  record_id text not null,
  event_time timestamptz not null,
  body text,
  receive_time timestamptz not null default now(),
  -- An event whose delivery fails by itself is set aside until then, so that it does not block others.
  tries smallint not null default 0,
  retry_time timestamptz,
  primary key (connection_id, event_hash)
);
create index on change_events (connection_id, key) where body is not null;
create index on change_events (connection_id, record_id, event_time);
create index on change_events (receive_time);
alter table change_events enable row level security, force row level security;
create policy tenant on change_events
  using ((select tenant from tenancy.proven) in (project_id, '*'));

-- Objects whose changes are found by reading.
create table change_sweeps (
  connection_id text not null references connections on delete cascade,
  object_name text not null,
  project_id text not null references projects on delete cascade,
  since timestamptz not null,
  cursor text,
  as_of timestamptz,
  reason text not null,
  -- Null for a single read.
  every_seconds integer,
  found integer not null default 0,
  attempts integer not null default 0,
  primary key (connection_id, object_name)
);
alter table change_sweeps enable row level security, force row level security;
create policy tenant on change_sweeps
  using ((select tenant from tenancy.proven) in (project_id, '*'));
