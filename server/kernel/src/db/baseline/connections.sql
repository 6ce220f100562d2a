create table groups (
  project_id text not null references projects on delete cascade,
  group_ref text not null,
  group_name text not null,
  -- Not for a trigram index: under row-level security PostgreSQL uses none for `like`.
  search text collate "C" not null
    generated always as (lower(group_name || chr(10) || group_ref)) stored,
  create_time timestamptz not null default now(),
  update_time timestamptz,
  primary key (project_id, group_ref)
);
alter table groups enable row level security, force row level security;
create policy tenant on groups
  using ((select tenant from tenancy.proven) in (project_id, '*'));

create table consumers (
  project_id text not null references projects on delete cascade,
  consumer_ref text not null,
  consumer_name text not null,
  create_time timestamptz not null default now(),
  update_time timestamptz,
  primary key (project_id, consumer_ref)
);
alter table consumers enable row level security, force row level security;
create policy tenant on consumers
  using ((select tenant from tenancy.proven) in (project_id, '*'));

create table connections (
  id text primary key,
  project_id text not null references projects on delete cascade,
  provider text not null,
  provider_app_id text references provider_apps on delete set null,
  group_ref text not null,
  consumer_ref text not null,
  provider_workspace_ref text,
  provider_consumer_ref text,
  provider_metadata jsonb not null default '{}',
  auth_scheme text not null,
  status text not null check (status in ('created', 'working', 'bad_credentials')),
  -- Encrypted.
  credentials bytea not null,
  access_expire_time timestamptz,
  -- Failed renewals of the tokens.
  refresh_failures_in_a_row integer not null default 0,
  refresh_error text,
  refresh_error_time timestamptz,
  refresh_retry_time timestamptz,
  refresh_failure_kind text,
  refresh_failing_since timestamptz,
  -- Since when the provider refuses the credentials, its message, and when they are tested again.
  refused_since timestamptz,
  refusal text,
  refused_call boolean not null default false,
  trial_time timestamptz,
  -- Why it is unknown whether the provider accepts the credentials.
  unconfirmed text,
  create_time timestamptz not null default now(),
  update_time timestamptz,
  foreign key (project_id, group_ref) references groups,
  foreign key (project_id, consumer_ref) references consumers
);
create index on connections (project_id, group_ref);
create index on connections (provider_app_id);
create index connections_of_consumer on connections (project_id, consumer_ref);
create index connections_on_trial on connections (trial_time) where trial_time is not null;
-- For the health of customers, without reading all of their connections.
create index troubled_connections on connections (project_id, group_ref)
  where status = 'bad_credentials' or refresh_error is not null or unconfirmed is not null;
alter table connections enable row level security, force row level security;
create policy tenant on connections
  using ((select tenant from tenancy.proven) in (project_id, '*'));

-- Whoever renews the tokens of a connection holds a lease while the provider is asked, not a
-- transaction.
create table refresh_leases (
  connection_id text primary key references connections on delete cascade,
  project_id text not null references projects on delete cascade,
  owner text not null,
  fence integer not null,
  expire_time timestamptz not null,
  failure jsonb
);
create index on refresh_leases (project_id);
alter table refresh_leases enable row level security, force row level security;
create policy tenant on refresh_leases
  using ((select tenant from tenancy.proven) in (project_id, '*'));

create table connection_refreshes (
  id text primary key,
  project_id text not null references projects on delete cascade,
  connection_id text not null references connections on delete cascade,
  -- Null if the tokens were renewed.
  kind text check (kind in ('outage', 'oauthClient', 'grant')),
  detail text,
  create_time timestamptz not null default now()
);
create index on connection_refreshes (connection_id, id);
alter table connection_refreshes enable row level security, force row level security;
create policy tenant on connection_refreshes
  using ((select tenant from tenancy.proven) in (project_id, '*'));

create table connect_sessions (
  id text primary key,
  project_id text not null references projects on delete cascade,
  provider text not null,
  -- Null if the provider's own scheme needs no app.
  provider_app_id text references provider_apps on delete cascade,
  connection_id text references connections on delete cascade,
  group_ref text not null,
  group_name text,
  consumer_ref text not null,
  consumer_name text,
  provider_workspace_ref text,
  provider_metadata jsonb not null default '{}',
  state_hash bytea not null unique,
  code_verifier bytea,
  -- Of a provider's own scheme: values known so far and the next step, encrypted.
  custom_auth bytea,
  origin text,
  -- Hash of the nonce of the browser that visited the provider.
  browser_hash bytea,
  changes_account boolean not null default false,
  -- Creator of a link, and how often the provider refused the credentials typed there.
  made_by text,
  tries smallint not null default 0,
  status text not null default 'pending'
    check (status in ('pending', 'exchanging', 'succeeded', 'failed')),
  error text,
  create_time timestamptz not null default now(),
  expire_time timestamptz not null
);
create index on connect_sessions (expire_time);
create index connect_sessions_waiting on connect_sessions (project_id, group_ref)
  where status = 'pending';
alter table connect_sessions enable row level security, force row level security;
create policy tenant on connect_sessions
  using ((select tenant from tenancy.proven) in (project_id, '*'));

-- Limits of providers as known to all processes, and how processes share them.
create table provider_budgets (
  project_id text not null references projects on delete cascade,
  key text not null,
  state jsonb not null,
  version bigint not null,
  expire_time timestamptz not null,
  primary key (project_id, key)
) with (fillfactor = 50);
create index on provider_budgets (expire_time);
alter table provider_budgets enable row level security, force row level security;
create policy tenant on provider_budgets
  using ((select tenant from tenancy.proven) in (project_id, '*'));

-- The fields of accounts when they were last described, for the preview of a deploy.
create table known_fields (
  connection_id text not null references connections on delete cascade,
  object_name text not null,
  project_id text not null,
  field_names jsonb not null,
  describe_time timestamptz not null default now(),
  primary key (connection_id, object_name)
);
alter table known_fields enable row level security, force row level security;
create policy tenant on known_fields
  using ((select tenant from tenancy.proven) in (project_id, '*'));
