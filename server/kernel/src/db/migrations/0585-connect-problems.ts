import { sql, type Kysely } from 'kysely'

/** What keeps end users from connecting is listed, whether or not the owners were mailed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table setup_reports
      alter column report_time drop not null,
      add column detail text not null default '',
      add column provider_app_id text,
      add column count int not null default 1,
      add column first_time timestamptz not null default now(),
      add column last_time timestamptz not null default now()
  `.execute(db)
}
