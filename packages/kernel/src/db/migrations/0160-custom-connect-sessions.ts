import { sql, type Kysely } from 'kysely'

/**
 * A connect session may be one of a provider's own scheme: it keeps, sealed, what is known by then and
 * which step is next, and needs no provider app where the customer has all that it takes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table connect_sessions
      add column custom_auth bytea,
      alter column provider_app_id drop not null
  `.execute(db)
}
