import { sql, type Kysely } from 'kysely'

/** What was told of destinations that have worked again for long is over: nobody is told now that they do. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update destinations set told_time = null
    where told_time is not null and failing_since is null`.execute(db)
}
