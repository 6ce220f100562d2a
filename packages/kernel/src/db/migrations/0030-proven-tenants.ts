import { sql, type Kysely } from 'kysely'

/**
 * Makes the tenant of a connection more than its own word. The role that serves tenants must prove
 * it with a key that it cannot read; for all others, the version before among them, the word counts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table tenant_key (key bytea not null);
    insert into tenant_key
      select decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex');

    create function current_tenant() returns text language plpgsql stable security definer
      set search_path = pg_catalog, pg_temp as $$
    declare
      told constant text := current_setting('platform.tenant', true);
      tenant text;
    begin
      if session_user not like 'platform\_tenants\_%' then return told; end if;
      tenant := split_part(told, ' ', 1);
      if encode((select sha256(key || convert_to(tenant, 'UTF8') || key) from public.tenant_key), 'hex')
        = split_part(told, ' ', 2) then return tenant; end if;
      return null;
    end $$;

    do $policies$
    declare item record;
    begin
      for item in
        select c.oid::regclass as name,
          case when exists (
            select from pg_attribute a where a.attrelid = c.oid and a.attname = 'project_id'
          ) and c.relname not in ('memberships', 'invites', 'claimed_domains', 'audit_log')
          then 'project_id' else 'org_id' end as tenant
        from pg_policy p join pg_class c on c.oid = p.polrelid
        where p.polname = 'tenant' and c.relnamespace = 'public'::regnamespace
      loop
        execute format(
          'alter policy tenant on %s using ((select current_tenant()) in (%I, ''*''))',
          item.name, item.tenant);
      end loop;
    end $policies$;

    -- A record of a project's change belongs to the organization, which the change does not see.
    create policy append on audit_log for insert with check (true);
  `.execute(db)
}
