import { sql, type Kysely } from 'kysely'

/**
 * Tenants learn by a function whether there are pages of messages. A process of a version before
 * `0520-rights` revokes their right to read the column at each start, but no right on functions.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function has_message_pages() returns boolean language sql stable security definer
      set search_path = pg_catalog, pg_temp as $$
      select exists (select from public.log_streams where has_pages)
    $$
  `.execute(db)
}
