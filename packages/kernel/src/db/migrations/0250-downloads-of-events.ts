import { sql, type Kysely } from 'kysely'
import { earliestId, timeOfId } from '../new-id.ts'

/**
 * What an event left for download is kept as long as the event, instead of for 15 minutes; what waits
 * until it is asked for is kept with the result that leads to it. As bytes that are not compressed,
 * so that a part of them can be read without the rest.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table downloads
      add event_id text collate "C",
      add is_held boolean not null default false,
      alter column body type bytea using convert_to(body, 'UTF8'),
      alter column body set storage external;
    alter table held_results add event_id text collate "C";
  `.execute(db)
  // The rows of every tenant.
  await sql`select set_config('platform.tenant', '*', true)`.execute(db)
  const { rows } = await sql<{ first: string | null }>`
    select min(id) as first from downloads`.execute(db)
  const first = rows[0]?.first
  if (first) {
    // An event has its ID from right after its download.
    await sql`with named as (
        select e.id, m.parts[1] as download from events e
         cross join lateral regexp_matches(e.body, '/downloads/(dl_[0-9a-z]+)', 'g') m (parts)
         where e.id >= ${earliestId('evt', timeOfId(first) - 60_000)})
      update downloads d set event_id = named.id from named where d.id = named.download`.execute(db)
    await sql`with named as (
        update held_results h set event_id = 'evt_' || substr(m.parts[1], 4)
          from held_results body
         cross join lateral regexp_matches(body.body, '/downloads/(dl_[0-9a-z]+)') m (parts)
         where body.key = h.key returning h.event_id, m.parts[1] as download)
      update downloads d set event_id = named.event_id, is_held = true
        from named where d.id = named.download`.execute(db)
  }
  await sql`
    delete from downloads where event_id is null;
    alter table downloads drop column expire_time, alter column event_id set not null;
    create index on downloads (event_id);

    create function delete_held_downloads() returns trigger language plpgsql as $$
    begin
      delete from downloads d using gone
       where d.project_id = gone.project_id and d.event_id = gone.event_id and d.is_held;
      return null;
    end $$;
    create trigger delete_downloads after delete on held_results referencing old table as gone
      for each statement execute function delete_held_downloads();

    create function count_held_downloads() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        insert into stored_bytes (project_id, bytes)
          select g.project_id, -sum(octet_length(g.body))
            from gone g join projects p on p.id = g.project_id where g.is_held group by 1;
      end if;
      if tg_op <> 'DELETE' then
        insert into stored_bytes (project_id, bytes)
          select c.project_id, sum(octet_length(c.body))
            from come c join projects p on p.id = c.project_id where c.is_held group by 1;
      end if;
      return null;
    end $$;
    create trigger count_added after insert on downloads referencing new table as come
      for each statement execute function count_held_downloads();
    create trigger count_sent after update on downloads
      referencing old table as gone new table as come
      for each statement execute function count_held_downloads();
    create trigger count_removed after delete on downloads referencing old table as gone
      for each statement execute function count_held_downloads();

    insert into stored_bytes (project_id, bytes)
      select project_id, sum(octet_length(body)) from downloads where is_held group by 1;
  `.execute(db)
}
