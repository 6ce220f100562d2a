import { sql, type Kysely } from 'kysely'

/** Reads that only compare the IDs of all records, to find deletions of objects read by time of change. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table operations
      add column checks_deletions boolean not null default false
  `.execute(db)
  await sql`
    alter table installation_objects
      -- Records missing from the last complete comparison.
      add column snapshot_missed integer not null default 0
  `.execute(db)
}
