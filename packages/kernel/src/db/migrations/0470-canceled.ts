import { sql, type Kysely } from 'kysely'

/**
 * Spells `canceled` in deliveries and replays as operations do. The version before may run beside this one
 * and still write `cancelled`, so both spellings stay valid.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The rows of every tenant.
  await sql`select set_config('platform.tenant', '*', true)`.execute(db)
  await sql`
    alter table deliveries drop constraint deliveries_status_check;
    alter table deliveries add constraint deliveries_status_check
      check (status in ('pending', 'delivered', 'failed', 'canceled', 'cancelled')) not valid;
    alter table replays drop constraint replays_status_check;
    alter table replays add constraint replays_status_check
      check (status in ('running', 'done', 'canceled', 'cancelled')) not valid;
    update deliveries set status = 'canceled' where status = 'cancelled';
    update replays set status = 'canceled' where status = 'cancelled';
    create function spell_canceled() returns trigger language plpgsql as
      $$ begin new.status := 'canceled'; return new; end $$;
    create trigger spell_canceled before update of status on replays
      for each row when (new.status = 'cancelled') execute function spell_canceled();
    update replays set filter = filter || '{"status":"canceled"}' where filter ->> 'status' = 'cancelled';
  `.execute(db)
}
