import { sql, type Kysely } from 'kysely'
import { isolateTenants } from '../schema/row-level-security.ts'

/** Which process sends to a destination with a limit of its own: no other does at the same time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sending_leases (
      destination_id text collate "C" primary key references destinations on delete cascade,
      project_id text not null,
      -- Number of the process, as in engine_processes.
      holder integer not null
    );
  `.execute(db)
  await isolateTenants(db, 'sending_leases', 'project_id')
}
