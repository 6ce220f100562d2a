import { sql, type Kysely } from 'kysely'

/** Objects are scheduled by their `next_run_time`, instead of by a job each. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index installation_objects_next_run_time on installation_objects (next_run_time)
    where next_run_time is not null`.execute(db)
}
