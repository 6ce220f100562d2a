import { sql, type Kysely } from 'kysely'

/** A keyed request may be carried out before its reply is known: then what was carried out is kept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table idempotency_keys
      alter column reply drop not null,
      add column carried bytea,
      add column lease_expire_time timestamptz,
      add check (reply is not null or carried is not null)
  `.execute(db)
}
