create table if not exists kysely_migration (
    name varchar(255) primary key, timestamp varchar(255) not null);

alter table kysely_migration
    add column if not exists breaks_version_before boolean not null default false;

-- The tenant of a session, for the policies of all tables. A session sets its tenant in
-- `platform.tenant`: an ID, or `*` for the rows of all tenants. The role that serves tenants must
-- prove the tenant with a key that it cannot read.

create table tenant_key (key bytea not null);
insert into tenant_key
  select decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex');

-- Everybody may read the view, which shows the session's own tenant and nothing of the key. Only the
-- owner may name it: the policies refer to it by its number. As a view, the proof is part of the plan
-- of each statement; a function would start an executor for each table.
create schema tenancy;
revoke all on schema tenancy from public;
create view tenancy.proven with (security_barrier) as
  select case
      when session_user not like 'platform\_tenants\_%' then told
      when encode(sha256(key || convert_to(split_part(told, ' ', 1), 'UTF8') || key), 'hex')
        = split_part(told, ' ', 2) then split_part(told, ' ', 1)
    end as tenant
    from (select key, current_setting('platform.tenant', true) as told from public.tenant_key) t;
grant select on tenancy.proven to public;

create function current_tenant() returns text language sql stable security definer
  begin atomic select tenant from tenancy.proven; end;

-- People, who belong to no tenant. A tenant sees its members: the policy follows in
-- organizations.sql, because it names their table.

create table builders (
  id text primary key,
  idp_provider text not null,
  idp_ref text not null,
  first_name text,
  last_name text,
  full_name text,
  primary_email text not null,
  email_verified boolean not null default false,
  create_time timestamptz not null default now(),
  unique (idp_provider, idp_ref)
);

create table organizations (
  id text primary key,
  label text not null,
  default_team_id text not null,
  create_time timestamptz not null default now(),
  update_time timestamptz
);
alter table organizations enable row level security, force row level security;
create policy tenant on organizations
  using ((select tenant from tenancy.proven) in (id, '*'));

create table memberships (
  id text primary key,
  org_id text not null references organizations on delete cascade,
  builder_id text not null references builders on delete cascade,
  role text not null check (role in ('owner', 'admin', 'member', 'limited')),
  -- Of the role `limited`: the role in each project.
  project_roles jsonb not null default '{}',
  create_time timestamptz not null default now(),
  unique (org_id, builder_id)
);
create index on memberships (builder_id);
alter table memberships enable row level security, force row level security;
create policy tenant on memberships
  using ((select tenant from tenancy.proven) in (org_id, '*'));

alter table builders enable row level security, force row level security;
create policy tenant on builders using (
  (select tenant from tenancy.proven) = '*'
  -- Of which a tenant sees its own.
  or exists (select from memberships m where m.builder_id = builders.id));

create table invites (
  id text primary key,
  org_id text not null references organizations on delete cascade,
  invited_email text not null,
  status text not null check (status in ('pending', 'accepted', 'revoked')),
  expire_time timestamptz not null,
  create_time timestamptz not null default now(),
  update_time timestamptz
);
create unique index on invites (org_id, invited_email) where status = 'pending';
create index on invites (invited_email) where status = 'pending';
create index on invites (org_id, create_time);
alter table invites enable row level security, force row level security;
create policy tenant on invites
  using ((select tenant from tenancy.proven) in (org_id, '*'));

create table claimed_domains (
  id text primary key,
  org_id text not null references organizations on delete cascade,
  domain text not null unique,
  create_time timestamptz not null default now()
);
create index on claimed_domains (org_id);
alter table claimed_domains enable row level security, force row level security;
create policy tenant on claimed_domains
  using ((select tenant from tenancy.proven) in (org_id, '*'));

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

create table data_keys (
  project_id text primary key references projects on delete cascade,
  master_key_id text not null,
  wrapped bytea not null,
  create_time timestamptz not null default now()
);
alter table data_keys enable row level security, force row level security;
create policy tenant on data_keys
  using ((select tenant from tenancy.proven) in (project_id, '*'));

create table server_secrets (
  name text primary key,
  master_key_id text not null,
  wrapped bytea not null
);

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

create table engine_processes (
  key integer generated always as identity primary key,
  worker_ids text[] not null,
  start_time timestamptz not null default now(),
  -- Time of the last heartbeat: a process that stands still keeps its connection, and with it the
  -- lock that shows that it runs.
  beat_time timestamptz,
  -- Set in rows that only keep the worker IDs of an ended process.
  ended_time timestamptz
);

-- Tenants enqueue jobs by functions: their role has no rights on the tables of the job library.
create function must_be_own_job(job_project_id text) returns void language plpgsql stable
  set search_path = pg_catalog, pg_temp as $$
begin
  if public.current_tenant() in (job_project_id, '*') then return; end if;
  raise exception 'The job is of another tenant.' using errcode = 'insufficient_privilege';
end $$;

create function must_be_own_key(job_key text) returns void language plpgsql stable
  set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_own_job(job.payload ->> 'projectId')
    from graphile_worker._private_jobs job where job.key = job_key;
end $$;

create function enqueue_job(identifier text, payload json, run_at timestamptz,
  max_attempts int, job_key text, queue_name text, job_key_mode text)
  returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_own_job(payload ->> 'projectId');
  perform public.must_be_own_key(job_key);
  perform graphile_worker.add_job(identifier, payload := payload, run_at := run_at,
    max_attempts := max_attempts, job_key := job_key, queue_name := queue_name,
    job_key_mode := job_key_mode);
end $$;

create function dequeue_job(job_key text)
  returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.must_be_own_key(job_key);
  perform graphile_worker.remove_job(job_key);
end $$;

-- The tables of the sign-in library as its generator writes them, in a schema of their own.
create schema auth;

create table auth."user" (
  "id" text not null primary key,
  "name" text not null,
  "email" text not null unique,
  "emailVerified" boolean not null,
  "image" text,
  "createdAt" timestamptz default current_timestamp not null,
  "updatedAt" timestamptz default current_timestamp not null,
  "twoFactorEnabled" boolean
);

create table auth."session" (
  "id" text not null primary key,
  "expiresAt" timestamptz not null,
  "token" text not null unique,
  "createdAt" timestamptz default current_timestamp not null,
  "updatedAt" timestamptz not null,
  "ipAddress" text,
  "userAgent" text,
  "userId" text not null references auth."user" ("id") on delete cascade
);
create index on auth."session" ("userId");

create table auth."account" (
  "id" text not null primary key,
  "accountId" text not null,
  "providerId" text not null,
  "userId" text not null references auth."user" ("id") on delete cascade,
  "accessToken" text,
  "refreshToken" text,
  "idToken" text,
  "accessTokenExpiresAt" timestamptz,
  "refreshTokenExpiresAt" timestamptz,
  "scope" text,
  "password" text,
  "createdAt" timestamptz default current_timestamp not null,
  "updatedAt" timestamptz not null
);
create index on auth."account" ("userId");

create table auth."verification" (
  "id" text not null primary key,
  "identifier" text not null,
  "value" text not null,
  "expiresAt" timestamptz not null,
  "createdAt" timestamptz default current_timestamp not null,
  "updatedAt" timestamptz default current_timestamp not null
);
create index on auth."verification" ("identifier");

create table auth."jwks" (
  "id" text not null primary key,
  "publicKey" text not null,
  "privateKey" text not null,
  "createdAt" timestamptz not null,
  "expiresAt" timestamptz,
  "alg" text,
  "crv" text
);

create table auth."twoFactor" (
  "id" text not null primary key,
  "secret" text not null,
  "backupCodes" text not null,
  "userId" text not null references auth."user" ("id") on delete cascade,
  "verified" boolean,
  "failedVerificationCount" integer,
  "lockedUntil" timestamptz
);
create index on auth."twoFactor" ("secret");
create index on auth."twoFactor" ("userId");

create table auth."rateLimit" (
  "id" text not null primary key,
  "key" text not null unique,
  "count" integer not null,
  "lastRequest" bigint not null
);

create table auth."passkey" (
  "id" text not null primary key,
  "name" text,
  "publicKey" text not null,
  "userId" text not null references auth."user" ("id") on delete cascade,
  "credentialID" text not null unique,
  -- Unsigned 32 bits, which exceed an integer; a bigint would arrive as text.
  "counter" double precision not null,
  "deviceType" text not null,
  "backedUp" boolean not null,
  "transports" text,
  "createdAt" timestamptz,
  "aaguid" text
);
create index on auth."passkey" ("userId");

-- Sessions that have ended, in any way: their tokens, which live for 15 minutes, end with them.
create table auth.ended_sessions (
  id text primary key,
  end_time timestamptz not null default now()
);
create index on auth.ended_sessions (end_time);
create function auth.note_ended_session() returns trigger language plpgsql as $$
begin
  insert into auth.ended_sessions (id) values (old.id) on conflict do nothing;
  delete from auth.ended_sessions where end_time < now() - interval '20 minutes';
  return null;
end $$;
create trigger note_end after delete on auth.session
  for each row execute function auth.note_ended_session();

-- Wrong passwords given for an address, and the code that was mailed to it.
create table auth.password_guesses (
  account text primary key,
  guesses integer not null,
  last_time timestamptz not null default now(),
  code_hash text,
  code_time timestamptz
);
create index on auth.password_guesses (last_time);

-- Records outlive the resources they are about, so they reference none. They are found by
-- organization, never by ID alone: an index on the ID cost a third of an insertion.
create table audit_log (
  id text not null,
  time timestamptz not null default now(),
  org_id text,
  project_id text,
  actor_kind text not null,
  actor_id text not null,
  actor_label text,
  action text not null,
  target text not null,
  -- A path may be longer than an index allows.
  target_start text collate "C" not null generated always as (left(target, 200)) stored,
  request_id text not null,
  ip text,
  user_agent text,
  before jsonb,
  after jsonb
);
create index on audit_log (org_id, id);
create index audit_log_of_action on audit_log (org_id, action, id);
create index audit_log_of_actor on audit_log (org_id, actor_id, id);
create index audit_log_of_project on audit_log (org_id, project_id, id);
create index audit_log_of_target on audit_log (org_id, target_start, id);
-- Records arrive in order of time, so that this index costs next to nothing.
create index audit_log_time on audit_log using brin (time);
alter table audit_log enable row level security, force row level security;
create policy tenant on audit_log
  using ((select tenant from tenancy.proven) in (org_id, '*'));
-- A record of a change to a project belongs to the organization, which the change does not see.
create policy append on audit_log for insert with check (true);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger append_only before update or truncate on audit_log
  for each statement execute function refuse_change();

-- Only the owner removes records, after 30 days at the earliest: whoever wants to hide what they did
-- today cannot.
create function refuse_unless_expired() returns trigger language plpgsql as $$
begin
  if old.time < now() - interval '30 days'
    and old.time < nullif(current_setting('platform.audit_log_kept_from', true), '')::timestamptz
  then return old; end if;
  raise exception '% is append-only', tg_table_name;
end $$;
create trigger expire_only before delete on audit_log
  for each row execute function refuse_unless_expired();

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

-- Content of events that is left for download, in parts, so that neither writing nor reading needs
-- memory for all of it.
create table downloads (
  id text not null,
  part integer not null default 0,
  project_id text not null references projects on delete cascade,
  -- Deleted together with the event.
  event_id text collate "C" not null,
  -- Whether the event does not exist yet, because the result is kept until it is requested.
  is_held boolean not null default false,
  body bytea not null,
  primary key (id, part)
);
create index on downloads (event_id);
alter table downloads enable row level security, force row level security;
create policy tenant on downloads
  using ((select tenant from tenancy.proven) in (project_id, '*'));

create function count_held_downloads() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into stored_bytes (project_id, bytes)
      select g.project_id, -sum(octet_length(g.body))
        from gone g join projects p on p.id = g.project_id where g.is_held group by 1;
  end if;
  if tg_op <> 'DELETE' then
    insert into stored_bytes (project_id, bytes)
      select c.project_id, sum(octet_length(c.body))
        from come c join projects p on p.id = c.project_id where c.is_held group by 1;
  end if;
  return null;
end $$;
create trigger count_added after insert on downloads referencing new table as come
  for each statement execute function count_held_downloads();
create trigger count_sent after update on downloads
  referencing old table as gone new table as come
  for each statement execute function count_held_downloads();
create trigger count_removed after delete on downloads referencing old table as gone
  for each statement execute function count_held_downloads();

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

create table integrations (
  id text primary key,
  project_id text not null references projects on delete cascade,
  name text not null,
  provider text not null,
  latest_revision_id text not null,
  create_time timestamptz not null default now(),
  update_time timestamptz,
  unique (project_id, name)
);
alter table integrations enable row level security, force row level security;
create policy tenant on integrations
  using ((select tenant from tenancy.proven) in (project_id, '*'));

create table revisions (
  id text primary key,
  project_id text not null references projects on delete cascade,
  integration_id text not null references integrations on delete cascade,
  spec_version text not null,
  content jsonb not null,
  created_by text,
  -- The earlier revision that was rolled back to.
  restores text,
  create_time timestamptz not null default now()
);
create index on revisions (integration_id);
alter table integrations add foreign key (latest_revision_id) references revisions
  deferrable initially deferred;
alter table revisions enable row level security, force row level security;
create policy tenant on revisions
  using ((select tenant from tenancy.proven) in (project_id, '*'));

-- Also counts configurations.
create function count_stored_bytes() returns trigger language plpgsql as $$
begin
  insert into stored_bytes (project_id, bytes)
    select c.project_id,
      sum(octet_length(c.content::text)) * case tg_op when 'INSERT' then 1 else -1 end
      from changed c join projects p on p.id = c.project_id
     group by 1;
  return null;
end $$;
create trigger count_added after insert on revisions referencing new table as changed
  for each statement execute function count_stored_bytes();
create trigger count_removed after delete on revisions referencing old table as changed
  for each statement execute function count_stored_bytes();

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

