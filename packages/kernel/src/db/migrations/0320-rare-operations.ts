import { sql, type Kysely } from 'kysely'

/** What is rare among operations and the lines of their logs is found without looking at the others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index operations_other_than_reads on operations (project_id, action_type, id)
      where action_type <> 'read';
    create index operations_canceled on operations (project_id, id) where status = 'canceled';
    create index operation_logs_of_warnings on operation_logs (project_id, id)
      where severity = 'warning';

    create index destinations_of_project on destinations (project_id);
  `.execute(db)
}
