import { sql, type Kysely } from 'kysely'

/** An event whose delivery fails by itself is set aside, so that it does not block those behind it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table change_events
      add column tries smallint not null default 0,
      add column retry_time timestamptz
  `.execute(db)
}
