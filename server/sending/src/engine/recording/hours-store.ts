import type { DestinationId, InstallationId, ProjectId } from '@platform/contract'
import { sql } from 'kysely'
import type { AcrossTenants } from '@platform/kernel/db/database'
import { intArray, textArray } from '@platform/delivery/notifications/binary-array'

interface Count {
  projectId: ProjectId
  /** Destination of the last counted attempt; nothing is counted if it is deleted. */
  destinationId: DestinationId
}

/** Attempts with the same result in the same hour, and what the last ones delivered. */
export interface HourCount<Of extends DestinationId | InstallationId> extends Count {
  /** The destination or installation. */
  id: Of
  /** In hours since 1970. */
  hour: number
  outcome: 'delivered' | 'retried' | 'failed'
  withinMs: number
  attempts: number
  records: number
}

/** Messages sent for a customer in a month. */
export interface UsageCount extends Count {
  groupRef: string
  groupName: string
  /** First day of the month. */
  month: string
  messagesDelivered: number
  recordsDelivered: number
  messagesFailed: number
}

export interface Counts {
  destinations: readonly HourCount<DestinationId>[]
  installations: readonly HourCount<InstallationId>[]
  customers: readonly UsageCount[]
}

/**
 * Adds to the counters, except of deleted destinations. Each key may occur once. Uses a fixed
 * order, so that processes cannot deadlock.
 */
export const addToHours = (db: AcrossTenants, { destinations, installations, customers }: Counts) =>
  sql`
  with of_installations as (
    insert into installation_hours as known
      (project_id, installation_id, hour, outcome, within_ms, attempts, records)
    ${hourly(installations)} order by 1, 2, 3, 4, 5
    on conflict (project_id, installation_id, hour, outcome, within_ms) do update
       set attempts = known.attempts + excluded.attempts, records = known.records + excluded.records),
  of_customers as (
    insert into usage_months as known (project_id, group_ref, month, group_name,
      messages_delivered, records_delivered, messages_failed)
    select c.project_id, group_ref, month::date, group_name, delivered, records, failed
      from unnest(
        ${textArray(customers.map(({ projectId }) => projectId))}::text[],
        ${textArray(customers.map(({ destinationId }) => destinationId))}::text[],
        ${textArray(customers.map(({ groupRef }) => groupRef))}::text[],
        ${textArray(customers.map(({ month }) => month))}::text[],
        ${textArray(customers.map(({ groupName }) => groupName))}::text[],
        ${intArray(customers.map(({ messagesDelivered }) => messagesDelivered))}::int[],
        ${intArray(customers.map(({ recordsDelivered }) => recordsDelivered))}::int[],
        ${intArray(customers.map(({ messagesFailed }) => messagesFailed))}::int[]
      ) as c (project_id, destination_id, group_ref, month, group_name, delivered, records, failed)
      ${ofDestination}
     order by 1, 2, 3
    on conflict (project_id, month, group_ref) do update
       set group_name = excluded.group_name,
           messages_delivered = known.messages_delivered + excluded.messages_delivered,
           records_delivered = known.records_delivered + excluded.records_delivered,
           messages_failed = known.messages_failed + excluded.messages_failed)
  insert into delivery_hours as known
    (project_id, destination_id, hour, outcome, within_ms, attempts, records)
  ${hourly(destinations)} order by 1, 2, 3, 4, 5
  on conflict (destination_id, hour, outcome, within_ms) do update
     set attempts = known.attempts + excluded.attempts,
         records = known.records + excluded.records`.execute(db)

const hourly = (counts: Counts['destinations' | 'installations']) => sql`
  select c.project_id, c.id, to_timestamp(hour * 3600.0), outcome, within_ms, attempts, records
    from unnest(
      ${textArray(counts.map(({ projectId }) => projectId))}::text[],
      ${textArray(counts.map(({ destinationId }) => destinationId))}::text[],
      ${textArray(counts.map(({ id }) => id))}::text[],
      ${intArray(counts.map(({ hour }) => hour))}::int[],
      ${textArray(counts.map(({ outcome }) => outcome))}::text[],
      ${intArray(counts.map(({ withinMs }) => withinMs))}::int[],
      ${intArray(counts.map(({ attempts }) => attempts))}::int[],
      ${intArray(counts.map(({ records }) => records))}::int[]
    ) as c (project_id, destination_id, id, hour, outcome, within_ms, attempts, records)
    ${ofDestination}`

const ofDestination = sql`
  join destinations d on d.id = c.destination_id and d.project_id = c.project_id`

/** Removes hours before the given time. Returns how many were removed. */
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

/** Removes months that began before the given time. Returns how many rows were removed. */
export async function removeUsage(
  db: AcrossTenants,
  { before, atMost }: { before: Date; atMost: number },
): Promise<number> {
  const { numAffectedRows } = await sql`delete from usage_months where ctid = any(array(
    select ctid from usage_months where month < ${before}::date limit ${atMost}))`.execute(db)
  return Number(numAffectedRows)
}
