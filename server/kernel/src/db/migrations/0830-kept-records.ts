import { sql, type Kysely } from 'kysely'
import { isolateTenants } from '../schema/row-level-security.ts'

/**
 * The last delivered state of records, by object of an installation. A page locks the object's row
 * before it stores records, so that their times ascend in the order of commits: whoever has read up to
 * a time has missed nothing before it. Removing that row ends the list at once; the records, of which
 * there can be millions, are removed by a job.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTables(db)
  await countRecords(db)
  await endWithObjects(db)
  await noteOlderVersions(db)
  for (const table of ['kept_objects', 'kept_records', 'kept_removals', 'kept_limits']) {
    await isolateTenants(db, table, 'project_id')
  }
}

const createTables = (db: Kysely<unknown>) =>
  sql`
    create table kept_objects (
      key bigint generated always as identity primary key,
      installation_id text not null references installations on delete cascade,
      object_name text not null,
      project_id text not null,
      create_time timestamptz not null default now(),
      -- Start of the last complete read.
      complete_time timestamptz,
      -- In whole milliseconds, and later with each page.
      last_time timestamptz not null,
      records bigint not null default 0,
      bytes bigint not null default 0,
      -- Deliveries that are not listed, since the last complete read.
      gap_reason text,
      gap_since timestamptz,
      gap_time timestamptz,
      left_out bigint not null default 0,
      unique (installation_id, object_name)
    ) with (fillfactor = 50);
    create index on kept_objects (project_id);

    create table kept_records (
      object_key bigint not null,
      record_id text collate "C" not null,
      project_id text not null,
      update_time timestamptz not null,
      -- By the provider's clock.
      version_time timestamptz,
      is_deleted boolean not null default false,
      size integer not null,
      -- Encrypted; null if it is too large or was deleted.
      body bytea,
      primary key (object_key, record_id)
    );
    create index kept_records_by_time on kept_records (object_key, update_time, record_id);
    create index kept_deletions on kept_records (update_time) where is_deleted;

    -- Lists that have ended, and whose records are to be removed.
    create table kept_removals (
      object_key bigint primary key,
      project_id text not null,
      -- Records up to this one are removed.
      removed_id text collate "C" not null default ''
    );

    -- Projects that keep nearly or at least as much as they may, as announced.
    create table kept_limits (
      project_id text primary key references projects on delete cascade,
      is_reached boolean not null
    );
  `.execute(db)

/** What a record and its index entries take on disk, apart from its content. */
const size = sql.raw('200 + 2 * octet_length(record_id) + coalesce(octet_length(body), 0)')

/** Keeps the counts of objects by triggers, so that no statement forgets them. */
const countRecords = (db: Kysely<unknown>) =>
  sql`
    create function count_kept_records() returns trigger language plpgsql as $$
    begin
      if tg_op in ('INSERT', 'UPDATE') then
        update kept_objects o set records = o.records + c.records, bytes = o.bytes + c.bytes
          from (select object_key, count(*) filter (where not is_deleted) as records,
                       sum(${size}) as bytes from added group by 1) c
         where o.key = c.object_key;
      end if;
      if tg_op in ('UPDATE', 'DELETE') then
        update kept_objects o set records = o.records - c.records, bytes = o.bytes - c.bytes
          from (select object_key, count(*) filter (where not is_deleted) as records,
                       sum(${size}) as bytes from removed group by 1) c
         where o.key = c.object_key;
      end if;
      return null;
    end $$;
    create trigger count_added after insert on kept_records referencing new table as added
      for each statement execute function count_kept_records();
    create trigger count_changed after update on kept_records
      referencing old table as removed new table as added
      for each statement execute function count_kept_records();
    create trigger count_removed after delete on kept_records referencing old table as removed
      for each statement execute function count_kept_records();
  `.execute(db)

/** Ends a list with its object, and removes the records of one that ends. */
const endWithObjects = (db: Kysely<unknown>) =>
  sql`
    create function end_kept_object() returns trigger language plpgsql as $$
    begin
      insert into kept_removals (object_key, project_id) values (old.key, old.project_id)
        on conflict do nothing;
      return null;
    end $$;
    create trigger end_kept_object after delete on kept_objects
      for each row execute function end_kept_object();

    -- Reads of an object that start anew, or of another account, have nothing to do with its records.
    create function forget_kept_object() returns trigger language plpgsql as $$
    begin
      delete from kept_objects
       where installation_id = old.installation_id and object_name = old.object_name;
      return null;
    end $$;
    create trigger forget_kept_object after delete on installation_objects
      for each row execute function forget_kept_object();
  `.execute(db)

/** Notes that lists have gaps while a process of an older version delivers. */
const noteOlderVersions = (db: Kysely<unknown>) =>
  sql`
    alter table engine_processes add column keeps_records boolean not null default false;

    -- What a process that knows no kept records delivers is missing from the lists.
    create function leaves_out_kept_records() returns boolean language sql stable security definer
      set search_path = pg_catalog, pg_temp as $$
        select exists (
          select from public.engine_processes where not keeps_records and ended_time is null)
      $$;
    create function note_unkept_records() returns trigger language plpgsql security definer
      set search_path = pg_catalog, pg_temp as $$
    begin
      update public.kept_objects
         set gap_time = clock_timestamp(),
             gap_since = coalesce(gap_since, greatest(old.start_time, create_time)),
             gap_reason = 'olderVersion';
      return null;
    end $$;
    create trigger note_unkept_records after update of ended_time on engine_processes for each row
      when (not old.keeps_records and old.ended_time is null and new.ended_time is not null)
      execute function note_unkept_records();
    create trigger note_unkept_deletion after delete on engine_processes for each row
      when (not old.keeps_records and old.ended_time is null)
      execute function note_unkept_records();
  `.execute(db)
