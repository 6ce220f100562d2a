import { sql, type Kysely } from 'kysely'

/** Lists stay fast where there are many: customers by a part of their name, messages by their type. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Not a trigram index: under row-level security PostgreSQL uses none for "like".
    alter table groups add search text collate "C" not null
      generated always as (lower(group_name || chr(10) || group_ref)) stored;

    -- Most messages carry records that were read: they cost what they did.
    create index events_of_type on events (project_id, type, id) where type <> 'read';

    -- Events in the timeline of an installation.
    create index events_told on events (project_id, group_ref, id)
      where type not in ('read', 'subscribe', 'schema.watch', 'connection.refreshed')
        and group_ref is not null;
  `.execute(db)
}