-- What an operation writes to a provider, and its progress.
create table writes (
  operation_id text primary key references operations on delete cascade,
  project_id text not null references projects on delete cascade,
  installation_id text not null references installations on delete cascade,
  object_name text not null,
  type text not null check (type in ('create', 'update', 'upsert', 'delete')),
  -- The provider's field by which an upsert finds its records.
  key_field_name text,
  is_batch boolean not null,
  all_or_none boolean not null,
  headers jsonb not null,
  -- Empty once all of them have a result.
  records jsonb not null,
  results jsonb not null,
  -- Records that were sent but not answered yet, and when the first and last of them were sent.
  sending integer[] not null default '{}',
  first_sent_time timestamptz,
  last_sent_time timestamptz,
  -- When retries end; null for synchronous writes.
  deadline timestamptz,
  -- Writes wait to be combined by key, and are then sent together.
  batch_key text,
  flush_time timestamptz,
  flush_id text
);
create index on writes (batch_key) where batch_key is not null;
create index on writes (flush_id) where flush_id is not null;
create index on writes (installation_id, last_sent_time);
alter table writes enable row level security, force row level security;
create policy tenant on writes
  using ((select tenant from tenancy.proven) in (project_id, '*'));

-- Synchronous writes end within seconds and are not counted.
create function count_bytes_of_writes() returns trigger language plpgsql as $$
declare
  added bigint := case when tg_op = 'DELETE' then 0 else octet_length(new.records::text) end
    - case when tg_op = 'INSERT' then 0 else octet_length(old.records::text) end;
begin
  insert into stored_bytes (project_id, bytes)
    select id, added from projects
     where id = case when tg_op = 'DELETE' then old.project_id else new.project_id end;
  return null;
end $$;
create trigger count_added after insert on writes for each row
  when (new.deadline is not null) execute function count_bytes_of_writes();
create trigger count_changed after update of records on writes for each row
  when (new.deadline is not null and old.records is distinct from new.records)
  execute function count_bytes_of_writes();
create trigger count_removed after delete on writes for each row
  when (old.deadline is not null) execute function count_bytes_of_writes();

-- Keys that are held while records are searched and written. A row outlives its write if the next
-- one needs it: what was created, or sent without an answer.
create table upsert_keys (
  connection_id text not null references connections on delete cascade,
  key_hash bytea not null,
  project_id text not null references projects on delete cascade,
  holder text not null,
  expire_time timestamptz not null,
  sent_time timestamptz,
  record_id text,
  primary key (connection_id, key_hash)
);
create index on upsert_keys (project_id);
alter table upsert_keys enable row level security, force row level security;
create policy tenant on upsert_keys
  using ((select tenant from tenancy.proven) in (project_id, '*'));

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

-- Custom fields of accounts as they were last applied.
create table custom_fields (
  id text primary key,
  connection_id text not null references connections on delete cascade,
  object_name text not null,
  field_name text not null,
  project_id text not null references projects on delete cascade,
  operation_id text references operations on delete set null,
  display_name text not null,
  value_type text not null,
  action text not null check (action in ('create', 'update', 'none')),
  metadata jsonb,
  warnings jsonb not null default '[]',
  error text,
  apply_time timestamptz not null default now(),
  unique (connection_id, object_name, field_name)
);
create index on custom_fields (operation_id);
alter table custom_fields enable row level security, force row level security;
create policy tenant on custom_fields
  using ((select tenant from tenancy.proven) in (project_id, '*'));

-- Fields of installed objects as last seen, to detect created, deleted and changed ones.
create table watched_schemas (
  installation_id text not null references installations on delete cascade,
  object_name text not null,
  project_id text not null references projects on delete cascade,
  -- Fields of another account are not a change.
  connection_id text not null references connections on delete cascade,
  fields jsonb not null,
  check_time timestamptz not null default now(),
  primary key (installation_id, object_name)
);
create index on watched_schemas (connection_id);
alter table watched_schemas enable row level security, force row level security;
create policy tenant on watched_schemas
  using ((select tenant from tenancy.proven) in (project_id, '*'));

-- Both count among the bytes that a project stores: accounts at providers and whoever names fields
-- determine how many there are.
create function bytes_of(kept custom_fields) returns bigint stable language sql as $$
  select octet_length(kept.object_name) + octet_length(kept.field_name)
    + octet_length(kept.display_name) + octet_length(kept.value_type)
    + coalesce(octet_length(kept.metadata::text), 0) + octet_length(kept.warnings::text)
    + coalesce(octet_length(kept.error), 0)
$$;
create function bytes_of(kept watched_schemas) returns bigint stable language sql as $$
  select octet_length(kept.object_name) + octet_length(kept.fields::text)
$$;
create function count_bytes_of_fields() returns trigger language plpgsql as $$
declare
  added bigint := case when tg_op = 'DELETE' then 0 else bytes_of(new) end
    - case when tg_op = 'INSERT' then 0 else bytes_of(old) end;
begin
  if added <> 0 then
    insert into stored_bytes (project_id, bytes)
      select id, added from projects
       where id = case when tg_op = 'DELETE' then old.project_id else new.project_id end;
  end if;
  return null;
end $$;
create trigger count_bytes after insert or update or delete on custom_fields
  for each row execute function count_bytes_of_fields();
create trigger count_bytes after insert or update or delete on watched_schemas
  for each row execute function count_bytes_of_fields();

-- Published packages of this and former versions of the server: a lockfile that names an older one
-- still finds it after an upgrade.
create table published_packages (
  name text not null,
  version text not null,
  manifest jsonb not null,
  integrity text not null,
  shasum text not null,
  tarball bytea not null,
  publish_time timestamptz not null default now(),
  primary key (name, version)
);

-- The link with which the first owner is created.
create table setup_links (
  token_hash bytea primary key,
  expire_time timestamptz not null
);

create table "events_default" partition of "events" default;

alter table "events_default" enable row level security, force row level security;

create policy tenant on "events_default"
    using ((select tenant from tenancy.proven) in ("project_id", '*'));

create table "events_20261127" partition of "events" for values from ('evt_01m8d4tg000000000000000000') to ('evt_01m8fq77000000000000000000');

alter table "events_20261127" enable row level security, force row level security;

create policy tenant on "events_20261127"
    using ((select tenant from tenancy.proven) in ("project_id", '*'));

create table "events_20261128" partition of "events" for values from ('evt_01m8fq77000000000000000000') to ('evt_01m8j9ky000000000000000000');

alter table "events_20261128" enable row level security, force row level security;

create policy tenant on "events_20261128"
    using ((select tenant from tenancy.proven) in ("project_id", '*'));

create table "events_20261129" partition of "events" for values from ('evt_01m8j9ky000000000000000000') to ('evt_01m8mw0n000000000000000000');

alter table "events_20261129" enable row level security, force row level security;

create policy tenant on "events_20261129"
    using ((select tenant from tenancy.proven) in ("project_id", '*'));

create table "events_20261130" partition of "events" for values from ('evt_01m8mw0n000000000000000000') to ('evt_01m8qedc000000000000000000');

alter table "events_20261130" enable row level security, force row level security;

create policy tenant on "events_20261130"
    using ((select tenant from tenancy.proven) in ("project_id", '*'));

create table "deliveries_default" partition of "deliveries" default with (fillfactor = 25);

alter table "deliveries_default" enable row level security, force row level security;

create policy tenant on "deliveries_default"
    using ((select tenant from tenancy.proven) in ("project_id", '*'));

create table "deliveries_20261127" partition of "deliveries" for values from ('evt_01m8d4tg000000000000000000') to ('evt_01m8fq77000000000000000000') with (fillfactor = 25);

alter table "deliveries_20261127" enable row level security, force row level security;

create policy tenant on "deliveries_20261127"
    using ((select tenant from tenancy.proven) in ("project_id", '*'));

create table "deliveries_20261128" partition of "deliveries" for values from ('evt_01m8fq77000000000000000000') to ('evt_01m8j9ky000000000000000000') with (fillfactor = 25);

alter table "deliveries_20261128" enable row level security, force row level security;

create policy tenant on "deliveries_20261128"
    using ((select tenant from tenancy.proven) in ("project_id", '*'));

create table "deliveries_20261129" partition of "deliveries" for values from ('evt_01m8j9ky000000000000000000') to ('evt_01m8mw0n000000000000000000') with (fillfactor = 25);

alter table "deliveries_20261129" enable row level security, force row level security;

create policy tenant on "deliveries_20261129"
    using ((select tenant from tenancy.proven) in ("project_id", '*'));

create table "deliveries_20261130" partition of "deliveries" for values from ('evt_01m8mw0n000000000000000000') to ('evt_01m8qedc000000000000000000') with (fillfactor = 25);

alter table "deliveries_20261130" enable row level security, force row level security;

create policy tenant on "deliveries_20261130"
    using ((select tenant from tenancy.proven) in ("project_id", '*'));

insert into kysely_migration (name, timestamp)
    select name, '2026-11-27T01:06:10.200Z' from unnest('{"0001-organizations","0002-notifications","0003-integrations","0004-setup-links","0005-passkeys","0006-callers-idempotency-keys","0007-rate-limits","0008-audit-log-by-organization","0010-concluded-replies","0070-published-packages","0020-pause-causes","0060-custom-fields","0050-read-turns","0040-connect-sessions-of-a-browser","0030-proven-tenants","0061-writes","0011-refresh-leases","0051-held-results","0031-ended-sessions","0080-sealed-parts-of-metadata","0100-expiring-audit-log","0101-stored-bytes","0120-stored-bytes-as-changes","0095-password-guesses","0090-isolated-replies","0140-subscriptions","0141-watched-schemas","0150-bound-front-end-keys","0175-uses","0176-ordered-deliveries","0230-found-by-customer","0165-refused-credentials","0170-provider-budgets","0160-custom-connect-sessions","0220-snapshots","0200-first-reads","0225-health","0201-records-left-out","0202-held-bytes","0226-refreshes","0250-downloads-of-events","0260-own-webhooks","0255-unconfirmed-credentials","0256-origins-of-projects","0257-paused-by","0258-bytes-of-writes","0251-downloads-in-parts","0265-usage","0270-traces","0295-found-fast","0320-rare-operations","0321-connections-of-people","0322-changes-by-kind","0305-told-of-destinations","0310-room-for-usage","0296-pauses","0285-bytes-of-fields","0286-tries-of-changes","0325-told-of-what-fails","0315-links-for-typed-credentials","0340-invites-of-organizations","0360-by-whom","0365-changes-by-whom","0375-troubled-connections","0380-counting-lines","0370-replays-of-many","0371-changes-of-things","0445-counting-of-replays","0425-restored-revisions","0446-waiting-sessions","0447-events-set-aside","0448-limited-reads","0455-isolated-people","0460-beats-of-processes","0470-sent-writes","0470-canceled","0480-incomplete-reads","0481-proof-in-the-plan","0482-failing-objects","0483-upserts","0484-known-fields","0486-reported-objects","0487-reported-subscriptions","0490-notified-times","0491-ended-processes","0492-lost-fields","0493-limited-keys","0494-project-roles","0495-due-objects"}'::text[]) name;

create schema if not exists "graphile_worker";
create table if not exists "graphile_worker".migrations(
  id int primary key,
  ts timestamptz default now() not null
);
alter table "graphile_worker".migrations add column if not exists breaking boolean not null default false;

update "graphile_worker".migrations set breaking = true where id = any('{"1","3","11","13","14","16","19"}'::int[]);

insert into "graphile_worker".migrations (id, breaking) values ('1', 'true');

--! breaking-change
-- Create the tables
create table "graphile_worker".job_queues (
  queue_name text not null primary key,
  job_count int not null,
  locked_at timestamptz,
  locked_by text
);
alter table "graphile_worker".job_queues enable row level security;

create table "graphile_worker".jobs (
  id bigserial primary key,
  queue_name text not null,
  task_identifier text not null,
  payload json default '{}'::json not null,
  priority int default 0 not null,
  run_at timestamptz default now() not null,
  attempts int default 0 not null,
  max_attempts int default 25 not null,
  last_error text,
  created_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now()
);
alter table "graphile_worker".jobs enable row level security;

create index on "graphile_worker".jobs (priority, run_at, id);

-- Keep updated_at up to date
create function "graphile_worker".tg__update_timestamp() returns trigger as $$
begin
  new.updated_at = greatest(now(), old.updated_at + interval '1 millisecond');
  return new;
end;
$$ language plpgsql;
create trigger _100_timestamps before update on "graphile_worker".jobs for each row execute procedure "graphile_worker".tg__update_timestamp();

-- Manage the job_queues table - creating and deleting entries as appropriate
create function "graphile_worker".jobs__decrease_job_queue_count() returns trigger as $$
declare
  v_new_job_count int;
begin
  update "graphile_worker".job_queues
    set job_count = job_queues.job_count - 1
    where queue_name = old.queue_name
    returning job_count into v_new_job_count;

  if v_new_job_count <= 0 then
    delete from "graphile_worker".job_queues where queue_name = old.queue_name and job_count <= 0;
  end if;

  return old;
end;
$$ language plpgsql;
create function "graphile_worker".jobs__increase_job_queue_count() returns trigger as $$
begin
  insert into "graphile_worker".job_queues(queue_name, job_count)
    values(new.queue_name, 1)
    on conflict (queue_name)
    do update
    set job_count = job_queues.job_count + 1;

  return new;
end;
$$ language plpgsql;
create trigger _500_increase_job_queue_count after insert on "graphile_worker".jobs for each row execute procedure "graphile_worker".jobs__increase_job_queue_count();
create trigger _500_decrease_job_queue_count after delete on "graphile_worker".jobs for each row execute procedure "graphile_worker".jobs__decrease_job_queue_count();
create trigger _500_increase_job_queue_count_update after update of queue_name on "graphile_worker".jobs for each row execute procedure "graphile_worker".jobs__increase_job_queue_count();
create trigger _500_decrease_job_queue_count_update after update of queue_name on "graphile_worker".jobs for each row execute procedure "graphile_worker".jobs__decrease_job_queue_count();

