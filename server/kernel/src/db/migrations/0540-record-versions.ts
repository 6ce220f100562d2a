import { sql, type Kysely } from 'kysely'
import { isolateTenants } from '../schema/row-level-security.ts'

/** The newest version of each record that was recently sent to a destination ordered by record. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table record_versions (
      destination_id text collate "C" not null,
      -- Hash of the record.
      record_key bigint not null,
      project_id text not null,
      -- Modification time, by the provider's clock.
      version_time timestamptz not null,
      -- The version was current at some time after this one, by our clock.
      read_from timestamptz not null,
      read_until timestamptz not null,
      send_time timestamptz not null default now(),
      primary key (destination_id, record_key)
    ) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02);
    create index on record_versions (send_time);
  `.execute(db)
  await isolateTenants(db, 'record_versions', 'project_id')
}
