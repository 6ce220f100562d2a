import { sql, type Kysely } from 'kysely'
import { isolateTenants } from '../schema/row-level-security.ts'

/** When the owners of a project were last notified of what keeps end users from connecting, by cause. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table setup_reports (
      project_id text not null references projects on delete cascade,
      provider text not null,
      cause text not null,
      report_time timestamptz not null default now(),
      primary key (project_id, provider, cause)
    )
  `.execute(db)
  await isolateTenants(db, 'setup_reports', 'project_id')
}