-- Notify worker of new jobs
create function "graphile_worker".tg_jobs__notify_new_jobs() returns trigger as $$
begin
  perform pg_notify('jobs:insert', '');
  return new;
end;
$$ language plpgsql;
create trigger _900_notify_worker after insert on "graphile_worker".jobs for each statement execute procedure "graphile_worker".tg_jobs__notify_new_jobs();

-- Function to queue a job
create function "graphile_worker".add_job(
  identifier text,
  payload json = '{}',
  queue_name text = null, -- was gen_random_uuid(), but later removed dependency
  run_at timestamptz = now(),
  max_attempts int = 25
) returns "graphile_worker".jobs as $$
  insert into "graphile_worker".jobs(task_identifier, payload, queue_name, run_at, max_attempts) values(identifier, payload, queue_name, run_at, max_attempts) returning *;
$$ language sql;

-- The main function - find me a job to do!
create function "graphile_worker".get_job(worker_id text, task_identifiers text[] = null, job_expiry interval = interval '4 hours') returns "graphile_worker".jobs as $$
declare
  v_job_id bigint;
  v_queue_name text;
  v_default_job_max_attempts text = '25';
  v_row "graphile_worker".jobs;
begin
  if worker_id is null or length(worker_id) < 10 then
    raise exception 'invalid worker id';
  end if;

  select job_queues.queue_name, jobs.id into v_queue_name, v_job_id
    from "graphile_worker".jobs
    inner join "graphile_worker".job_queues using (queue_name)
    where (locked_at is null or locked_at < (now() - job_expiry))
    and run_at <= now()
    and attempts < max_attempts
    and (task_identifiers is null or task_identifier = any(task_identifiers))
    order by priority asc, run_at asc, id asc
    limit 1
    for update of job_queues
    skip locked;

  if v_queue_name is null then
    return null;
  end if;

  update "graphile_worker".job_queues
    set
      locked_by = worker_id,
      locked_at = now()
    where job_queues.queue_name = v_queue_name;

  update "graphile_worker".jobs
    set attempts = attempts + 1
    where id = v_job_id
    returning * into v_row;

  return v_row;
end;
$$ language plpgsql;

-- I was successful, mark the job as completed
create function "graphile_worker".complete_job(worker_id text, job_id bigint) returns "graphile_worker".jobs as $$
declare
  v_row "graphile_worker".jobs;
begin
  delete from "graphile_worker".jobs
    where id = job_id
    returning * into v_row;

  update "graphile_worker".job_queues
    set locked_by = null, locked_at = null
    where queue_name = v_row.queue_name and locked_by = worker_id;

  return v_row;
end;
$$ language plpgsql;

-- I was unsuccessful, re-schedule the job please
create function "graphile_worker".fail_job(worker_id text, job_id bigint, error_message text) returns "graphile_worker".jobs as $$
declare
  v_row "graphile_worker".jobs;
begin
  update "graphile_worker".jobs
    set
      last_error = error_message,
      run_at = greatest(now(), run_at) + (exp(least(attempts, 10))::text || ' seconds')::interval
    where id = job_id
    returning * into v_row;

  update "graphile_worker".job_queues
    set locked_by = null, locked_at = null
    where queue_name = v_row.queue_name and locked_by = worker_id;

  return v_row;
end;
$$ language plpgsql;

insert into "graphile_worker".migrations (id, breaking) values ('2', 'false');

alter table "graphile_worker".jobs add column key text unique check(length(key) > 0);

alter table "graphile_worker".jobs add locked_at timestamptz;
alter table "graphile_worker".jobs add locked_by text;

-- update any in-flight jobs
update "graphile_worker".jobs
  set locked_at = q.locked_at, locked_by = q.locked_by
  from "graphile_worker".job_queues q
  where q.queue_name = jobs.queue_name
  and q.locked_at is not null;

-- update add_job behaviour to meet new requirements
drop function if exists "graphile_worker".add_job(
  identifier text,
  payload json,
  queue_name text,
  run_at timestamptz,
  max_attempts int
);
create function "graphile_worker".add_job(
  identifier text,
  payload json = '{}',
  queue_name text = null,
  run_at timestamptz = now(),
  max_attempts int = 25,
  job_key text = null
) returns "graphile_worker".jobs as $$
declare
  v_job "graphile_worker".jobs;
begin
  if job_key is not null then
    -- Upsert job
    insert into "graphile_worker".jobs (task_identifier, payload, queue_name, run_at, max_attempts, key)
      values(
        identifier,
        payload,
        queue_name,
        run_at,
        max_attempts,
        job_key
      )
      on conflict (key) do update set
        -- update all job details other than queue_name, which we want to keep
        -- the same unless explicitly provided
        task_identifier=excluded.task_identifier,
        payload=excluded.payload,
        queue_name=coalesce(add_job.queue_name, jobs.queue_name),
        max_attempts=excluded.max_attempts,
        run_at=excluded.run_at,

        -- always reset error/retry state
        attempts=0,
        last_error=null
      where jobs.locked_at is null
      returning *
      into v_job;

    -- If upsert succeeded (insert or update), return early
    if not (v_job is null) then
      return v_job;
    end if;

    -- Upsert failed -> there must be an existing job that is locked. Remove
    -- existing key to allow a new one to be inserted, and prevent any
    -- subsequent retries by bumping attempts to the max allowed.
    update "graphile_worker".jobs
      set
        key = null,
        attempts = jobs.max_attempts
      where key = job_key;
  end if;

  -- insert the new job. Assume no conflicts due to the update above
  insert into "graphile_worker".jobs(task_identifier, payload, queue_name, run_at, max_attempts, key)
    values(
      identifier,
      payload,
      queue_name,
      run_at,
      max_attempts,
      job_key
    )
    returning *
    into v_job;

  return v_job;
end;
$$ language plpgsql volatile;

--- implement new remove_job function

create function "graphile_worker".remove_job(
  job_key text
) returns "graphile_worker".jobs as $$
  delete from "graphile_worker".jobs
    where key = job_key
    and locked_at is null
  returning *;
$$ language sql strict volatile;

-- Update other functions to handle locked_at denormalisation

create or replace function "graphile_worker".get_job(worker_id text, task_identifiers text[] = null, job_expiry interval = interval '4 hours') returns "graphile_worker".jobs as $$
declare
  v_job_id bigint;
  v_queue_name text;
  v_row "graphile_worker".jobs;
  v_now timestamptz = now();
begin
  if worker_id is null or length(worker_id) < 10 then
    raise exception 'invalid worker id';
  end if;

  select job_queues.queue_name, jobs.id into v_queue_name, v_job_id
    from "graphile_worker".jobs
    inner join "graphile_worker".job_queues using (queue_name)
    where (job_queues.locked_at is null or job_queues.locked_at < (v_now - job_expiry))
    and run_at <= v_now
    and attempts < max_attempts
    and (task_identifiers is null or task_identifier = any(task_identifiers))
    order by priority asc, run_at asc, id asc
    limit 1
    for update of job_queues
    skip locked;

  if v_queue_name is null then
    return null;
  end if;

  update "graphile_worker".job_queues
    set
      locked_by = worker_id,
      locked_at = v_now
    where job_queues.queue_name = v_queue_name;

  update "graphile_worker".jobs
    set
      attempts = attempts + 1,
      locked_by = worker_id,
      locked_at = v_now
    where id = v_job_id
    returning * into v_row;

  return v_row;
end;
$$ language plpgsql volatile;

-- I was unsuccessful, re-schedule the job please
create or replace function "graphile_worker".fail_job(worker_id text, job_id bigint, error_message text) returns "graphile_worker".jobs as $$
declare
  v_row "graphile_worker".jobs;
begin
  update "graphile_worker".jobs
    set
      last_error = error_message,
      run_at = greatest(now(), run_at) + (exp(least(attempts, 10))::text || ' seconds')::interval,
      locked_by = null,
      locked_at = null
    where id = job_id and locked_by = worker_id
    returning * into v_row;

  update "graphile_worker".job_queues
    set locked_by = null, locked_at = null
    where queue_name = v_row.queue_name and locked_by = worker_id;

  return v_row;
end;
$$ language plpgsql volatile strict;

insert into "graphile_worker".migrations (id, breaking) values ('3', 'true');

--! breaking-change
alter table "graphile_worker".jobs alter column queue_name drop not null;

create or replace function "graphile_worker".add_job(
  identifier text,
  payload json = '{}',
  queue_name text = null,
  run_at timestamptz = now(),
  max_attempts int = 25,
  job_key text = null
) returns "graphile_worker".jobs as $$
declare
  v_job "graphile_worker".jobs;
begin
  if job_key is not null then
    -- Upsert job
    insert into "graphile_worker".jobs (task_identifier, payload, queue_name, run_at, max_attempts, key)
      values(
        identifier,
        payload,
        queue_name,
        run_at,
        max_attempts,
        job_key
      )
      on conflict (key) do update set
        task_identifier=excluded.task_identifier,
        payload=excluded.payload,
        queue_name=excluded.queue_name,
        max_attempts=excluded.max_attempts,
        run_at=excluded.run_at,

        -- always reset error/retry state
        attempts=0,
        last_error=null
      where jobs.locked_at is null
      returning *
      into v_job;

    -- If upsert succeeded (insert or update), return early
    if not (v_job is null) then
      return v_job;
    end if;

    -- Upsert failed -> there must be an existing job that is locked. Remove
    -- existing key to allow a new one to be inserted, and prevent any
    -- subsequent retries by bumping attempts to the max allowed.
    update "graphile_worker".jobs
      set
        key = null,
        attempts = jobs.max_attempts
      where key = job_key;
  end if;

  -- insert the new job. Assume no conflicts due to the update above
  insert into "graphile_worker".jobs(task_identifier, payload, queue_name, run_at, max_attempts, key)
    values(
      identifier,
      payload,
      queue_name,
      run_at,
      max_attempts,
      job_key
    )
    returning *
    into v_job;

  return v_job;
end;
$$ language plpgsql volatile;

create or replace function "graphile_worker".get_job(worker_id text, task_identifiers text[] = null, job_expiry interval = interval '4 hours') returns "graphile_worker".jobs as $$
declare
  v_job_id bigint;
  v_queue_name text;
  v_row "graphile_worker".jobs;
  v_now timestamptz = now();
begin
  if worker_id is null or length(worker_id) < 10 then
    raise exception 'invalid worker id';
  end if;

  select jobs.queue_name, jobs.id into v_queue_name, v_job_id
    from "graphile_worker".jobs
    where (jobs.locked_at is null or jobs.locked_at < (v_now - job_expiry))
    and (
      jobs.queue_name is null
    or
      exists (
        select 1
        from "graphile_worker".job_queues
        where job_queues.queue_name = jobs.queue_name
        and (job_queues.locked_at is null or job_queues.locked_at < (v_now - job_expiry))
        for update
        skip locked
      )
    )
    and run_at <= v_now
    and attempts < max_attempts
    and (task_identifiers is null or task_identifier = any(task_identifiers))
    order by priority asc, run_at asc, id asc
    limit 1
    for update
    skip locked;

  if v_job_id is null then
    return null;
  end if;

  if v_queue_name is not null then
    update "graphile_worker".job_queues
      set
        locked_by = worker_id,
        locked_at = v_now
      where job_queues.queue_name = v_queue_name;
  end if;

  update "graphile_worker".jobs
    set
      attempts = attempts + 1,
      locked_by = worker_id,
      locked_at = v_now
    where id = v_job_id
    returning * into v_row;

  return v_row;
end;
$$ language plpgsql volatile;

create or replace function "graphile_worker".fail_job(worker_id text, job_id bigint, error_message text) returns "graphile_worker".jobs as $$
declare
  v_row "graphile_worker".jobs;
begin
  update "graphile_worker".jobs
    set
      last_error = error_message,
      run_at = greatest(now(), run_at) + (exp(least(attempts, 10))::text || ' seconds')::interval,
      locked_by = null,
      locked_at = null
    where id = job_id and locked_by = worker_id
    returning * into v_row;

  if v_row.queue_name is not null then
    update "graphile_worker".job_queues
      set locked_by = null, locked_at = null
      where queue_name = v_row.queue_name and locked_by = worker_id;
  end if;

  return v_row;
end;
$$ language plpgsql volatile strict;

create or replace function "graphile_worker".complete_job(worker_id text, job_id bigint) returns "graphile_worker".jobs as $$
declare
  v_row "graphile_worker".jobs;
begin
  delete from "graphile_worker".jobs
    where id = job_id
    returning * into v_row;

  if v_row.queue_name is not null then
    update "graphile_worker".job_queues
      set locked_by = null, locked_at = null
      where queue_name = v_row.queue_name and locked_by = worker_id;
  end if;

  return v_row;
end;
$$ language plpgsql;

drop trigger _500_increase_job_queue_count on "graphile_worker".jobs;
drop trigger _500_decrease_job_queue_count on "graphile_worker".jobs;
drop trigger _500_increase_job_queue_count_update on "graphile_worker".jobs;
drop trigger _500_decrease_job_queue_count_update on "graphile_worker".jobs;
create trigger _500_increase_job_queue_count after insert on "graphile_worker".jobs for each row when (NEW.queue_name is not null) execute procedure "graphile_worker".jobs__increase_job_queue_count();
create trigger _500_decrease_job_queue_count after delete on "graphile_worker".jobs for each row when (OLD.queue_name is not null) execute procedure "graphile_worker".jobs__decrease_job_queue_count();
create trigger _500_increase_job_queue_count_update after update of queue_name on "graphile_worker".jobs for each row when (NEW.queue_name is distinct from OLD.queue_name AND NEW.queue_name is not null) execute procedure "graphile_worker".jobs__increase_job_queue_count();
create trigger _500_decrease_job_queue_count_update after update of queue_name on "graphile_worker".jobs for each row when (NEW.queue_name is distinct from OLD.queue_name AND OLD.queue_name is not null) execute procedure "graphile_worker".jobs__decrease_job_queue_count();

insert into "graphile_worker".migrations (id, breaking) values ('4', 'false');

