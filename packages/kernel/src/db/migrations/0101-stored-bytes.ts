import { sql, type Kysely } from 'kysely'
import { isolateTenants } from '../row-level-security.ts'

/** How many bytes each project has in revisions and configurations, counted as they come and go. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table stored_bytes (
      project_id text primary key references projects on delete cascade,
      bytes bigint not null
    ) with (fillfactor = 50);

    create function count_stored_bytes() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        insert into stored_bytes (project_id, bytes)
          select project_id, sum(octet_length(content::text)) from changed group by 1 order by 1
          on conflict (project_id) do update set bytes = stored_bytes.bytes + excluded.bytes;
      else
        update stored_bytes s set bytes = s.bytes - gone.bytes
          from (select project_id, sum(octet_length(content::text)) as bytes from changed group by 1) gone
         where s.project_id = gone.project_id;
      end if;
      return null;
    end $$;
  `.execute(db)
  for (const table of ['revisions', 'configs']) {
    await sql`
      create trigger count_added after insert on ${sql.table(table)} referencing new table as changed
        for each statement execute function count_stored_bytes();
      create trigger count_removed after delete on ${sql.table(table)} referencing old table as changed
        for each statement execute function count_stored_bytes();
    `.execute(db)
  }
  // The rows of every tenant.
  await sql`select set_config('platform.tenant', '*', true)`.execute(db)
  await sql`insert into stored_bytes (project_id, bytes)
    select project_id, sum(octet_length(content::text)) from (
      select project_id, content from revisions union all select project_id, content from configs
    ) stored group by 1`.execute(db)
  await isolateTenants(db, 'stored_bytes', 'project_id')
}
