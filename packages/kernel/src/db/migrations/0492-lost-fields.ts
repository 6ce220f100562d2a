import { sql, type Kysely } from 'kysely'

/**
 * Keeps which fields that an object reads its account no longer describes, and when that was compared last.
 * The first comparisons of existing objects are spread over a day.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The rows of every tenant.
  await sql`select set_config('platform.tenant', '*', true)`.execute(db)
  await sql`
    alter table installation_objects
      add column lost_fields jsonb,
      add column lost_since timestamptz,
      add column described_time timestamptz not null default now();
    update installation_objects set described_time = now() - random() * interval '1 day';
    drop index installation_objects_troubled;
    create index installation_objects_troubled on installation_objects (project_id)
      where failing_since is not null or retrying_since is not null or paused_for is not null
        or lost_since is not null;
  `.execute(db)
}
