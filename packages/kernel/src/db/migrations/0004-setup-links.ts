import { sql, type Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table setup_links (
      token_hash bytea primary key,
      expire_time timestamptz not null
    )
  `.execute(db)
}
