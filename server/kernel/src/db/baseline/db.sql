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
