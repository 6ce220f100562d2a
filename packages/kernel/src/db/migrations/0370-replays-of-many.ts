import { sql, type Kysely } from 'kysely'

/** A replay of many starts at once, before all of them are counted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table replays alter column total drop not null`.execute(db)
}
