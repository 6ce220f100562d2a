import { sql, type Kysely } from 'kysely'

/** Connections are found by the person who made them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index connections_of_consumer on connections (project_id, consumer_ref)`.execute(
    db,
  )
}
