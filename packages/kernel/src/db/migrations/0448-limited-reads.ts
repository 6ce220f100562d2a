import { sql, type Kysely } from 'kysely'

/** A read is on hold because a provider's limit of calls in a day is used up. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table installation_objects add column is_limited boolean not null default false
  `.execute(db)
}
