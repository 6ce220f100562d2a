import { sql, type Kysely } from 'kysely'

/** Names who made a link, which ends with their right to make it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table connect_links add column made_with jsonb;
    alter table approvals add column link_made_with jsonb;
  `.execute(db)
}
