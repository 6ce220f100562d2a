import { sql, type Kysely } from 'kysely'
import { accountsLock } from '../advisory-locks.ts'

/**
 * Several installations of an integration for a group, one per account of the customer. Those with
 * an `instance` have their integration in a column of their own, so that a process of the previous
 * version, which looks for the installation of a group, finds the default one and no other. Its
 * engine would miss their reads and changes, so it does not run beside them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table installations
      alter column integration_id drop not null,
      add column account_integration_id text references integrations on delete cascade,
      -- Of the default installation and of others.
      add column installed_integration_id text not null
        generated always as (coalesce(integration_id, account_integration_id)) stored,
      add column instance text collate "C" not null default '',
      -- Shown to people in place of the instance.
      add column display_name text,
      add check ((instance = '') = (integration_id is not null)),
      add check ((instance = '') = (account_integration_id is null)),
      add unique (account_integration_id, group_ref, instance),
      add unique (account_integration_id, connection_id);
    create index on installations (installed_integration_id, group_ref);
    create index named_accounts on installations (id) where instance <> '';
    alter table connect_sessions add column adds_account boolean not null default false;

    alter table engine_processes add column knows_accounts boolean not null default false;
    create function require_accounts() returns trigger language plpgsql security definer
      set search_path = pg_catalog, pg_temp as $$
    begin
      perform pg_advisory_xact_lock(${lock});
      if exists (select from public.installations where instance <> '') then
        raise exception 'Customers have several accounts of an integration, which this version cannot read. Start the version that added them or a later one.';
      end if;
      return new;
    end $$;
    create trigger require_accounts before insert on engine_processes for each row
      when (not new.knows_accounts and new.ended_time is null)
      execute function require_accounts();

    -- Until the transaction ends, no process that does not know accounts can register.
    create function may_add_accounts() returns boolean language plpgsql security definer
      set search_path = pg_catalog, pg_temp as $$
    begin
      perform pg_advisory_xact_lock_shared(${lock});
      return not exists (
        select from public.engine_processes where not knows_accounts and ended_time is null);
    end $$;
  `.execute(db)
}

const lock = sql.raw(accountsLock.join(', '))
