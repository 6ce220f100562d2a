import { sql, type Kysely } from 'kysely'

/**
 * Stores when owners were last notified as `notified_time`. `destinations.told_time` stays, because the
 * previous version may run beside this one and still write it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The rows of every tenant.
  await sql`select set_config('platform.tenant', '*', true)`.execute(db)
  await sql`
    alter table destinations add notified_time timestamptz;
    update destinations set notified_time = told_time where told_time is not null;
    alter table subscribed_installations rename told_time to notified_time;
    alter table installation_objects rename told_time to notified_time;
    alter index installation_objects_told rename to installation_objects_notified;
  `.execute(db)
}
