import { sql, type Kysely } from 'kysely'

/** When the owners of a project were last notified that changes do not arrive. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table subscribed_installations add column told_time timestamptz
  `.execute(db)
}
