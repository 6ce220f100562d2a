import { sql, type Kysely } from 'kysely'
import { isolateTenants } from '../schema/row-level-security.ts'
import { createPartitions } from '../partitions.ts'

/**
 * Messages whose bodies are in the message log can have one row per page, instead of a row per event and
 * delivery. A message is in one of both: `unpack_message_pages` moves pages to rows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Messages of one entry of the log to one destination, in the order of their IDs.
    create table message_pages (
      destination_id text collate "C" not null,
      first_id text collate "C" not null,
      last_id text collate "C" not null,
      project_id text not null,
      type text not null,
      group_ref text,
      about jsonb,
      traceparent text,
      log_place text not null,
      -- The sender that has the messages in memory; null once all are delivered.
      holder integer,
      event_ids text[] not null,
      -- Number of records in each message.
      num_records int[],
      -- The attempt that delivered each message: JSON, one a line; empty until it is delivered.
      attempts text,
      primary key (destination_id, first_id)
    ) partition by range (first_id);
    do $$ begin
      alter table message_pages alter column event_ids set compression lz4,
        alter column attempts set compression lz4;
    exception when feature_not_supported then null;
    end $$;
    create index on message_pages (project_id, first_id);
    create index on message_pages (project_id, group_ref, first_id) where group_ref is not null;
    create index on message_pages (log_place);
    create index on message_pages (holder) where holder is not null;

    create function unpack_message_pages(destinations text[], first_ids text[]) returns bigint
      language sql as $$
      with unpacked as (
        delete from message_pages p using unnest(destinations, first_ids) k (destination_id, first_id)
         where p.destination_id = k.destination_id and p.first_id = k.first_id
        returning p.*),
      messages as materialized (
        select p.*, m.event_id, m.records, nullif(m.line, '') as attempt from unpacked p cross join lateral
          unnest(p.event_ids, p.num_records, string_to_array(rtrim(p.attempts, E'\\n'), E'\\n'))
            m (event_id, records, line)),
      added_events as (
        insert into events (project_id, id, type, group_ref, about, traceparent, log_place)
        select project_id, event_id, type, group_ref,
               case when records is null then about else about || jsonb_build_object('numRecords', records) end,
               traceparent, log_place
          from messages),
      added_deliveries as (
        insert into deliveries
          (destination_id, event_id, project_id, type, status, holder, attempt_count, attempts)
        select destination_id, event_id, project_id, type,
               case when attempt is null then 'pending' else 'delivered' end, holder,
               case when attempt is null then 0 else 1 end, coalesce(attempt || E'\\n', '')
          from messages)
      select count(*) from messages
    $$;

    -- Whether pages may have one row: see the trigger below.
    alter table log_streams add column has_pages boolean not null default false;
    alter table engine_processes add column reads_pages boolean not null default false;
    create function require_message_pages() returns trigger language plpgsql as $$
    begin
      if exists (select from log_streams where has_pages) then
        raise exception 'This database has pages of messages, which this version cannot read. Start the version that wrote them or a later one.';
      end if;
      return new;
    end $$;
    create trigger require_message_pages before insert on engine_processes for each row
      when (not new.reads_pages and new.ended_time is null)
      execute function require_message_pages();
  `.execute(db)
  await isolateTenants(db, 'message_pages', 'project_id')
  await createPartitions(db, { name: 'message_pages', idPrefix: 'evt' })
}
