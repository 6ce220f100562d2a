import { sql, type Kysely } from 'kysely'
import { isolateTenants } from '../schema/row-level-security.ts'

/** Messages of `pull` destinations that processes of a consumer hold one by one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table pull_leases (
      destination_id text collate "C" not null,
      consumer text collate "C" not null,
      position bigint not null,
      project_id text not null references projects on delete cascade,
      -- Empty once it is released.
      lease_id text not null,
      held_until timestamptz not null,
      is_done boolean not null default false,
      attempts integer not null default 1,
      primary key (destination_id, consumer, position),
      foreign key (destination_id, consumer) references pull_consumers on delete cascade
    ) with (fillfactor = 70);
    create index on pull_leases (project_id);
    -- Hashes of its records, if the destination is ordered by record.
    alter table pull_messages add column records integer[];
  `.execute(db)
  await isolateTenants(db, 'pull_leases', 'project_id')
}
