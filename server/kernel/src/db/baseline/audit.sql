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
