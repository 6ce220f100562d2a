import { sql, type Kysely } from 'kysely'

/** Owners are told once of a destination that fails, by whichever process sees it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table destinations add told_time timestamptz`.execute(db)
}