drop function "graphile_worker".add_job(text, json, text, timestamptz, int, text);

create function "graphile_worker".add_job(
  identifier text,
  payload json = null,
  queue_name text = null,
  run_at timestamptz = null,
  max_attempts int = null,
  job_key text = null,
  priority int = null
) returns "graphile_worker".jobs as $$
declare
  v_job "graphile_worker".jobs;
begin
  -- Apply rationality checks
  if length(identifier) > 128 then
    raise exception 'Task identifier is too long (max length: 128).' using errcode = 'GWBID';
  end if;
  if queue_name is not null and length(queue_name) > 128 then
    raise exception 'Job queue name is too long (max length: 128).' using errcode = 'GWBQN';
  end if;
  if job_key is not null and length(job_key) > 512 then
    raise exception 'Job key is too long (max length: 512).' using errcode = 'GWBJK';
  end if;
  if max_attempts < 1 then
    raise exception 'Job maximum attempts must be at least 1' using errcode = 'GWBMA';
  end if;

  if job_key is not null then
    -- Upsert job
    insert into "graphile_worker".jobs (
      task_identifier,
      payload,
      queue_name,
      run_at,
      max_attempts,
      key,
      priority
    )
      values(
        identifier,
        coalesce(payload, '{}'::json),
        queue_name,
        coalesce(run_at, now()),
        coalesce(max_attempts, 25),
        job_key,
        coalesce(priority, 0)
      )
      on conflict (key) do update set
        task_identifier=excluded.task_identifier,
        payload=excluded.payload,
        queue_name=excluded.queue_name,
        max_attempts=excluded.max_attempts,
        run_at=excluded.run_at,
        priority=excluded.priority,

        -- always reset error/retry state
        attempts=0,
        last_error=null
      where jobs.locked_at is null
      returning *
      into v_job;

    -- If upsert succeeded (insert or update), return early
    if not (v_job is null) then
      return v_job;
    end if;

    -- Upsert failed -> there must be an existing job that is locked. Remove
    -- existing key to allow a new one to be inserted, and prevent any
    -- subsequent retries by bumping attempts to the max allowed.
    update "graphile_worker".jobs
      set
        key = null,
        attempts = jobs.max_attempts
      where key = job_key;
  end if;

  -- insert the new job. Assume no conflicts due to the update above
  insert into "graphile_worker".jobs(
    task_identifier,
    payload,
    queue_name,
    run_at,
    max_attempts,
    key,
    priority
  )
    values(
      identifier,
      coalesce(payload, '{}'::json),
      queue_name,
      coalesce(run_at, now()),
      coalesce(max_attempts, 25),
      job_key,
      coalesce(priority, 0)
    )
    returning *
    into v_job;

  return v_job;
end;
$$ language plpgsql volatile;

create function "graphile_worker".complete_jobs(
  job_ids bigint[]
) returns setof "graphile_worker".jobs as $$
  delete from "graphile_worker".jobs
    where id = any(job_ids)
    and (
      locked_by is null
    or
      locked_at < NOW() - interval '4 hours'
    )
    returning *;
$$ language sql volatile;

create function "graphile_worker".permanently_fail_jobs(
  job_ids bigint[],
  error_message text = null
) returns setof "graphile_worker".jobs as $$
  update "graphile_worker".jobs
    set
      last_error = coalesce(error_message, 'Manually marked as failed'),
      attempts = max_attempts
    where id = any(job_ids)
    and (
      locked_by is null
    or
      locked_at < NOW() - interval '4 hours'
    )
    returning *;
$$ language sql volatile;

create function "graphile_worker".reschedule_jobs(
  job_ids bigint[],
  run_at timestamptz = null,
  priority int = null,
  attempts int = null,
  max_attempts int = null
) returns setof "graphile_worker".jobs as $$
  update "graphile_worker".jobs
    set
      run_at = coalesce(reschedule_jobs.run_at, jobs.run_at),
      priority = coalesce(reschedule_jobs.priority, jobs.priority),
      attempts = coalesce(reschedule_jobs.attempts, jobs.attempts),
      max_attempts = coalesce(reschedule_jobs.max_attempts, jobs.max_attempts)
    where id = any(job_ids)
    and (
      locked_by is null
    or
      locked_at < NOW() - interval '4 hours'
    )
    returning *;
$$ language sql volatile;

insert into "graphile_worker".migrations (id, breaking) values ('5', 'false');

alter table "graphile_worker".jobs add column revision int default 0 not null;
alter table "graphile_worker".jobs add column flags jsonb default null;

drop function "graphile_worker".add_job(text, json, text, timestamptz, int, text, int);
create function "graphile_worker".add_job(
  identifier text,
  payload json = null,
  queue_name text = null,
  run_at timestamptz = null,
  max_attempts int = null,
  job_key text = null,
  priority int = null,
  flags text[] = null
) returns "graphile_worker".jobs as $$
declare
  v_job "graphile_worker".jobs;
begin
  -- Apply rationality checks
  if length(identifier) > 128 then
    raise exception 'Task identifier is too long (max length: 128).' using errcode = 'GWBID';
  end if;
  if queue_name is not null and length(queue_name) > 128 then
    raise exception 'Job queue name is too long (max length: 128).' using errcode = 'GWBQN';
  end if;
  if job_key is not null and length(job_key) > 512 then
    raise exception 'Job key is too long (max length: 512).' using errcode = 'GWBJK';
  end if;
  if max_attempts < 1 then
    raise exception 'Job maximum attempts must be at least 1' using errcode = 'GWBMA';
  end if;

  if job_key is not null then
    -- Upsert job
    insert into "graphile_worker".jobs (
      task_identifier,
      payload,
      queue_name,
      run_at,
      max_attempts,
      key,
      priority,
      flags
    )
      values(
        identifier,
        coalesce(payload, '{}'::json),
        queue_name,
        coalesce(run_at, now()),
        coalesce(max_attempts, 25),
        job_key,
        coalesce(priority, 0),
        (
          select jsonb_object_agg(flag, true)
          from unnest(flags) as item(flag)
        )
      )
      on conflict (key) do update set
        task_identifier=excluded.task_identifier,
        payload=excluded.payload,
        queue_name=excluded.queue_name,
        max_attempts=excluded.max_attempts,
        run_at=excluded.run_at,
        priority=excluded.priority,
        revision=jobs.revision + 1,
        flags=excluded.flags,

        -- always reset error/retry state
        attempts=0,
        last_error=null
      where jobs.locked_at is null
      returning *
      into v_job;

    -- If upsert succeeded (insert or update), return early
    if not (v_job is null) then
      return v_job;
    end if;

    -- Upsert failed -> there must be an existing job that is locked. Remove
    -- existing key to allow a new one to be inserted, and prevent any
    -- subsequent retries by bumping attempts to the max allowed.
    update "graphile_worker".jobs
      set
        key = null,
        attempts = jobs.max_attempts
      where key = job_key;
  end if;

  -- insert the new job. Assume no conflicts due to the update above
  insert into "graphile_worker".jobs(
    task_identifier,
    payload,
    queue_name,
    run_at,
    max_attempts,
    key,
    priority,
    flags
  )
    values(
      identifier,
      coalesce(payload, '{}'::json),
      queue_name,
      coalesce(run_at, now()),
      coalesce(max_attempts, 25),
      job_key,
      coalesce(priority, 0),
      (
        select jsonb_object_agg(flag, true)
        from unnest(flags) as item(flag)
      )
    )
    returning *
    into v_job;

  return v_job;
end;
$$ language plpgsql volatile;

drop function "graphile_worker".get_job(text, text[], interval);
create function "graphile_worker".get_job(
  worker_id text,
  task_identifiers text[] = null,
  job_expiry interval = interval '4 hours',
  forbidden_flags text[] = null
) returns "graphile_worker".jobs as $$
declare
  v_job_id bigint;
  v_queue_name text;
  v_row "graphile_worker".jobs;
  v_now timestamptz = now();
begin
  if worker_id is null or length(worker_id) < 10 then
    raise exception 'invalid worker id';
  end if;

  select jobs.queue_name, jobs.id into v_queue_name, v_job_id
    from "graphile_worker".jobs
    where (jobs.locked_at is null or jobs.locked_at < (v_now - job_expiry))
    and (
      jobs.queue_name is null
    or
      exists (
        select 1
        from "graphile_worker".job_queues
        where job_queues.queue_name = jobs.queue_name
        and (job_queues.locked_at is null or job_queues.locked_at < (v_now - job_expiry))
        for update
        skip locked
      )
    )
    and run_at <= v_now
    and attempts < max_attempts
    and (task_identifiers is null or task_identifier = any(task_identifiers))
    and (forbidden_flags is null or (flags ?| forbidden_flags) is not true)
    order by priority asc, run_at asc, id asc
    limit 1
    for update
    skip locked;

  if v_job_id is null then
    return null;
  end if;

  if v_queue_name is not null then
    update "graphile_worker".job_queues
      set
        locked_by = worker_id,
        locked_at = v_now
      where job_queues.queue_name = v_queue_name;
  end if;

  update "graphile_worker".jobs
    set
      attempts = attempts + 1,
      locked_by = worker_id,
      locked_at = v_now
    where id = v_job_id
    returning * into v_row;

  return v_row;
end;
$$ language plpgsql volatile;

insert into "graphile_worker".migrations (id, breaking) values ('6', 'false');

create index jobs_priority_run_at_id_locked_at_without_failures_idx
  on "graphile_worker".jobs (priority, run_at, id, locked_at)
  where attempts < max_attempts;

drop index "graphile_worker".jobs_priority_run_at_id_idx;

insert into "graphile_worker".migrations (id, breaking) values ('7', 'false');

drop function "graphile_worker".add_job(text, json, text, timestamptz, int, text, int, text[]);
create function "graphile_worker".add_job(
  identifier text,
  payload json = null,
  queue_name text = null,
  run_at timestamptz = null,
  max_attempts integer = null,
  job_key text = null,
  priority integer = null,
  flags text[] = null,
  job_key_mode text = 'replace'
) returns "graphile_worker".jobs as $$
declare
  v_job "graphile_worker".jobs;
begin
  -- Apply rationality checks
  if length(identifier) > 128 then
    raise exception 'Task identifier is too long (max length: 128).' using errcode = 'GWBID';
  end if;
  if queue_name is not null and length(queue_name) > 128 then
    raise exception 'Job queue name is too long (max length: 128).' using errcode = 'GWBQN';
  end if;
  if job_key is not null and length(job_key) > 512 then
    raise exception 'Job key is too long (max length: 512).' using errcode = 'GWBJK';
  end if;
  if max_attempts < 1 then
    raise exception 'Job maximum attempts must be at least 1.' using errcode = 'GWBMA';
  end if;
  if job_key is not null and (job_key_mode is null or job_key_mode in ('replace', 'preserve_run_at')) then
    -- Upsert job if existing job isn't locked, but in the case of locked
    -- existing job create a new job instead as it must have already started
    -- executing (i.e. it's world state is out of date, and the fact add_job
    -- has been called again implies there's new information that needs to be
    -- acted upon).
    insert into "graphile_worker".jobs (
      task_identifier,
      payload,
      queue_name,
      run_at,
      max_attempts,
      key,
      priority,
      flags
    )
      values(
        identifier,
        coalesce(payload, '{}'::json),
        queue_name,
        coalesce(run_at, now()),
        coalesce(max_attempts, 25),
        job_key,
        coalesce(priority, 0),
        (
          select jsonb_object_agg(flag, true)
          from unnest(flags) as item(flag)
        )
      )
      on conflict (key) do update set
        task_identifier=excluded.task_identifier,
        payload=excluded.payload,
        queue_name=excluded.queue_name,
        max_attempts=excluded.max_attempts,
        run_at=(case
          when job_key_mode = 'preserve_run_at' and jobs.attempts = 0 then jobs.run_at
          else excluded.run_at
        end),
        priority=excluded.priority,
        revision=jobs.revision + 1,
        flags=excluded.flags,
        -- always reset error/retry state
        attempts=0,
        last_error=null
      where jobs.locked_at is null
      returning *
      into v_job;
    -- If upsert succeeded (insert or update), return early
    if not (v_job is null) then
      return v_job;
    end if;
    -- Upsert failed -> there must be an existing job that is locked. Remove
    -- existing key to allow a new one to be inserted, and prevent any
    -- subsequent retries of existing job by bumping attempts to the max
    -- allowed.
    update "graphile_worker".jobs
      set
        key = null,
        attempts = jobs.max_attempts
      where key = job_key;
  elsif job_key is not null and job_key_mode = 'unsafe_dedupe' then
    -- Insert job, but if one already exists then do nothing, even if the
    -- existing job has already started (and thus represents an out-of-date
    -- world state). This is dangerous because it means that whatever state
    -- change triggered this add_job may not be acted upon (since it happened
    -- after the existing job started executing, but no further job is being
    -- scheduled), but it is useful in very rare circumstances for
    -- de-duplication. If in doubt, DO NOT USE THIS.
    insert into "graphile_worker".jobs (
      task_identifier,
      payload,
      queue_name,
      run_at,
      max_attempts,
      key,
      priority,
      flags
    )
      values(
        identifier,
        coalesce(payload, '{}'::json),
        queue_name,
        coalesce(run_at, now()),
        coalesce(max_attempts, 25),
        job_key,
        coalesce(priority, 0),
        (
          select jsonb_object_agg(flag, true)
          from unnest(flags) as item(flag)
        )
      )
      on conflict (key)
      -- Bump the revision so that there's something to return
      do update set revision = jobs.revision + 1
      returning *
      into v_job;
    return v_job;
  elsif job_key is not null then
    raise exception 'Invalid job_key_mode value, expected ''replace'', ''preserve_run_at'' or ''unsafe_dedupe''.' using errcode = 'GWBKM';
  end if;
  -- insert the new job. Assume no conflicts due to the update above
  insert into "graphile_worker".jobs(
    task_identifier,
    payload,
    queue_name,
    run_at,
    max_attempts,
    key,
    priority,
    flags
  )
    values(
      identifier,
      coalesce(payload, '{}'::json),
      queue_name,
      coalesce(run_at, now()),
      coalesce(max_attempts, 25),
      job_key,
      coalesce(priority, 0),
      (
        select jsonb_object_agg(flag, true)
        from unnest(flags) as item(flag)
      )
    )
    returning *
    into v_job;
  return v_job;
