import { sql, type Kysely } from 'kysely'

/** What is in use is not removed unasked: who signs in by a key is noted, and a pause has one cause more. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table jwt_keys
      add last_use_time timestamptz,
      add recent_groups text[] not null default '{}';

    alter table installation_objects drop constraint installation_objects_paused_for_check;
    alter table installation_objects add constraint installation_objects_paused_for_check
      check (paused_for in ('credentials', 'failures', 'request', 'removed', 'destination'));

    create index on connections (provider_app_id);
  `.execute(db)
}
