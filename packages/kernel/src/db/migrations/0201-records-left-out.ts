import { sql, type Kysely } from 'kysely'

/** How many records a read has left out, because they are too large to take in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table operations
    add column records_left_out integer not null default 0`.execute(db)
}