end;
$$ language plpgsql volatile;

create or replace function "graphile_worker".remove_job(job_key text)
returns "graphile_worker".jobs as $$
declare
  v_job "graphile_worker".jobs;
begin
  -- Delete job if not locked
  delete from "graphile_worker".jobs
    where key = job_key
    and locked_at is null
  returning * into v_job;
  if not (v_job is null) then
    return v_job;
  end if;
  -- Otherwise prevent job from retrying, and clear the key
  update "graphile_worker".jobs
    set attempts = max_attempts, key = null
    where key = job_key
  returning * into v_job;
  return v_job;
end;
$$ language plpgsql strict;

insert into "graphile_worker".migrations (id, breaking) values ('8', 'false');

create table "graphile_worker".known_crontabs (
  identifier text not null primary key,
  known_since timestamptz not null,
  last_execution timestamptz
);
alter table "graphile_worker".known_crontabs enable row level security;

insert into "graphile_worker".migrations (id, breaking) values ('9', 'false');

drop function "graphile_worker".get_job(text, text[], interval, text[]);
create function "graphile_worker".get_job(
  worker_id text,
  task_identifiers text[] = null,
  job_expiry interval = interval '4 hours',
  forbidden_flags text[] = null,
  now timestamptz = now()
) returns "graphile_worker".jobs as $$
declare
  v_job_id bigint;
  v_queue_name text;
  v_row "graphile_worker".jobs;
begin
  if worker_id is null or length(worker_id) < 10 then
    raise exception 'invalid worker id';
  end if;

  select jobs.queue_name, jobs.id into v_queue_name, v_job_id
    from "graphile_worker".jobs
    where (jobs.locked_at is null or jobs.locked_at < (now - job_expiry))
    and (
      jobs.queue_name is null
    or
      exists (
        select 1
        from "graphile_worker".job_queues
        where job_queues.queue_name = jobs.queue_name
        and (job_queues.locked_at is null or job_queues.locked_at < (now - job_expiry))
        for update
        skip locked
      )
    )
    and run_at <= now
    and attempts < max_attempts
    and (task_identifiers is null or task_identifier = any(task_identifiers))
    and (forbidden_flags is null or (flags ?| forbidden_flags) is not true)
    order by priority asc, run_at asc, id asc
    limit 1
    for update
    skip locked;

  if v_job_id is null then
    return null;
  end if;

  if v_queue_name is not null then
    update "graphile_worker".job_queues
      set
        locked_by = worker_id,
        locked_at = now
      where job_queues.queue_name = v_queue_name;
  end if;

  update "graphile_worker".jobs
    set
      attempts = attempts + 1,
      locked_by = worker_id,
      locked_at = now
    where id = v_job_id
    returning * into v_row;

  return v_row;
end;
$$ language plpgsql volatile;

insert into "graphile_worker".migrations (id, breaking) values ('10', 'false');

alter table "graphile_worker".jobs alter column queue_name drop default;

insert into "graphile_worker".migrations (id, breaking) values ('11', 'true');

--! breaking-change
lock table "graphile_worker".jobs;
lock table "graphile_worker".job_queues;

-- If there's any locked jobs, abort via division by zero
select 1/(case when exists (
  select 1
  from "graphile_worker".jobs
  where locked_at is not null
  and locked_at > NOW() - interval '4 hours'
) then 0 else 1 end);

alter table "graphile_worker".jobs
alter column attempts type int2,
alter column max_attempts type int2,
alter column priority type int2;


drop function "graphile_worker".complete_job;
drop function "graphile_worker".fail_job;
drop function "graphile_worker".get_job;



drop trigger _900_notify_worker on "graphile_worker".jobs;
drop function "graphile_worker".add_job;
drop function "graphile_worker".complete_jobs;
drop function "graphile_worker".permanently_fail_jobs;
drop function "graphile_worker".remove_job;
drop function "graphile_worker".reschedule_jobs;
drop function "graphile_worker".tg_jobs__notify_new_jobs;
alter table "graphile_worker".jobs rename to jobs_legacy;
alter table "graphile_worker".job_queues rename to job_queues_legacy;

create table "graphile_worker".job_queues (
  id int primary key generated always as identity,
  queue_name text not null unique check (length(queue_name) <= 128),
  locked_at timestamptz,
  locked_by text,
  is_available boolean generated always as ((locked_at is null)) stored not null
);
alter table "graphile_worker".job_queues enable row level security;

create table "graphile_worker".tasks (
  id int primary key generated always as identity,
  identifier text not null unique check (length(identifier) <= 128)
);
alter table "graphile_worker".tasks enable row level security;

create table "graphile_worker".jobs (
  id bigint primary key generated always as identity,
  job_queue_id int null, -- not adding 'references' to eke out more performance
  task_id int not null,
  payload json default '{}'::json not null,
  priority smallint default 0 not null,
  run_at timestamptz default now() not null,
  attempts smallint default 0 not null,
  max_attempts smallint default 25 not null constraint jobs_max_attempts_check check (max_attempts >= 1),
  last_error text,
  created_at timestamptz default now() not null,
  updated_at timestamptz default now() not null,
  key text unique constraint jobs_key_check check (length(key) > 0 and length(key) <= 512),
  locked_at timestamptz,
  locked_by text,
  revision integer default 0 not null,
  flags jsonb,
  is_available boolean generated always as (((locked_at is null) and (attempts < max_attempts))) stored not null
);
alter table "graphile_worker".jobs enable row level security;

create index jobs_main_index
  on "graphile_worker".jobs
  using btree (priority, run_at)
  include (id, task_id, job_queue_id)
  where (is_available = true);

create index jobs_no_queue_index
  on "graphile_worker".jobs
  using btree (priority, run_at)
  include (id, task_id)
  where (is_available = true and job_queue_id is null);

create type "graphile_worker".job_spec as (
  identifier text,
  payload json,
  queue_name text,
  run_at timestamptz,
  max_attempts integer,
  job_key text,
  priority integer,
  flags text[]
);

create function "graphile_worker".add_jobs(
  specs "graphile_worker".job_spec[],
  job_key_preserve_run_at boolean default false
)
returns setof "graphile_worker".jobs
as $$
begin
  -- Ensure all the tasks exist
  insert into "graphile_worker".tasks (identifier)
  select distinct spec.identifier
  from unnest(specs) spec
  on conflict do nothing;

  -- Ensure all the queues exist
  insert into "graphile_worker".job_queues (queue_name)
  select distinct spec.queue_name
  from unnest(specs) spec
  where spec.queue_name is not null
  on conflict do nothing;

  -- Ensure any locked jobs have their key cleared - in the case of locked
  -- existing job create a new job instead as it must have already started
  -- executing (i.e. it's world state is out of date, and the fact add_job
  -- has been called again implies there's new information that needs to be
  -- acted upon).
  update "graphile_worker".jobs
  set
    key = null,
    attempts = jobs.max_attempts,
    updated_at = now()
  from unnest(specs) spec
  where spec.job_key is not null
  and jobs.key = spec.job_key
  and is_available is not true;

  -- TODO: is there a risk that a conflict could occur depending on the
  -- isolation level?

  return query insert into "graphile_worker".jobs (
    job_queue_id,
    task_id,
    payload,
    run_at,
    max_attempts,
    key,
    priority,
    flags
  )
    select
      job_queues.id,
      tasks.id,
      coalesce(spec.payload, '{}'::json),
      coalesce(spec.run_at, now()),
      coalesce(spec.max_attempts, 25),
      spec.job_key,
      coalesce(spec.priority, 0),
      (
        select jsonb_object_agg(flag, true)
        from unnest(spec.flags) as item(flag)
      )
    from unnest(specs) spec
    inner join "graphile_worker".tasks
    on tasks.identifier = spec.identifier
    left join "graphile_worker".job_queues
    on job_queues.queue_name = spec.queue_name
  on conflict (key) do update set
    job_queue_id = excluded.job_queue_id,
    task_id = excluded.task_id,
    payload = excluded.payload,
    max_attempts = excluded.max_attempts,
    run_at = (case
      when job_key_preserve_run_at is true and jobs.attempts = 0 then jobs.run_at
      else excluded.run_at
    end),
    priority = excluded.priority,
    revision = jobs.revision + 1,
    flags = excluded.flags,
    -- always reset error/retry state
    attempts = 0,
    last_error = null,
    updated_at = now()
  where jobs.locked_at is null
  returning *;
end;
$$ language plpgsql;

create function "graphile_worker".complete_jobs(job_ids bigint[])
returns setof "graphile_worker".jobs
as $$
  delete from "graphile_worker".jobs
    where id = any(job_ids)
    and (
      locked_at is null
    or
      locked_at < now() - interval '4 hours'
    )
    returning *;
$$ language sql;

create function "graphile_worker".permanently_fail_jobs(
  job_ids bigint[],
  error_message text default null::text
)
returns setof "graphile_worker".jobs
as $$
  update "graphile_worker".jobs
    set
      last_error = coalesce(error_message, 'Manually marked as failed'),
      attempts = max_attempts,
      updated_at = now()
    where id = any(job_ids)
    and (
      locked_at is null
    or
      locked_at < NOW() - interval '4 hours'
    )
    returning *;
$$ language sql;

create function "graphile_worker".remove_job(job_key text)
returns "graphile_worker".jobs
as $$
declare
  v_job "graphile_worker".jobs;
begin
  -- Delete job if not locked
  delete from "graphile_worker".jobs
    where key = job_key
    and (
      locked_at is null
    or
      locked_at < NOW() - interval '4 hours'
    )
  returning * into v_job;
  if not (v_job is null) then
    return v_job;
  end if;
  -- Otherwise prevent job from retrying, and clear the key
  update "graphile_worker".jobs
  set
    key = null,
    attempts = jobs.max_attempts,
    updated_at = now()
  where key = job_key
  returning * into v_job;
  return v_job;
end;
$$ language plpgsql strict;

create function "graphile_worker".reschedule_jobs(
  job_ids bigint[],
  run_at timestamp with time zone default null::timestamp with time zone,
  priority integer default null::integer,
  attempts integer default null::integer,
  max_attempts integer default null::integer
) returns setof "graphile_worker".jobs
as $$
  update "graphile_worker".jobs
    set
      run_at = coalesce(reschedule_jobs.run_at, jobs.run_at),
      priority = coalesce(reschedule_jobs.priority, jobs.priority),
      attempts = coalesce(reschedule_jobs.attempts, jobs.attempts),
      max_attempts = coalesce(reschedule_jobs.max_attempts, jobs.max_attempts),
      updated_at = now()
    where id = any(job_ids)
    and (
      locked_at is null
    or
      locked_at < NOW() - interval '4 hours'
    )
    returning *;
$$ language sql;

create function "graphile_worker".tg_jobs__after_insert() returns trigger
as $$
begin
  perform pg_notify('jobs:insert', '');
  return new;
end;
$$ language plpgsql;
create trigger _900_after_insert
after insert on "graphile_worker".jobs
for each statement
execute procedure "graphile_worker".tg_jobs__after_insert();

create function "graphile_worker".add_job(
  identifier text,
  payload json default null::json,
  queue_name text default null::text,
  run_at timestamp with time zone default null::timestamp with time zone,
  max_attempts integer default null::integer,
  job_key text default null::text,
  priority integer default null::integer,
  flags text[] default null::text[],
  job_key_mode text default 'replace'::text
) returns "graphile_worker".jobs as $$
declare
  v_job "graphile_worker".jobs;
begin
  if (job_key is null or job_key_mode is null or job_key_mode in ('replace', 'preserve_run_at')) then
    select * into v_job
    from "graphile_worker".add_jobs(
      ARRAY[(
        identifier,
        payload,
        queue_name,
        run_at,
        max_attempts,
        job_key,
        priority,
        flags
      )::"graphile_worker".job_spec],
      (job_key_mode = 'preserve_run_at')
    )
    limit 1;
    return v_job;
  elsif job_key_mode = 'unsafe_dedupe' then
    -- Ensure all the tasks exist
    insert into "graphile_worker".tasks (identifier)
    values (add_job.identifier)
    on conflict do nothing;

    -- Ensure all the queues exist
    if add_job.queue_name is not null then
      insert into "graphile_worker".job_queues (queue_name)
      values (add_job.queue_name)
      on conflict do nothing;
    end if;

    -- Insert job, but if one already exists then do nothing, even if the
    -- existing job has already started (and thus represents an out-of-date
    -- world state). This is dangerous because it means that whatever state
    -- change triggered this add_job may not be acted upon (since it happened
    -- after the existing job started executing, but no further job is being
    -- scheduled), but it is useful in very rare circumstances for
    -- de-duplication. If in doubt, DO NOT USE THIS.
    insert into "graphile_worker".jobs (
      job_queue_id,
      task_id,
      payload,
      run_at,
      max_attempts,
      key,
      priority,
      flags
    )
      select
        job_queues.id,
        tasks.id,
        coalesce(add_job.payload, '{}'::json),
        coalesce(add_job.run_at, now()),
        coalesce(add_job.max_attempts, 25),
        add_job.job_key,
        coalesce(add_job.priority, 0),
        (
          select jsonb_object_agg(flag, true)
          from unnest(add_job.flags) as item(flag)
        )
      from "graphile_worker".tasks
      left join "graphile_worker".job_queues
      on job_queues.queue_name = add_job.queue_name
      where tasks.identifier = add_job.identifier
    on conflict (key)
      -- Bump the updated_at so that there's something to return
      do update set
        revision = jobs.revision + 1,
        updated_at = now()
      returning *
      into v_job;
    return v_job;
  else
    raise exception 'Invalid job_key_mode value, expected ''replace'', ''preserve_run_at'' or ''unsafe_dedupe''.' using errcode = 'GWBKM';
  end if;
