import { sql, type Kysely } from 'kysely'

/** Where the pages of a product are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table projects add allowed_origins text[] not null default '{}'`.execute(db)
}
