import { sql, type Kysely } from 'kysely'

/** How often in a row listening or forwarding changes failed; logs contain the number of the attempt. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table subscriptions add column listen_attempts integer not null default 0;
    alter table subscribed_installations add column attempts integer not null default 0;
  `.execute(db)
}