end;
$$ language plpgsql;

-- Migrate over the old tables
insert into "graphile_worker".job_queues (queue_name)
select distinct queue_name
from "graphile_worker".jobs_legacy
where queue_name is not null
on conflict do nothing;

insert into "graphile_worker".tasks (identifier)
select distinct task_identifier
from "graphile_worker".jobs_legacy
on conflict do nothing;

insert into "graphile_worker".jobs (
  job_queue_id,
  task_id,
  payload,
  priority,
  run_at,
  attempts,
  max_attempts,
  last_error,
  created_at,
  updated_at,
  key,
  revision,
  flags
)
  select
    job_queues.id,
    tasks.id,
    legacy.payload,
    legacy.priority,
    legacy.run_at,
    legacy.attempts,
    legacy.max_attempts,
    legacy.last_error,
    legacy.created_at,
    legacy.updated_at,
    legacy.key,
    legacy.revision,
    legacy.flags
  from "graphile_worker".jobs_legacy legacy
  inner join "graphile_worker".tasks
  on tasks.identifier = legacy.task_identifier
  left join "graphile_worker".job_queues
  on job_queues.queue_name = legacy.queue_name;

drop table "graphile_worker".jobs_legacy;
drop table "graphile_worker".job_queues_legacy;

insert into "graphile_worker".migrations (id, breaking) values ('12', 'false');

create or replace function "graphile_worker".add_jobs(
  specs "graphile_worker".job_spec[],
  job_key_preserve_run_at boolean default false
)
returns setof "graphile_worker".jobs
as $$
begin
  -- Ensure all the tasks exist
  insert into "graphile_worker".tasks (identifier)
  select distinct spec.identifier
  from unnest(specs) spec
  on conflict do nothing;

  -- Ensure all the queues exist
  insert into "graphile_worker".job_queues (queue_name)
  select distinct spec.queue_name
  from unnest(specs) spec
  where spec.queue_name is not null
  on conflict do nothing;

  -- Ensure any locked jobs have their key cleared - in the case of locked
  -- existing job create a new job instead as it must have already started
  -- executing (i.e. it's world state is out of date, and the fact add_job
  -- has been called again implies there's new information that needs to be
  -- acted upon).
  update "graphile_worker".jobs
  set
    key = null,
    attempts = jobs.max_attempts,
    updated_at = now()
  from unnest(specs) spec
  where spec.job_key is not null
  and jobs.key = spec.job_key
  and is_available is not true;

  -- TODO: is there a risk that a conflict could occur depending on the
  -- isolation level?

  return query insert into "graphile_worker".jobs (
    job_queue_id,
    task_id,
    payload,
    run_at,
    max_attempts,
    key,
    priority,
    flags
  )
    select
      job_queues.id,
      tasks.id,
      coalesce(spec.payload, '{}'::json),
      coalesce(spec.run_at, now()),
      coalesce(spec.max_attempts, 25),
      spec.job_key,
      coalesce(spec.priority, 0),
      (
        select jsonb_object_agg(flag, true)
        from unnest(spec.flags) as item(flag)
      )
    from unnest(specs) spec
    inner join "graphile_worker".tasks
    on tasks.identifier = spec.identifier
    left join "graphile_worker".job_queues
    on job_queues.queue_name = spec.queue_name
  on conflict (key) do update set
    job_queue_id = excluded.job_queue_id,
    task_id = excluded.task_id,
    payload =
      case
      when json_typeof(jobs.payload) = 'array' and json_typeof(excluded.payload) = 'array' then
        (jobs.payload::jsonb || excluded.payload::jsonb)::json
      else
        excluded.payload
      end,
    max_attempts = excluded.max_attempts,
    run_at = (case
      when job_key_preserve_run_at is true and jobs.attempts = 0 then jobs.run_at
      else excluded.run_at
    end),
    priority = excluded.priority,
    revision = jobs.revision + 1,
    flags = excluded.flags,
    -- always reset error/retry state
    attempts = 0,
    last_error = null,
    updated_at = now()
  where jobs.locked_at is null
  returning *;
end;
$$ language plpgsql;

insert into "graphile_worker".migrations (id, breaking) values ('13', 'true');

--! breaking-change
alter type "graphile_worker".job_spec alter attribute max_attempts type smallint;
alter type "graphile_worker".job_spec alter attribute priority type smallint;

drop function "graphile_worker".add_job;
CREATE FUNCTION "graphile_worker".add_job(identifier text, payload json DEFAULT NULL::json, queue_name text DEFAULT NULL::text, run_at timestamp with time zone DEFAULT NULL::timestamp with time zone, max_attempts smallint DEFAULT NULL::smallint, job_key text DEFAULT NULL::text, priority smallint DEFAULT NULL::smallint, flags text[] DEFAULT NULL::text[], job_key_mode text DEFAULT 'replace'::text) RETURNS "graphile_worker".jobs
    LANGUAGE plpgsql
    AS $$
declare
  v_job "graphile_worker".jobs;
begin
  if (job_key is null or job_key_mode is null or job_key_mode in ('replace', 'preserve_run_at')) then
    select * into v_job
    from "graphile_worker".add_jobs(
      ARRAY[(
        identifier,
        payload,
        queue_name,
        run_at,
        max_attempts,
        job_key,
        priority,
        flags
      )::"graphile_worker".job_spec],
      (job_key_mode = 'preserve_run_at')
    )
    limit 1;
    return v_job;
  elsif job_key_mode = 'unsafe_dedupe' then
    -- Ensure all the tasks exist
    insert into "graphile_worker".tasks (identifier)
    values (add_job.identifier)
    on conflict do nothing;
    -- Ensure all the queues exist
    if add_job.queue_name is not null then
      insert into "graphile_worker".job_queues (queue_name)
      values (add_job.queue_name)
      on conflict do nothing;
    end if;
    -- Insert job, but if one already exists then do nothing, even if the
    -- existing job has already started (and thus represents an out-of-date
    -- world state). This is dangerous because it means that whatever state
    -- change triggered this add_job may not be acted upon (since it happened
    -- after the existing job started executing, but no further job is being
    -- scheduled), but it is useful in very rare circumstances for
    -- de-duplication. If in doubt, DO NOT USE THIS.
    insert into "graphile_worker".jobs (
      job_queue_id,
      task_id,
      payload,
      run_at,
      max_attempts,
      key,
      priority,
      flags
    )
      select
        job_queues.id,
        tasks.id,
        coalesce(add_job.payload, '{}'::json),
        coalesce(add_job.run_at, now()),
        coalesce(add_job.max_attempts, 25),
        add_job.job_key,
        coalesce(add_job.priority, 0),
        (
          select jsonb_object_agg(flag, true)
          from unnest(add_job.flags) as item(flag)
        )
      from "graphile_worker".tasks
      left join "graphile_worker".job_queues
      on job_queues.queue_name = add_job.queue_name
      where tasks.identifier = add_job.identifier
    on conflict (key)
      -- Bump the updated_at so that there's something to return
      do update set
        revision = jobs.revision + 1,
        updated_at = now()
      returning *
      into v_job;
    return v_job;
  else
    raise exception 'Invalid job_key_mode value, expected ''replace'', ''preserve_run_at'' or ''unsafe_dedupe''.' using errcode = 'GWBKM';
  end if;
end;
$$;

DROP FUNCTION "graphile_worker".reschedule_jobs;
CREATE FUNCTION "graphile_worker".reschedule_jobs(job_ids bigint[], run_at timestamp with time zone DEFAULT NULL::timestamp with time zone, priority smallint DEFAULT NULL::smallint, attempts smallint DEFAULT NULL::smallint, max_attempts smallint DEFAULT NULL::smallint) RETURNS SETOF "graphile_worker".jobs
    LANGUAGE sql
    AS $$
  update "graphile_worker".jobs
    set
      run_at = coalesce(reschedule_jobs.run_at, jobs.run_at),
      priority = coalesce(reschedule_jobs.priority, jobs.priority),
      attempts = coalesce(reschedule_jobs.attempts, jobs.attempts),
      max_attempts = coalesce(reschedule_jobs.max_attempts, jobs.max_attempts),
      updated_at = now()
    where id = any(job_ids)
    and (
      locked_at is null
    or
      locked_at < NOW() - interval '4 hours'
    )
    returning *;
$$;

insert into "graphile_worker".migrations (id, breaking) values ('14', 'true');

--! breaking-change
-- Go back to exposing 'int' on public interfaces, use smallint internally.

drop function "graphile_worker".add_job;
CREATE FUNCTION "graphile_worker".add_job(identifier text, payload json DEFAULT NULL::json, queue_name text DEFAULT NULL::text, run_at timestamp with time zone DEFAULT NULL::timestamp with time zone, max_attempts int DEFAULT NULL::int, job_key text DEFAULT NULL::text, priority int DEFAULT NULL::int, flags text[] DEFAULT NULL::text[], job_key_mode text DEFAULT 'replace'::text) RETURNS "graphile_worker".jobs
    LANGUAGE plpgsql
    AS $$
declare
  v_job "graphile_worker".jobs;
begin
  if (job_key is null or job_key_mode is null or job_key_mode in ('replace', 'preserve_run_at')) then
    select * into v_job
    from "graphile_worker".add_jobs(
      ARRAY[(
        identifier,
        payload,
        queue_name,
        run_at,
        max_attempts::smallint,
        job_key,
        priority::smallint,
        flags
      )::"graphile_worker".job_spec],
      (job_key_mode = 'preserve_run_at')
    )
    limit 1;
    return v_job;
  elsif job_key_mode = 'unsafe_dedupe' then
    -- Ensure all the tasks exist
    insert into "graphile_worker".tasks (identifier)
    values (add_job.identifier)
    on conflict do nothing;
    -- Ensure all the queues exist
    if add_job.queue_name is not null then
      insert into "graphile_worker".job_queues (queue_name)
      values (add_job.queue_name)
      on conflict do nothing;
    end if;
    -- Insert job, but if one already exists then do nothing, even if the
    -- existing job has already started (and thus represents an out-of-date
    -- world state). This is dangerous because it means that whatever state
    -- change triggered this add_job may not be acted upon (since it happened
    -- after the existing job started executing, but no further job is being
    -- scheduled), but it is useful in very rare circumstances for
    -- de-duplication. If in doubt, DO NOT USE THIS.
    insert into "graphile_worker".jobs (
      job_queue_id,
      task_id,
      payload,
      run_at,
      max_attempts,
      key,
      priority,
      flags
    )
      select
        job_queues.id,
        tasks.id,
        coalesce(add_job.payload, '{}'::json),
        coalesce(add_job.run_at, now()),
        coalesce(add_job.max_attempts::smallint, 25::smallint),
        add_job.job_key,
        coalesce(add_job.priority::smallint, 0::smallint),
        (
          select jsonb_object_agg(flag, true)
          from unnest(add_job.flags) as item(flag)
        )
      from "graphile_worker".tasks
      left join "graphile_worker".job_queues
      on job_queues.queue_name = add_job.queue_name
      where tasks.identifier = add_job.identifier
    on conflict (key)
      -- Bump the updated_at so that there's something to return
      do update set
        revision = jobs.revision + 1,
        updated_at = now()
      returning *
      into v_job;
    return v_job;
  else
    raise exception 'Invalid job_key_mode value, expected ''replace'', ''preserve_run_at'' or ''unsafe_dedupe''.' using errcode = 'GWBKM';
  end if;
end;
$$;

DROP FUNCTION "graphile_worker".reschedule_jobs;
CREATE FUNCTION "graphile_worker".reschedule_jobs(job_ids bigint[], run_at timestamp with time zone DEFAULT NULL::timestamp with time zone, priority int DEFAULT NULL::int, attempts int DEFAULT NULL::int, max_attempts int DEFAULT NULL::int) RETURNS SETOF "graphile_worker".jobs
    LANGUAGE sql
    AS $$
  update "graphile_worker".jobs
    set
      run_at = coalesce(reschedule_jobs.run_at, jobs.run_at),
      priority = coalesce(reschedule_jobs.priority::smallint, jobs.priority),
      attempts = coalesce(reschedule_jobs.attempts::smallint, jobs.attempts),
      max_attempts = coalesce(reschedule_jobs.max_attempts::smallint, jobs.max_attempts),
      updated_at = now()
    where id = any(job_ids)
    and (
      locked_at is null
    or
      locked_at < NOW() - interval '4 hours'
    )
    returning *;
$$;

insert into "graphile_worker".migrations (id, breaking) values ('15', 'false');

-- Tidy up from previous migrations
drop function "graphile_worker".jobs__increase_job_queue_count();
drop function "graphile_worker".jobs__decrease_job_queue_count();
drop function "graphile_worker".tg__update_timestamp();

-- Add function to unlock all jobs from the given workers due to a crash or similar
create function "graphile_worker".force_unlock_workers(worker_ids text[]) returns void as $$
update "graphile_worker".jobs
set locked_at = null, locked_by = null
where locked_by = any(worker_ids);
update "graphile_worker".job_queues
set locked_at = null, locked_by = null
where locked_by = any(worker_ids);
$$ language sql volatile;

insert into "graphile_worker".migrations (id, breaking) values ('16', 'true');

--! breaking-change
alter table "graphile_worker".jobs rename to _private_jobs;
alter table "graphile_worker".job_queues rename to _private_job_queues;
alter table "graphile_worker".tasks rename to _private_tasks;
alter table "graphile_worker".known_crontabs rename to _private_known_crontabs;

DROP FUNCTION "graphile_worker".add_job;
CREATE FUNCTION "graphile_worker".add_job(identifier text, payload json DEFAULT NULL::json, queue_name text DEFAULT NULL::text, run_at timestamp with time zone DEFAULT NULL::timestamp with time zone, max_attempts integer DEFAULT NULL::integer, job_key text DEFAULT NULL::text, priority integer DEFAULT NULL::integer, flags text[] DEFAULT NULL::text[], job_key_mode text DEFAULT 'replace'::text) RETURNS "graphile_worker"._private_jobs
    LANGUAGE plpgsql
    AS $$
