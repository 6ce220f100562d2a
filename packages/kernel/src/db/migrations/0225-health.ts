import { sql, type Kysely } from 'kysely'
import { isolateTenants } from '../row-level-security.ts'

/** Since when something is not as it should be, and how attempts of each hour ended. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table installation_objects add paused_time timestamptz;
    alter table installations add failing_since timestamptz;
    alter table connections add refresh_failing_since timestamptz;
    alter table destinations add failing_because text;

    create index queued_deliveries_retrying on queued_deliveries (destination_id, event_id)
      where attempts_used > 0;

    create table delivery_hours (
      project_id text not null references projects on delete cascade,
      destination_id text collate "C" not null references destinations on delete cascade,
      hour timestamptz not null,
      outcome text not null check (outcome in ('delivered', 'retried', 'failed')),
      -- The attempts took at most so long: a step of a scale, see notifications/engine/hours.ts.
      within_ms integer not null,
      attempts bigint not null,
      primary key (destination_id, hour, outcome, within_ms)
    );
    create index on delivery_hours (project_id, hour);
    create index on delivery_hours (hour);
  `.execute(db)
  await isolateTenants(db, 'delivery_hours', 'project_id')
}
