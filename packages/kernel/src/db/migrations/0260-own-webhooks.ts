import { sql, type Kysely } from 'kysely'

/** Webhooks that are one connection's: where they come in, and what they are proved by. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table subscriptions
      add column delivery_key text,
      add column secret bytea
  `.execute(db)
}
