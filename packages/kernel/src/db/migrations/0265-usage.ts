import { sql, type Kysely } from 'kysely'
import { isolateTenants } from '../row-level-security.ts'

/** How what is about each installation arrived, by the hour, and what each customer was sent in a month. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table delivery_hours add records bigint not null default 0;

    create table installation_hours (
      project_id text not null references projects on delete cascade,
      -- It may be gone by now.
      installation_id text collate "C" not null,
      hour timestamptz not null,
      outcome text not null check (outcome in ('delivered', 'retried', 'failed')),
      within_ms integer not null,
      attempts bigint not null,
      records bigint not null,
      primary key (project_id, installation_id, hour, outcome, within_ms)
    );
    create index on installation_hours (hour);

    create table usage_months (
      project_id text not null references projects on delete cascade,
      group_ref text collate "C" not null,
      -- Its first day.
      month date not null,
      group_name text not null,
      messages_delivered bigint not null,
      records_delivered bigint not null,
      messages_failed bigint not null,
      primary key (project_id, month, group_ref)
    );
    create index on usage_months (month);
  `.execute(db)
  await isolateTenants(db, 'installation_hours', 'project_id')
  await isolateTenants(db, 'usage_months', 'project_id')
}
