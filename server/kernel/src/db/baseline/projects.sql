create table projects (
  id text primary key,
  org_id text not null references organizations on delete cascade,
  name text not null unique,
  app_name text not null,
  frontend_keys text not null default 'allowed' check (frontend_keys in ('allowed', 'off')),
  allowed_origins text[] not null default '{}',
  create_time timestamptz not null default now(),
  update_time timestamptz
);
create index on projects (org_id);
alter table projects enable row level security, force row level security;
create policy tenant on projects
  using ((select tenant from tenancy.proven) in (id, '*'));

create table api_keys (
  id text primary key,
  project_id text not null references projects on delete cascade,
  hash bytea not null unique,
  masked text not null,
  label text not null,
  scopes text[] not null,
  -- Limits: null or empty for none.
  integration_ids text[],
  allowed_networks text[] not null default '{}',
  allowed_origins text[] not null default '{}',
  active boolean not null default true,
  expire_time timestamptz,
  last_use_time timestamptz,
  -- The hash from before a rotation, accepted until `former_until`.
  former_hash bytea,
  former_until timestamptz,
  former_last_use_time timestamptz,
  create_time timestamptz not null default now(),
  update_time timestamptz
);
create index on api_keys (project_id);
create unique index on api_keys (former_hash) where former_hash is not null;
alter table api_keys enable row level security, force row level security;
create policy tenant on api_keys
  using ((select tenant from tenancy.proven) in (project_id, '*'));

create table jwt_keys (
  id uuid primary key,
  project_id text not null references projects on delete cascade,
  label text not null,
  algorithm text not null,
  public_key_pem text not null,
  active boolean not null default true,
  last_use_time timestamptz,
  recent_groups text[] not null default '{}',
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now()
);
create index on jwt_keys (project_id);
alter table jwt_keys enable row level security, force row level security;
create policy tenant on jwt_keys
  using ((select tenant from tenancy.proven) in (project_id, '*'));

create table provider_apps (
  id text primary key,
  project_id text not null references projects on delete cascade,
  provider text not null,
  external_ref text,
  client_id text not null,
  -- Encrypted, as are the parameters.
  client_secret bytea not null,
  provider_params bytea,
  scopes text[],
  metadata jsonb,
  -- The provider's message when it rejected the client.
  refusal text,
  refused_time timestamptz,
  create_time timestamptz not null default now(),
  update_time timestamptz,
  unique nulls not distinct (project_id, provider, external_ref)
);
alter table provider_apps enable row level security, force row level security;
create policy tenant on provider_apps
  using ((select tenant from tenancy.proven) in (project_id, '*'));

-- Bytes that a project stores: the sum of its rows. Triggers of other tables add a row for each
-- change, because updates of one row per project would make unrelated changes conflict: requests with
-- `If-Match` are repeatable read.
create table stored_bytes (
  project_id text not null references projects on delete cascade,
  bytes bigint not null
) with (fillfactor = 50);
create index on stored_bytes (project_id);
alter table stored_bytes enable row level security, force row level security;
create policy tenant on stored_bytes
  using ((select tenant from tenancy.proven) in (project_id, '*'));
