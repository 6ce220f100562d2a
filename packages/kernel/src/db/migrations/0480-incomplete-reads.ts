import { sql, type Kysely } from 'kysely'

/**
 * Reads that may not have returned everything end as `incomplete` with a reason, and snapshots hold back
 * unusually many deletions until another read confirms them. Processes of the version before write neither.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table operations add column incomplete text;
    alter table operations drop constraint operations_status_check;
    alter table operations add constraint operations_status_check
      check (status in ('in_progress', 'success', 'incomplete', 'failure', 'canceled')) not valid;
    alter table installations drop constraint installations_last_operation_status_check;
    alter table installations add constraint installations_last_operation_status_check
      check (last_operation_status in ('success', 'incomplete', 'failure', 'in_progress')) not valid;
    alter table installation_objects add column snapshot_held integer not null default 0,
      add column snapshot_held_by text;
  `.execute(db)
}
