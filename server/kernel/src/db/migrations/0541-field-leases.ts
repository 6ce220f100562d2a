import { sql, type Kysely } from 'kysely'
import { isolateTenants } from '../schema/row-level-security.ts'

/** Objects of accounts whose custom fields are being changed: by one request at a time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table field_leases (
      project_id text not null references projects on delete cascade,
      -- Provider and its account, or the connection if the account is unknown.
      account text not null,
      object_name text not null,
      holder text not null,
      expire_time timestamptz not null,
      primary key (project_id, account, object_name)
    )
  `.execute(db)
  await isolateTenants(db, 'field_leases', 'project_id')
}
