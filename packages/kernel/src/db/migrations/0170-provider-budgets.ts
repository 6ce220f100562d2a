import { sql, type Kysely } from 'kysely'
import { isolateTenants } from '../row-level-security.ts'

/** Limits of providers as known to all processes, and how processes share them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table provider_budgets (
      project_id text not null references projects on delete cascade,
      key text not null,
      state jsonb not null,
      version bigint not null,
      expire_time timestamptz not null,
      primary key (project_id, key)
    ) with (fillfactor = 50);
    create index on provider_budgets (expire_time);
  `.execute(db)
  await isolateTenants(db, 'provider_budgets', 'project_id')
}
