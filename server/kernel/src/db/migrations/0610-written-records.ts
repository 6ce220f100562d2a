import { sql, type Kysely } from 'kysely'
import { isolateTenants } from '../schema/row-level-security.ts'

/** Records that were recently written, to recognize the changes that the writes cause. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table written_records (
      installation_id text not null references installations on delete cascade,
      object_name text not null,
      -- Of a create without an answer, the operation and the position of the record.
      record_id text not null,
      is_pending boolean not null default false,
      project_id text not null,
      -- The newest writes, with keyed hashes of the written values.
      writes jsonb not null,
      -- What was last delivered, by action and destination.
      delivered jsonb not null default '{}',
      expire_time timestamptz not null,
      primary key (installation_id, object_name, is_pending, record_id)
    ) with (fillfactor = 70);
    create index on written_records (expire_time);
    create index on written_records (project_id);
  `.execute(db)
  await sql`
    create function count_written_bytes() returns trigger language plpgsql as $$
    begin
      if tg_op in ('INSERT', 'UPDATE') then
        insert into stored_bytes (project_id, bytes)
          select c.project_id, sum(250 + octet_length(c.writes::text) + octet_length(c.delivered::text))
            from added c join projects p on p.id = c.project_id group by 1;
      end if;
      if tg_op in ('UPDATE', 'DELETE') then
        insert into stored_bytes (project_id, bytes)
          select c.project_id, -sum(250 + octet_length(c.writes::text) + octet_length(c.delivered::text))
            from removed c join projects p on p.id = c.project_id group by 1;
      end if;
      return null;
    end $$;
    create trigger count_added after insert on written_records referencing new table as added
      for each statement execute function count_written_bytes();
    create trigger count_changed after update on written_records
      referencing old table as removed new table as added
      for each statement execute function count_written_bytes();
    create trigger count_removed after delete on written_records referencing old table as removed
      for each statement execute function count_written_bytes();
  `.execute(db)
  await isolateTenants(db, 'written_records', 'project_id')
}
