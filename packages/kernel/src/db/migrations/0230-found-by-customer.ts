import { sql, type Kysely } from 'kysely'

/**
 * What is looked at in a project can be found by the customer that it is about: events contain it, and
 * operations and their logs are listed across installations.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table events add group_ref text, add about jsonb;
    -- Deliveries are found by their event, so that they need no index of their own.
    create index events_of_group on events (project_id, group_ref, id) where group_ref is not null;

    create index installations_of_group on installations (project_id, group_ref);
    create index operations_of_project on operations (project_id, id);
    create index operations_of_installation on operations (installation_id, id);
    create index operations_failed on operations (project_id, id) where status = 'failure';
    create index operation_logs_of_project on operation_logs (project_id, id);
    create index operation_logs_of_errors on operation_logs (project_id, id)
      where severity = 'error';
  `.execute(db)
}
