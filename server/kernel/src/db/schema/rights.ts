import { hash } from 'node:crypto'
import type pg from 'pg'
import { groups } from './roles.ts'

/**
 * Grants the roles their rights on all tables, as the owner, and revokes all others. Idempotent;
 * runs after the migrations, unless the schema is newer than this version.
 */
export async function grantToRoles(owner: pg.ClientBase): Promise<void> {
  await owner.query(rights)
}

const rights = `
do $grants$
declare
  everything constant text := '${groups.everything}';
  tenants constant text := '${groups.tenants}';
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
  -- Lists look for pages of messages only if there are any.
  execute format('grant select (has_pages) on log_streams to %I', tenants);

  execute format('revoke all on audit_log from %I, %I', everything, tenants);
  execute format('grant select, insert on audit_log to %I, %I', everything, tenants);
  execute format('revoke insert, update, delete on tenant_key, kysely_migration from %I', everything);

  -- The job library isolates its tables from everybody but their owner. A policy that is right stays
  -- untouched: a change locks the table, and deadlocks with a server that enqueues.
  for item in
    select c.oid::regclass as name, p.oid is not null as is_open
      from pg_class c
      left join pg_policy p on p.polrelid = c.oid and p.polname = 'platform'
     where c.relnamespace = to_regnamespace('graphile_worker') and c.relrowsecurity
       and p.polroles is distinct from array[everything::regrole::oid]
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
      for each row when (session_user like '${groups.tenants}\\_%') execute function must_be_own_jobs();
  end if;
end
$grants$`

/** Identifies the rights. A migration names them, so that a process knows whether its rights are the newest. */
export const rightsDigest = hash('sha256', rights, 'hex').slice(0, 16)
