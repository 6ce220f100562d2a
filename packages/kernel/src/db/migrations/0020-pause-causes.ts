import { sql, type Kysely } from 'kysely'

/** The cause of a pause has its own column; until now it was only part of a sentence. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table installation_objects
    add paused_for text check (paused_for in ('credentials', 'failures', 'request', 'removed'))`.execute(
    db,
  )
  // The rows of every tenant.
  await sql`select set_config('platform.tenant', '*', true)`.execute(db)
  await sql`update installation_objects
    set paused_for = case when paused_reason like 'Bad credentials%' then 'credentials' else 'failures' end
    where paused_reason is not null`.execute(db)
}
