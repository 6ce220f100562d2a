import { sql, type Kysely } from 'kysely'

/** When the owners of a project were last notified that an object is not read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table installation_objects add column told_time timestamptz
  `.execute(db)
  await sql`
    create index installation_objects_troubled on installation_objects (project_id)
      where failing_since is not null or retrying_since is not null or paused_for is not null
  `.execute(db)
  await sql`
    create index installation_objects_told on installation_objects (project_id, told_time)
      where told_time is not null
  `.execute(db)
}
