import { sql, type Kysely } from 'kysely'

/** Clears failure notices of destinations that recovered long ago: no mail about their recovery is sent now. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update destinations set told_time = null
    where told_time is not null and failing_since is null`.execute(db)
}
