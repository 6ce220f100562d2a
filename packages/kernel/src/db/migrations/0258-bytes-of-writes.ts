import { sql, type Kysely } from 'kysely'

/**
 * Records that wait to be written count among the bytes that a project stores, as long as they wait.
 * Those that somebody waits for are gone in a moment, and are not counted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function count_bytes_of_writes() returns trigger language plpgsql as $$
    declare
      added bigint := case when tg_op = 'DELETE' then 0 else octet_length(new.records::text) end
        - case when tg_op = 'INSERT' then 0 else octet_length(old.records::text) end;
    begin
      insert into stored_bytes (project_id, bytes)
        select id, added from projects
         where id = case when tg_op = 'DELETE' then old.project_id else new.project_id end;
      return null;
    end $$;
    create trigger count_added after insert on writes for each row
      when (new.deadline is not null) execute function count_bytes_of_writes();
    create trigger count_changed after update of records on writes for each row
      when (new.deadline is not null and old.records is distinct from new.records)
      execute function count_bytes_of_writes();
    create trigger count_removed after delete on writes for each row
      when (old.deadline is not null) execute function count_bytes_of_writes();
  `.execute(db)
  // The rows of every tenant.
  await sql`select set_config('platform.tenant', '*', true)`.execute(db)
  await sql`insert into stored_bytes (project_id, bytes)
    select project_id, sum(octet_length(records::text)) from writes
     where deadline is not null group by 1`.execute(db)
}
