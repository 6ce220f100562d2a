import { sql, type Kysely } from 'kysely'
import { isolateTenants } from '../row-level-security.ts'

/** Results of objects that are delivered on request, until they are asked for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table held_results (
      key bigint generated always as identity primary key,
      project_id text not null references projects on delete cascade,
      installation_id text not null references installations on delete cascade,
      object_name text not null,
      body text not null
    );
    create index on held_results (installation_id, object_name, key);
  `.execute(db)
  await isolateTenants(db, 'held_results', 'project_id')
}
