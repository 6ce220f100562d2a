import { sql, type Kysely } from 'kysely'
import { isolateTenants } from '../schema/row-level-security.ts'

/** Destinations that belong to a group, and what a project allows its customers to add. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table destinations
      -- Named unlike the column of events, which statements of earlier versions join without a table's name.
      add column customer_ref text,
      -- The name that the customer has chosen; the other one is unique in the project.
      add column label text,
      add column event_types text[];
    create index destinations_of_group on destinations (project_id, customer_ref)
      where customer_ref is not null and delete_time is null;
    create table customer_destination_settings (
      project_id text primary key references projects on delete cascade,
      types text[] not null,
      max_per_group integer not null,
      event_types text[] not null
    );
  `.execute(db)
  await isolateTenants(db, 'customer_destination_settings', 'project_id')
}
