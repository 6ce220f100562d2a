import { sql, type Kysely } from 'kysely'

/** Why nobody knows yet whether the provider takes the credentials of a connection. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table connections add unconfirmed text`.execute(db)
}
