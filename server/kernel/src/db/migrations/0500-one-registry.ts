import { sql, type Kysely } from 'kysely'

/**
 * Processes register once, in `engine_processes`, also for the deliveries that they hold. Triggers keep
 * their rows and locks in `senders` for processes of the previous version, which look only there, and
 * carry over dead senders of that version. Decision 11 describes how `senders` is removed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table engine_processes
      -- The number under which it holds deliveries; null if it sends none.
      add column holder integer unique,
      -- It holds no delivery of an event with a lower ID.
      add column low_water text collate "C",
      -- Next search for what an ended process claimed or committed late.
      add column sweep_time timestamptz;

    create function register_holder() returns trigger language plpgsql as $$
    begin
      insert into senders (low_water, beat_time) values (new.low_water, new.beat_time)
        returning number into new.holder;
      perform pg_advisory_lock(1397050948, new.holder);
      return new;
    end $$;
    create trigger register_holder before insert on engine_processes for each row
      when (new.low_water is not null and new.holder is null and new.ended_time is null)
      execute function register_holder();
    create trigger register_first_holder before update on engine_processes for each row
      when (new.low_water is not null and new.holder is null and new.ended_time is null)
      execute function register_holder();

    -- Updates nothing if the previous version has taken over from the holder.
    create function keep_holder() returns trigger language plpgsql as $$
    begin
      if new.low_water is null then
        delete from senders where number = old.holder;
        new.holder := null;
        return new;
      end if;
      if new.key <> old.key and not pg_try_advisory_lock(1397050948, old.holder) then
        return null;
      end if;
      update senders set low_water = new.low_water, beat_time = new.beat_time
       where number = old.holder and ended_time is null;
      if not found then return null; end if;
      insert into engine_processes (worker_ids, holder, low_water, ended_time, sweep_time)
        select '{}', s.number, s.low_water, now(), now() from senders s
         where not exists (select from engine_processes p where p.holder = s.number)
           and (s.ended_time is not null
             or old.beat_time > now() - interval '10 seconds' and s.beat_time < now() - interval '15 seconds'
             or not exists (select from pg_locks l
               where l.locktype = 'advisory' and l.classid = 1397050948 and l.objid = s.number
                 and l.database = (select oid from pg_database where datname = current_database())))
        on conflict do nothing;
      return new;
    end $$;
    create trigger keep_holder before update on engine_processes for each row
      when (old.holder is not null and new.ended_time is null)
      execute function keep_holder();

    create function forget_holder() returns trigger language plpgsql as $$
    begin
      delete from senders where number = old.holder;
      return old;
    end $$;
    create trigger forget_holder before delete on engine_processes for each row
      when (old.holder is not null and old.ended_time is not null)
      execute function forget_holder();
  `.execute(db)
}
