import type { DestinationId, InstallationId, ProjectId } from '@platform/contract'
import { sql } from 'kysely'
import type { AcrossTenants } from '../../db/database.ts'

export interface HourCount {
  projectId: ProjectId
  destinationId: DestinationId
  /** Empty for what is about none. */
  installationId: InstallationId | ''
  /** Empty for what is about no customer. */
  groupRef: string
  groupName: string
  /** When it began, in ms. */
  hour: number
  outcome: 'delivered' | 'retried' | 'failed'
  withinMs: number
  attempts: number
  /** Of those, where the attempt was the last. */
  records: number
}

/** Adds to what is counted by now, but for destinations that are gone. */
export const addToHours = (db: AcrossTenants, counts: readonly HourCount[]) =>
  sql`
    with c as (
      select c.* from unnest(
        ${counts.map(({ projectId }) => projectId)}::text[],
        ${counts.map(({ destinationId }) => destinationId)}::text[],
        ${counts.map(({ installationId }) => installationId)}::text[],
        ${counts.map(({ groupRef }) => groupRef)}::text[],
        ${counts.map(({ groupName }) => groupName)}::text[],
        ${counts.map(({ hour }) => new Date(hour))}::timestamptz[],
        ${counts.map(({ outcome }) => outcome)}::text[],
        ${counts.map(({ withinMs }) => withinMs)}::int[],
        ${counts.map(({ attempts }) => attempts)}::bigint[],
        ${counts.map(({ records }) => records)}::bigint[]
      ) as c (project_id, destination_id, installation_id, group_ref, group_name, hour, outcome,
              within_ms, attempts, records)
      join destinations d on d.id = c.destination_id and d.project_id = c.project_id),
    -- In one order everywhere, so that processes wait for each other instead of locking up.
    of_installations as (
      insert into installation_hours as known
        (project_id, installation_id, hour, outcome, within_ms, attempts, records)
      select project_id, installation_id, hour, outcome, within_ms, sum(attempts), sum(records)
        from c where installation_id <> '' group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
      on conflict (project_id, installation_id, hour, outcome, within_ms) do update
         set attempts = known.attempts + excluded.attempts, records = known.records + excluded.records),
    of_customers as (
      insert into usage_months as known (project_id, group_ref, month, group_name,
        messages_delivered, records_delivered, messages_failed)
      select project_id, group_ref, date_trunc('month', hour at time zone 'utc')::date, max(group_name),
             coalesce(sum(attempts) filter (where outcome = 'delivered'), 0),
             coalesce(sum(records) filter (where outcome = 'delivered'), 0),
             coalesce(sum(attempts) filter (where outcome = 'failed'), 0)
        from c where group_ref <> '' and outcome <> 'retried' group by 1, 2, 3 order by 1, 2, 3
      on conflict (project_id, month, group_ref) do update
         set group_name = excluded.group_name,
             messages_delivered = known.messages_delivered + excluded.messages_delivered,
             records_delivered = known.records_delivered + excluded.records_delivered,
             messages_failed = known.messages_failed + excluded.messages_failed)
    insert into delivery_hours as known
      (project_id, destination_id, hour, outcome, within_ms, attempts, records)
    select project_id, destination_id, hour, outcome, within_ms, sum(attempts), sum(records)
      from c group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (destination_id, hour, outcome, within_ms) do update
       set attempts = known.attempts + excluded.attempts,
           records = known.records + excluded.records`.execute(db)

/** Forgets hours from before; answers how many. */
export async function removeHours(
  db: AcrossTenants,
  name: 'delivery_hours' | 'installation_hours',
  { before, atMost }: { before: Date; atMost: number },
): Promise<number> {
  const table = sql.table(name)
  const { numAffectedRows } = await sql`delete from ${table} where ctid = any(array(
    select ctid from ${table} where hour < ${before} limit ${atMost}))`.execute(db)
  return Number(numAffectedRows)
}

/** Forgets months that began before; answers how many rows. */
export async function removeUsage(
  db: AcrossTenants,
  { before, atMost }: { before: Date; atMost: number },
): Promise<number> {
  const { numAffectedRows } = await sql`delete from usage_months where ctid = any(array(
    select ctid from usage_months where month < ${before}::date limit ${atMost}))`.execute(db)
  return Number(numAffectedRows)
}