declare
  v_job "graphile_worker"._private_jobs;
begin
  if (job_key is null or job_key_mode is null or job_key_mode in ('replace', 'preserve_run_at')) then
    select * into v_job
    from "graphile_worker".add_jobs(
      ARRAY[(
        identifier,
        payload,
        queue_name,
        run_at,
        max_attempts::smallint,
        job_key,
        priority::smallint,
        flags
      )::"graphile_worker".job_spec],
      (job_key_mode = 'preserve_run_at')
    )
    limit 1;
    return v_job;
  elsif job_key_mode = 'unsafe_dedupe' then
    -- Ensure all the tasks exist
    insert into "graphile_worker"._private_tasks as tasks (identifier)
    values (add_job.identifier)
    on conflict do nothing;
    -- Ensure all the queues exist
    if add_job.queue_name is not null then
      insert into "graphile_worker"._private_job_queues as job_queues (queue_name)
      values (add_job.queue_name)
      on conflict do nothing;
    end if;
    -- Insert job, but if one already exists then do nothing, even if the
    -- existing job has already started (and thus represents an out-of-date
    -- world state). This is dangerous because it means that whatever state
    -- change triggered this add_job may not be acted upon (since it happened
    -- after the existing job started executing, but no further job is being
    -- scheduled), but it is useful in very rare circumstances for
    -- de-duplication. If in doubt, DO NOT USE THIS.
    insert into "graphile_worker"._private_jobs as jobs (
      job_queue_id,
      task_id,
      payload,
      run_at,
      max_attempts,
      key,
      priority,
      flags
    )
      select
        job_queues.id,
        tasks.id,
        coalesce(add_job.payload, '{}'::json),
        coalesce(add_job.run_at, now()),
        coalesce(add_job.max_attempts::smallint, 25::smallint),
        add_job.job_key,
        coalesce(add_job.priority::smallint, 0::smallint),
        (
          select jsonb_object_agg(flag, true)
          from unnest(add_job.flags) as item(flag)
        )
      from "graphile_worker"._private_tasks as tasks
      left join "graphile_worker"._private_job_queues as job_queues
      on job_queues.queue_name = add_job.queue_name
      where tasks.identifier = add_job.identifier
    on conflict (key)
      -- Bump the updated_at so that there's something to return
      do update set
        revision = jobs.revision + 1,
        updated_at = now()
      returning *
      into v_job;
    return v_job;
  else
    raise exception 'Invalid job_key_mode value, expected ''replace'', ''preserve_run_at'' or ''unsafe_dedupe''.' using errcode = 'GWBKM';
  end if;
end;
$$;

DROP FUNCTION "graphile_worker".add_jobs;
CREATE FUNCTION "graphile_worker".add_jobs(specs "graphile_worker".job_spec[], job_key_preserve_run_at boolean DEFAULT false) RETURNS SETOF "graphile_worker"._private_jobs
    LANGUAGE plpgsql
    AS $$
begin
  -- Ensure all the tasks exist
  insert into "graphile_worker"._private_tasks as tasks (identifier)
  select distinct spec.identifier
  from unnest(specs) spec
  on conflict do nothing;
  -- Ensure all the queues exist
  insert into "graphile_worker"._private_job_queues as job_queues (queue_name)
  select distinct spec.queue_name
  from unnest(specs) spec
  where spec.queue_name is not null
  on conflict do nothing;
  -- Ensure any locked jobs have their key cleared - in the case of locked
  -- existing job create a new job instead as it must have already started
  -- executing (i.e. it's world state is out of date, and the fact add_job
  -- has been called again implies there's new information that needs to be
  -- acted upon).
  update "graphile_worker"._private_jobs as jobs
  set
    key = null,
    attempts = jobs.max_attempts,
    updated_at = now()
  from unnest(specs) spec
  where spec.job_key is not null
  and jobs.key = spec.job_key
  and is_available is not true;
  -- TODO: is there a risk that a conflict could occur depending on the
  -- isolation level?
  return query insert into "graphile_worker"._private_jobs as jobs (
    job_queue_id,
    task_id,
    payload,
    run_at,
    max_attempts,
    key,
    priority,
    flags
  )
    select
      job_queues.id,
      tasks.id,
      coalesce(spec.payload, '{}'::json),
      coalesce(spec.run_at, now()),
      coalesce(spec.max_attempts, 25),
      spec.job_key,
      coalesce(spec.priority, 0),
      (
        select jsonb_object_agg(flag, true)
        from unnest(spec.flags) as item(flag)
      )
    from unnest(specs) spec
    inner join "graphile_worker"._private_tasks as tasks
    on tasks.identifier = spec.identifier
    left join "graphile_worker"._private_job_queues as job_queues
    on job_queues.queue_name = spec.queue_name
  on conflict (key) do update set
    job_queue_id = excluded.job_queue_id,
    task_id = excluded.task_id,
    payload =
      case
      when json_typeof(jobs.payload) = 'array' and json_typeof(excluded.payload) = 'array' then
        (jobs.payload::jsonb || excluded.payload::jsonb)::json
      else
        excluded.payload
      end,
    max_attempts = excluded.max_attempts,
    run_at = (case
      when job_key_preserve_run_at is true and jobs.attempts = 0 then jobs.run_at
      else excluded.run_at
    end),
    priority = excluded.priority,
    revision = jobs.revision + 1,
    flags = excluded.flags,
    -- always reset error/retry state
    attempts = 0,
    last_error = null,
    updated_at = now()
  where jobs.locked_at is null
  returning *;
end;
$$;

DROP FUNCTION "graphile_worker".complete_jobs;
CREATE FUNCTION "graphile_worker".complete_jobs(job_ids bigint[]) RETURNS SETOF "graphile_worker"._private_jobs
    LANGUAGE sql
    AS $$
  delete from "graphile_worker"._private_jobs as jobs
    where id = any(job_ids)
    and (
      locked_at is null
    or
      locked_at < now() - interval '4 hours'
    )
    returning *;
$$;

DROP FUNCTION "graphile_worker".force_unlock_workers;
CREATE FUNCTION "graphile_worker".force_unlock_workers(worker_ids text[]) RETURNS void
    LANGUAGE sql
    AS $$
update "graphile_worker"._private_jobs as jobs
set locked_at = null, locked_by = null
where locked_by = any(worker_ids);
update "graphile_worker"._private_job_queues as job_queues
set locked_at = null, locked_by = null
where locked_by = any(worker_ids);
$$;

DROP FUNCTION "graphile_worker".permanently_fail_jobs;
CREATE FUNCTION "graphile_worker".permanently_fail_jobs(job_ids bigint[], error_message text DEFAULT NULL::text) RETURNS SETOF "graphile_worker"._private_jobs
    LANGUAGE sql
    AS $$
  update "graphile_worker"._private_jobs as jobs
    set
      last_error = coalesce(error_message, 'Manually marked as failed'),
      attempts = max_attempts,
      updated_at = now()
    where id = any(job_ids)
    and (
      locked_at is null
    or
      locked_at < NOW() - interval '4 hours'
    )
    returning *;
$$;

DROP FUNCTION "graphile_worker".remove_job;
CREATE FUNCTION "graphile_worker".remove_job(job_key text) RETURNS "graphile_worker"._private_jobs
    LANGUAGE plpgsql STRICT
    AS $$
declare
  v_job "graphile_worker"._private_jobs;
begin
  -- Delete job if not locked
  delete from "graphile_worker"._private_jobs as jobs
    where key = job_key
    and (
      locked_at is null
    or
      locked_at < NOW() - interval '4 hours'
    )
  returning * into v_job;
  if not (v_job is null) then
    return v_job;
  end if;
  -- Otherwise prevent job from retrying, and clear the key
  update "graphile_worker"._private_jobs as jobs
  set
    key = null,
    attempts = jobs.max_attempts,
    updated_at = now()
  where key = job_key
  returning * into v_job;
  return v_job;
end;
$$;

DROP FUNCTION "graphile_worker".reschedule_jobs;
CREATE FUNCTION "graphile_worker".reschedule_jobs(job_ids bigint[], run_at timestamp with time zone DEFAULT NULL::timestamp with time zone, priority integer DEFAULT NULL::integer, attempts integer DEFAULT NULL::integer, max_attempts integer DEFAULT NULL::integer) RETURNS SETOF "graphile_worker"._private_jobs
    LANGUAGE sql
    AS $$
  update "graphile_worker"._private_jobs as jobs
    set
      run_at = coalesce(reschedule_jobs.run_at, jobs.run_at),
      priority = coalesce(reschedule_jobs.priority::smallint, jobs.priority),
      attempts = coalesce(reschedule_jobs.attempts::smallint, jobs.attempts),
      max_attempts = coalesce(reschedule_jobs.max_attempts::smallint, jobs.max_attempts),
      updated_at = now()
    where id = any(job_ids)
    and (
      locked_at is null
    or
      locked_at < NOW() - interval '4 hours'
    )
    returning *;
$$;

insert into "graphile_worker".migrations (id, breaking) values ('17', 'false');

create view "graphile_worker".jobs as (
  select
    jobs.id,
    job_queues.queue_name,
    tasks.identifier as task_identifier,
    jobs.priority,
    jobs.run_at,
    jobs.attempts,
    jobs.max_attempts,
    jobs.last_error,
    jobs.created_at,
    jobs.updated_at,
    jobs.key,
    jobs.locked_at,
    jobs.locked_by,
    jobs.revision,
    jobs.flags
  from "graphile_worker"._private_jobs as jobs
  inner join "graphile_worker"._private_tasks as tasks
  on tasks.id = jobs.task_id
  left join "graphile_worker"._private_job_queues as job_queues
  on job_queues.id = jobs.job_queue_id
);

insert into "graphile_worker".migrations (id, breaking) values ('18', 'false');

DROP TRIGGER _900_after_insert ON "graphile_worker"._private_jobs;
DROP FUNCTION "graphile_worker".tg_jobs__after_insert;

CREATE OR REPLACE FUNCTION "graphile_worker".add_job(identifier text, payload json DEFAULT NULL::json, queue_name text DEFAULT NULL::text, run_at timestamp with time zone DEFAULT NULL::timestamp with time zone, max_attempts integer DEFAULT NULL::integer, job_key text DEFAULT NULL::text, priority integer DEFAULT NULL::integer, flags text[] DEFAULT NULL::text[], job_key_mode text DEFAULT 'replace'::text) RETURNS "graphile_worker"._private_jobs
    LANGUAGE plpgsql
    AS $$
declare
  v_job "graphile_worker"._private_jobs;
begin
  if (job_key is null or job_key_mode is null or job_key_mode in ('replace', 'preserve_run_at')) then
    select * into v_job
    from "graphile_worker".add_jobs(
      ARRAY[(
        identifier,
        payload,
        queue_name,
        run_at,
        max_attempts::smallint,
        job_key,
        priority::smallint,
        flags
      )::"graphile_worker".job_spec],
      (job_key_mode = 'preserve_run_at')
    )
    limit 1;
    return v_job;
  elsif job_key_mode = 'unsafe_dedupe' then
    -- Ensure all the tasks exist
    insert into "graphile_worker"._private_tasks as tasks (identifier)
    values (add_job.identifier)
    on conflict do nothing;
    -- Ensure all the queues exist
    if add_job.queue_name is not null then
      insert into "graphile_worker"._private_job_queues as job_queues (queue_name)
      values (add_job.queue_name)
      on conflict do nothing;
    end if;
    -- Insert job, but if one already exists then do nothing, even if the
    -- existing job has already started (and thus represents an out-of-date
    -- world state). This is dangerous because it means that whatever state
    -- change triggered this add_job may not be acted upon (since it happened
    -- after the existing job started executing, but no further job is being
    -- scheduled), but it is useful in very rare circumstances for
    -- de-duplication. If in doubt, DO NOT USE THIS.
    insert into "graphile_worker"._private_jobs as jobs (
      job_queue_id,
      task_id,
      payload,
      run_at,
      max_attempts,
      key,
      priority,
      flags
    )
      select
        job_queues.id,
        tasks.id,
        coalesce(add_job.payload, '{}'::json),
        coalesce(add_job.run_at, now()),
        coalesce(add_job.max_attempts::smallint, 25::smallint),
        add_job.job_key,
        coalesce(add_job.priority::smallint, 0::smallint),
        (
          select jsonb_object_agg(flag, true)
          from unnest(add_job.flags) as item(flag)
        )
      from "graphile_worker"._private_tasks as tasks
      left join "graphile_worker"._private_job_queues as job_queues
      on job_queues.queue_name = add_job.queue_name
      where tasks.identifier = add_job.identifier
    on conflict (key)
      -- Bump the updated_at so that there's something to return
      do update set
        revision = jobs.revision + 1,
        updated_at = now()
      returning *
      into v_job;
    if v_job.revision = 0 then
      perform pg_notify('jobs:insert', '{"r":' || random()::text || ',"count":1}');
    end if;
    return v_job;
  else
    raise exception 'Invalid job_key_mode value, expected ''replace'', ''preserve_run_at'' or ''unsafe_dedupe''.' using errcode = 'GWBKM';
  end if;
end;
$$;

CREATE OR REPLACE FUNCTION "graphile_worker".add_jobs(specs "graphile_worker".job_spec[], job_key_preserve_run_at boolean DEFAULT false) RETURNS SETOF "graphile_worker"._private_jobs
    LANGUAGE plpgsql
    AS $$
