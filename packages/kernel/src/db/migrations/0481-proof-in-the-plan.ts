import { sql, type Kysely } from 'kysely'

/**
 * Moves the proof of a tenant into the plan of the statement: a view reads the key with its owner's
 * rights, where the function of migration 0030 started an executor for each table of a statement.
 *
 * Everybody may read the view, which shows the session's own tenant and nothing of the key. Nobody but
 * the owner may name it: the policies know it by its number.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create schema tenancy;
    revoke all on schema tenancy from public;
    create view tenancy.proven with (security_barrier) as
      select case
          when session_user not like 'platform\\_tenants\\_%' then told
          when encode(sha256(key || convert_to(split_part(told, ' ', 1), 'UTF8') || key), 'hex')
            = split_part(told, ' ', 2) then split_part(told, ' ', 1)
        end as tenant
        from (select key, current_setting('platform.tenant', true) as told from public.tenant_key) t;
    grant select on tenancy.proven to public;

    create or replace function current_tenant() returns text language sql stable security definer
      begin atomic select tenant from tenancy.proven; end;

    do $policies$
    declare
      item record;
      condition text;
    begin
      for item in
        select c.oid::regclass as name, p.polname as policy,
               pg_get_expr(p.polqual, p.polrelid) as condition
          from pg_policy p join pg_class c on c.oid = p.polrelid
         where pg_get_expr(p.polqual, p.polrelid) like '%current_tenant()%'
         order by c.oid
      loop
        condition := regexp_replace(item.condition,
          '\\(\\s*SELECT (public\\.)?current_tenant\\(\\) AS current_tenant\\)',
          '(select tenant from tenancy.proven)', 'g');
        if condition like '%current_tenant()%' then
          raise exception 'The policy of % is not understood: %', item.name, item.condition;
        end if;
        execute format('alter policy %I on %s using (%s)', item.policy, item.name, condition);
      end loop;
    end $policies$;
  `.execute(db)
}
