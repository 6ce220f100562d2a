import { sql, type Kysely } from 'kysely'

/** Owners are notified once of a failing destination, by the first process that sees it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table destinations add told_time timestamptz`.execute(db)
}
