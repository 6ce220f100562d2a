import { sql, type Kysely } from 'kysely'

/** Consecutive failed attempts of an operation by their cause, since the last progress. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table operations
      add column failures jsonb not null default '{}'
  `.execute(db)
}
