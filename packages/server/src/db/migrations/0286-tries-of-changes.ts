import { sql, type Kysely } from 'kysely'

/** How often in a row listening failed, and sending changes on: the logs tell at which try. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table subscriptions add column listen_attempts integer not null default 0;
    alter table subscribed_installations add column attempts integer not null default 0;
  `.execute(db)
}
