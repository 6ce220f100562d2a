import { sql, type Kysely } from 'kysely'
import { isolateTenants } from '../row-level-security.ts'

/** Who renews a connection's tokens holds a lease while the provider is asked, not a connection. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table refresh_leases (
      connection_id text primary key references connections on delete cascade,
      project_id text not null references projects on delete cascade,
      owner text not null,
      fence integer not null,
      expire_time timestamptz not null,
      failure jsonb
    );
    create index on refresh_leases (project_id);

    alter table connections
      add column refresh_failures_in_a_row integer not null default 0,
      add column refresh_error text,
      add column refresh_error_time timestamptz,
      add column refresh_retry_time timestamptz;
  `.execute(db)
  await isolateTenants(db, 'refresh_leases', 'project_id')
}
