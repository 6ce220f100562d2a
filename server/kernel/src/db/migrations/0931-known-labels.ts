import { sql, type Kysely } from 'kysely'
import { isolateTenants } from '../schema/row-level-security.ts'

/**
 * Labels of accounts' objects and fields when they were last described, for when an account cannot be asked.
 * Unreleased servers had them among the known fields, under names that no object has. What such a server still
 * writes there is ignored.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table known_labels (
      connection_id text not null references connections on delete cascade,
      object_name text not null,
      project_id text not null,
      -- Label of the object, followed by name and label of each field.
      labels jsonb not null,
      describe_time timestamptz not null default now(),
      primary key (connection_id, object_name)
    );
    with moved as (
      delete from known_fields where object_name like e'\\u0001labels %'
      returning connection_id, substr(object_name, 9) as object_name, project_id, field_names, describe_time
    )
    insert into known_labels select * from moved;
  `.execute(db)
  await isolateTenants(db, 'known_labels', 'project_id')
}
