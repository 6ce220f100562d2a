import { sql, type Kysely } from 'kysely'
import { isolateTenants } from '../row-level-security.ts'

/** Reads wait in a line of their own instead of taking the slots of other jobs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table read_turns (
      operation_id text primary key references operations on delete cascade,
      project_id text not null references projects on delete cascade,
      app text not null,
      connection_id text not null,
      due_time timestamptz not null,
      runner integer
    ) with (fillfactor = 50);
    create index on read_turns (project_id, app, due_time) where runner is null;
    create index on read_turns (due_time) where runner is null;
    create index on read_turns (runner) where runner is not null;

    alter table operations add column is_since_by_our_clock boolean not null default false;
    alter table installation_objects
      add column retrying_since timestamptz,
      add column retrying_because text,
      add column retry_time timestamptz;

    select set_config('platform.tenant', '*', true);
    insert into read_turns (operation_id, project_id, app, connection_id, due_time)
    select distinct on (o.installation_id, o.object_name)
           o.id, o.project_id, coalesce(c.provider_app_id, c.provider), c.id, now()
      from operations o
      join installations n on n.id = o.installation_id
      join connections c on c.id = n.connection_id
     where o.status = 'in_progress' and o.action_type = 'read'
     order by o.installation_id, o.object_name, o.id;
  `.execute(db)
  await isolateTenants(db, 'read_turns', 'project_id')
}
