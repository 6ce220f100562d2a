import { sql, type Kysely } from 'kysely'
import { isolateTenants } from '../schema/row-level-security.ts'

/**
 * Bodies of messages can be in a message log outside PostgreSQL. Engines that cannot read it are
 * rejected while it is in use: they would take such messages for expired ones.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Without a body, the message is in the log at this place.
    alter table events alter column body drop not null, add column log_place text;

    create table log_entries (
      place text primary key,
      -- Without a reference: entries are removed from the log after their project.
      project_id text not null,
      -- All messages of an entry are about this customer.
      group_ref text,
      consumer_ref text,
      create_time timestamptz not null default now(),
      -- Some of its messages were erased here and are to be removed from the log.
      is_stale boolean not null default false
    );
    create index on log_entries (project_id, group_ref);
    create index on log_entries (create_time);
    create index log_entries_stale on log_entries (place) where is_stale;

    -- Streams of the log in use.
    create table log_streams (
      stream text primary key,
      -- Entries up to this one were checked for a transaction that stored them.
      swept_sequence bigint not null default 0
    );

    alter table engine_processes add column message_log text not null default 'off'
      check (message_log in ('off', 'on', 'drain'));
    create function require_message_log() returns trigger language plpgsql as $$
    begin
      if exists (select from log_streams) then
        raise exception 'Messages of this database are in a message log, which this process cannot read. Set PLATFORM_LOG, or move the messages back with PLATFORM_LOG_DRAIN=true first.';
      end if;
      return new;
    end $$;
    create trigger require_message_log before insert on engine_processes for each row
      when (new.message_log = 'off' and new.ended_time is null)
      execute function require_message_log();
  `.execute(db)
  await isolateTenants(db, 'log_entries', 'project_id')
}
