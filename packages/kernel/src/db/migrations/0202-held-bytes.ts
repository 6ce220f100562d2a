import { sql, type Kysely } from 'kysely'

/** Results that are held until they are asked for count among the bytes that a project stores. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function count_held_bytes() returns trigger language plpgsql as $$
    begin
      insert into stored_bytes (project_id, bytes)
        select c.project_id,
          sum(octet_length(c.body)) * case tg_op when 'INSERT' then 1 else -1 end
          from changed c join projects p on p.id = c.project_id
         group by 1;
      return null;
    end $$;
    create trigger count_added after insert on held_results referencing new table as changed
      for each statement execute function count_held_bytes();
    create trigger count_removed after delete on held_results referencing old table as changed
      for each statement execute function count_held_bytes();
  `.execute(db)
  // The rows of every tenant.
  await sql`select set_config('platform.tenant', '*', true)`.execute(db)
  await sql`insert into stored_bytes (project_id, bytes)
    select project_id, sum(octet_length(body)) from held_results group by 1`.execute(db)
}
