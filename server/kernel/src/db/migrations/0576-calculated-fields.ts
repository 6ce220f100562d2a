import { sql, type Kysely } from 'kysely'
import { isolateTenants } from '../schema/row-level-security.ts'

/** Fields that the provider computes, by object of an account, as last described. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table calculated_fields (
      project_id text not null references projects on delete cascade,
      connection_id text not null references connections on delete cascade,
      object_name text not null,
      field_names jsonb not null,
      primary key (connection_id, object_name)
    )
  `.execute(db)
  await isolateTenants(db, 'calculated_fields', 'project_id')
}
