import { sql, type Kysely } from 'kysely'
import { isolateTenants } from '../row-level-security.ts'

/**
 * What the records of objects were when they were last read, if the provider reports no time of
 * change. They count among the bytes that a project stores: about what a row and its index take.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table snapshot_records (
      installation_id text not null,
      object_name text not null,
      record_id text not null,
      project_id text not null references projects on delete cascade,
      hash text not null,
      seen_by text not null,
      missed_by text,
      primary key (installation_id, object_name, record_id),
      constraint snapshot_records_of_installation_id_fkey
        foreign key (installation_id, object_name) references installation_objects on delete cascade
    ) with (fillfactor = 70);

    alter table installation_objects
      add snapshot_records integer,
      add snapshot_left_out integer not null default 0,
      add snapshot_time timestamptz;

    create function count_snapshot_bytes() returns trigger language plpgsql as $$
    begin
      insert into stored_bytes (project_id, bytes)
        select c.project_id,
          sum(250 + 2 * octet_length(c.record_id)) * case tg_op when 'INSERT' then 1 else -1 end
          from changed c join projects p on p.id = c.project_id
         group by 1;
      return null;
    end $$;
    create trigger count_added after insert on snapshot_records referencing new table as changed
      for each statement execute function count_snapshot_bytes();
    create trigger count_removed after delete on snapshot_records referencing old table as changed
      for each statement execute function count_snapshot_bytes();
  `.execute(db)
  await isolateTenants(db, 'snapshot_records', 'project_id')
}
