import { sql, type Kysely } from 'kysely'

/** A destination may have later versions of a record wait for earlier ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table destinations
      add ordering text not null default 'none' check (ordering in ('none', 'record'));

    -- In the order in which they were committed to, whatever the clocks of processes say.
    create sequence queued_deliveries_turn;
    alter table queued_deliveries add turn bigint, add records int[];
    create index queued_deliveries_turns on queued_deliveries (destination_id, turn)
      where turn is not null;

    alter table held_results add record_ids text[] not null default '{}';
  `.execute(db)
}
