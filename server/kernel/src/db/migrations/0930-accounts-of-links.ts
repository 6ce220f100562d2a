import { sql, type Kysely } from 'kysely'

/** Names the customer's account that the page of a link opens or adds. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table connect_links
      add column instance text,
      add column display_name text
  `.execute(db)
}