begin
  -- Ensure all the tasks exist
  insert into "graphile_worker"._private_tasks as tasks (identifier)
  select distinct spec.identifier
  from unnest(specs) spec
  on conflict do nothing;
  -- Ensure all the queues exist
  insert into "graphile_worker"._private_job_queues as job_queues (queue_name)
  select distinct spec.queue_name
  from unnest(specs) spec
  where spec.queue_name is not null
  on conflict do nothing;
  -- Ensure any locked jobs have their key cleared - in the case of locked
  -- existing job create a new job instead as it must have already started
  -- executing (i.e. it's world state is out of date, and the fact add_job
  -- has been called again implies there's new information that needs to be
  -- acted upon).
  update "graphile_worker"._private_jobs as jobs
  set
    key = null,
    attempts = jobs.max_attempts,
    updated_at = now()
  from unnest(specs) spec
  where spec.job_key is not null
  and jobs.key = spec.job_key
  and is_available is not true;

  -- WARNING: this count is not 100% accurate; 'on conflict' clause will cause it to be an overestimate
  perform pg_notify('jobs:insert', '{"r":' || random()::text || ',"count":' || array_length(specs, 1)::text || '}');

  -- TODO: is there a risk that a conflict could occur depending on the
  -- isolation level?
  return query insert into "graphile_worker"._private_jobs as jobs (
    job_queue_id,
    task_id,
    payload,
    run_at,
    max_attempts,
    key,
    priority,
    flags
  )
    select
      job_queues.id,
      tasks.id,
      coalesce(spec.payload, '{}'::json),
      coalesce(spec.run_at, now()),
      coalesce(spec.max_attempts, 25),
      spec.job_key,
      coalesce(spec.priority, 0),
      (
        select jsonb_object_agg(flag, true)
        from unnest(spec.flags) as item(flag)
      )
    from unnest(specs) spec
    inner join "graphile_worker"._private_tasks as tasks
    on tasks.identifier = spec.identifier
    left join "graphile_worker"._private_job_queues as job_queues
    on job_queues.queue_name = spec.queue_name
  on conflict (key) do update set
    job_queue_id = excluded.job_queue_id,
    task_id = excluded.task_id,
    payload =
      case
      when json_typeof(jobs.payload) = 'array' and json_typeof(excluded.payload) = 'array' then
        (jobs.payload::jsonb || excluded.payload::jsonb)::json
      else
        excluded.payload
      end,
    max_attempts = excluded.max_attempts,
    run_at = (case
      when job_key_preserve_run_at is true and jobs.attempts = 0 then jobs.run_at
      else excluded.run_at
    end),
    priority = excluded.priority,
    revision = jobs.revision + 1,
    flags = excluded.flags,
    -- always reset error/retry state
    attempts = 0,
    last_error = null,
    updated_at = now()
  where jobs.locked_at is null
  returning *;
end;
$$;

CREATE OR REPLACE FUNCTION "graphile_worker".remove_job(job_key text) RETURNS "graphile_worker"._private_jobs
    LANGUAGE plpgsql STRICT
    AS $$
declare
  v_job "graphile_worker"._private_jobs;
begin
  -- Delete job if not locked
  delete from "graphile_worker"._private_jobs as jobs
    where key = job_key
    and (
      locked_at is null
    or
      locked_at < NOW() - interval '4 hours'
    )
  returning * into v_job;
  if not (v_job is null) then
    perform pg_notify('jobs:insert', '{"r":' || random()::text || ',"count":-1}');
    return v_job;
  end if;
  -- Otherwise prevent job from retrying, and clear the key
  update "graphile_worker"._private_jobs as jobs
  set
    key = null,
    attempts = jobs.max_attempts,
    updated_at = now()
  where key = job_key
  returning * into v_job;
  return v_job;
end;
$$;

insert into "graphile_worker".migrations (id, breaking) values ('19', 'true');

--! breaking-change
-- This is just a breaking change marker for the v0.17 worker-centric to
-- pool-centric jump. The migration itself is not breaking.
select 1;

insert into "graphile_worker".migrations (id, breaking) values ('20', 'false');

CREATE OR REPLACE FUNCTION "graphile_worker".add_job(identifier text, payload json DEFAULT NULL::json, queue_name text DEFAULT NULL::text, run_at timestamp with time zone DEFAULT NULL::timestamp with time zone, max_attempts integer DEFAULT NULL::integer, job_key text DEFAULT NULL::text, priority integer DEFAULT NULL::integer, flags text[] DEFAULT NULL::text[], job_key_mode text DEFAULT 'replace'::text) RETURNS "graphile_worker"._private_jobs
    LANGUAGE plpgsql
    AS $$
declare
  v_job "graphile_worker"._private_jobs;
begin
  if (job_key is null or job_key_mode is null or job_key_mode in ('replace', 'preserve_run_at')) then
    select * into v_job
    from "graphile_worker".add_jobs(
      ARRAY[(
        identifier,
        payload,
        queue_name,
        run_at,
        max_attempts::smallint,
        job_key,
        priority::smallint,
        flags
      )::"graphile_worker".job_spec],
      (job_key_mode = 'preserve_run_at')
    )
    limit 1;
    return v_job;
  elsif job_key_mode = 'unsafe_dedupe' then
    -- Ensure all the tasks exist (insert only missing identifiers so identity is not consumed)
    insert into "graphile_worker"._private_tasks as tasks (identifier)
    select add_job.identifier
    where not exists (
      select 1
      from "graphile_worker"._private_tasks as existing
      where existing.identifier = add_job.identifier
    )
    on conflict do nothing;
    -- Ensure all the queues exist
    if add_job.queue_name is not null then
      insert into "graphile_worker"._private_job_queues as job_queues (queue_name)
      select add_job.queue_name
      where not exists (
        select 1
        from "graphile_worker"._private_job_queues as existing
        where existing.queue_name = add_job.queue_name
      )
      on conflict do nothing;
    end if;
    -- Insert job, but if one already exists then do nothing, even if the
    -- existing job has already started (and thus represents an out-of-date
    -- world state). This is dangerous because it means that whatever state
    -- change triggered this add_job may not be acted upon (since it happened
    -- after the existing job started executing, but no further job is being
    -- scheduled), but it is useful in very rare circumstances for
    -- de-duplication. If in doubt, DO NOT USE THIS.
    insert into "graphile_worker"._private_jobs as jobs (
      job_queue_id,
      task_id,
      payload,
      run_at,
      max_attempts,
      key,
      priority,
      flags
    )
      select
        job_queues.id,
        tasks.id,
        coalesce(add_job.payload, '{}'::json),
        coalesce(add_job.run_at, now()),
        coalesce(add_job.max_attempts::smallint, 25::smallint),
        add_job.job_key,
        coalesce(add_job.priority::smallint, 0::smallint),
        (
          select jsonb_object_agg(flag, true)
          from unnest(add_job.flags) as item(flag)
        )
      from "graphile_worker"._private_tasks as tasks
      left join "graphile_worker"._private_job_queues as job_queues
      on job_queues.queue_name = add_job.queue_name
      where tasks.identifier = add_job.identifier
    on conflict (key)
      -- Bump the updated_at so that there's something to return
      do update set
        revision = jobs.revision + 1,
        updated_at = now()
      returning *
      into v_job;
    if v_job.revision = 0 then
      perform pg_notify('jobs:insert', '{"r":' || random()::text || ',"count":1}');
    end if;
    return v_job;
  else
    raise exception 'Invalid job_key_mode value, expected ''replace'', ''preserve_run_at'' or ''unsafe_dedupe''.' using errcode = 'GWBKM';
  end if;
end;
$$;

CREATE OR REPLACE FUNCTION "graphile_worker".add_jobs(specs "graphile_worker".job_spec[], job_key_preserve_run_at boolean DEFAULT false) RETURNS SETOF "graphile_worker"._private_jobs
    LANGUAGE plpgsql
    AS $$
begin
  -- Ensure all the tasks exist (insert only missing identifiers so identity is not consumed)
  insert into "graphile_worker"._private_tasks as tasks (identifier)
  select distinct spec.identifier
  from unnest(specs) spec
  where not exists (
    select 1
    from "graphile_worker"._private_tasks as existing
    where existing.identifier = spec.identifier
  )
  on conflict do nothing;
  -- Ensure all the queues exist
  insert into "graphile_worker"._private_job_queues as job_queues (queue_name)
  select distinct spec.queue_name
  from unnest(specs) spec
  where spec.queue_name is not null
  and not exists (
    select 1
    from "graphile_worker"._private_job_queues as existing
    where existing.queue_name = spec.queue_name
  )
  on conflict do nothing;
  -- Ensure any locked jobs have their key cleared - in the case of locked
  -- existing job create a new job instead as it must have already started
  -- executing (i.e. it's world state is out of date, and the fact add_job
  -- has been called again implies there's new information that needs to be
  -- acted upon).
  update "graphile_worker"._private_jobs as jobs
  set
    key = null,
    attempts = jobs.max_attempts,
    updated_at = now()
  from unnest(specs) spec
  where spec.job_key is not null
  and jobs.key = spec.job_key
  and is_available is not true;

  -- WARNING: this count is not 100% accurate; 'on conflict' clause will cause it to be an overestimate
  perform pg_notify('jobs:insert', '{"r":' || random()::text || ',"count":' || array_length(specs, 1)::text || '}');

  -- TODO: is there a risk that a conflict could occur depending on the
  -- isolation level?
  return query insert into "graphile_worker"._private_jobs as jobs (
    job_queue_id,
    task_id,
    payload,
    run_at,
    max_attempts,
    key,
    priority,
    flags
  )
    select
      job_queues.id,
      tasks.id,
      coalesce(spec.payload, '{}'::json),
      coalesce(spec.run_at, now()),
      coalesce(spec.max_attempts, 25),
      spec.job_key,
      coalesce(spec.priority, 0),
      (
        select jsonb_object_agg(flag, true)
        from unnest(spec.flags) as item(flag)
      )
    from unnest(specs) spec
    inner join "graphile_worker"._private_tasks as tasks
    on tasks.identifier = spec.identifier
    left join "graphile_worker"._private_job_queues as job_queues
    on job_queues.queue_name = spec.queue_name
  on conflict (key) do update set
    job_queue_id = excluded.job_queue_id,
    task_id = excluded.task_id,
    payload =
      case
      when json_typeof(jobs.payload) = 'array' and json_typeof(excluded.payload) = 'array' then
        (jobs.payload::jsonb || excluded.payload::jsonb)::json
      else
        excluded.payload
      end,
    max_attempts = excluded.max_attempts,
    run_at = (case
      when job_key_preserve_run_at is true and jobs.attempts = 0 then jobs.run_at
      else excluded.run_at
    end),
    priority = excluded.priority,
    revision = jobs.revision + 1,
    flags = excluded.flags,
    -- always reset error/retry state
    attempts = 0,
    last_error = null,
    updated_at = now()
  where jobs.locked_at is null
  returning *;
end;
$$;

do $grants$
    declare
      everything constant text := 'platform_everything';
      tenants constant text := 'platform_tenants';
      place text;
      item record;
    begin
      foreach place in array array['public', 'auth', 'graphile_worker'] loop
        if to_regnamespace(place) is null then continue; end if;
        execute format('grant usage on schema %I to %I', place, everything);
        execute format('grant select, insert, update, delete on all tables in schema %I to %I', place, everything);
        execute format('grant usage on all sequences in schema %I to %I', place, everything);
        if place = 'public' then continue; end if;
        execute format('revoke all on schema %I from %I', place, tenants);
        execute format('revoke all on all tables in schema %I from %I', place, tenants);
        execute format('revoke all on all sequences in schema %I from %I', place, tenants);
      end loop;
      execute format('grant usage on schema public to %I', tenants);
      execute format('grant usage on all sequences in schema public to %I', tenants);

      -- Tenants reach the tables that show each of them its own rows, and no others.
      for item in
        select c.oid::regclass as name,
          c.relrowsecurity and c.relforcerowsecurity and exists (
            select from pg_policy p where p.polrelid = c.oid and p.polname = 'tenant') as is_isolated
          from pg_class c
         where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
      loop
        if not item.is_isolated then
          execute format('revoke all on %s from %I', item.name, tenants);
        elsif not has_table_privilege(tenants, item.name, 'delete') then
          execute format('grant select, insert, update, delete on %s to %I', item.name, tenants);
        end if;
      end loop;
      execute format('revoke insert, update, delete on builders from %I', tenants);
      execute format('revoke insert, delete on organizations from %I', tenants);
      execute format('revoke insert on projects from %I', tenants);
      -- It holds numbers of processes.
      execute format('grant select on senders to %I', tenants);

      execute format('revoke all on audit_log from %I, %I', everything, tenants);
      execute format('grant select, insert on audit_log to %I, %I', everything, tenants);
      execute format('revoke insert, update, delete on tenant_key, kysely_migration from %I', everything);

      -- The job library isolates its tables from everybody but their owner.
      for item in
        select c.oid::regclass as name,
               exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'platform') as is_open
          from pg_class c
         where c.relnamespace = to_regnamespace('graphile_worker') and c.relrowsecurity
      loop
        execute format('%s policy platform on %s to %I %s',
          case when item.is_open then 'alter' else 'create' end, item.name, everything,
          case when item.is_open then '' else 'using (true) with check (true)' end);
      end loop;

      -- A process of the former version enqueues jobs by the library itself. It may, for its own tenant:
      -- the functions have the rights that it has not, and a trigger checks whose jobs they change.
      if to_regnamespace('graphile_worker') is null then return; end if;
      execute format('grant usage on schema graphile_worker to %I', tenants);
      for item in
        select p.oid::regprocedure as name from pg_proc p
         where p.pronamespace = to_regnamespace('graphile_worker')
           and p.proname in ('add_job', 'remove_job') and not p.prosecdef
      loop
        execute format('alter function %s security definer set search_path = pg_catalog, pg_temp', item.name);
      end loop;
      if not exists (select from pg_trigger where tgname = 'own_jobs') then
        create function public.must_be_own_jobs() returns trigger language plpgsql
          set search_path = pg_catalog, pg_temp as $check$
        begin
          if tg_op <> 'INSERT' then perform public.must_be_own_job(old.payload ->> 'projectId'); end if;
          if tg_op <> 'DELETE' then perform public.must_be_own_job(new.payload ->> 'projectId'); end if;
          return coalesce(new, old);
        end $check$;
        create trigger own_jobs before insert or update or delete on graphile_worker._private_jobs
          for each row when (session_user like 'platform_tenants\_%') execute function must_be_own_jobs();
      end if;
    end
    $grants$;
