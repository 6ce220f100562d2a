create table idempotency_keys (
  scope text not null,
  key_hash bytea not null,
  project_id text,
  -- The tenant of the request; null if the request named none. The connection determines it.
  tenant_id text default nullif(current_tenant(), '*'),
  fingerprint bytea not null,
  reply bytea,
  -- Result of a change that was carried out but has no reply yet.
  carried bytea,
  lease_expire_time timestamptz,
  create_time timestamptz not null default now(),
  primary key (scope, key_hash),
  check (reply is not null or carried is not null)
);
create index on idempotency_keys (create_time);
alter table idempotency_keys enable row level security, force row level security;
create policy tenant on idempotency_keys
  using ((select tenant from tenancy.proven) in (tenant_id, '*'));

-- Remaining requests of callers, for all processes. After a crash they start from the full limit.
create unlogged table rate_limit_buckets (
  caller text collate "C" primary key,
  tokens double precision not null,
  time timestamptz not null
) with (fillfactor = 50);
