import { sql, type Kysely } from 'kysely'

/** What callers have left, for all processes. A crash may forget it: whoever calls begins anew. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create unlogged table rate_limit_buckets (
      caller text collate "C" primary key,
      tokens double precision not null,
      time timestamptz not null
    ) with (fillfactor = 50)
  `.execute(db)
}
