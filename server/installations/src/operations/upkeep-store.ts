import type { OperationId } from '@platform/contract'
import { sql } from 'kysely'
import type { AcrossTenants } from '@platform/kernel/db/database'
import { earliestId } from '@platform/kernel/db/new-id'

/** Selects operations without a sign of life since the given time. */
export const selectSilent = (
  db: AcrossTenants,
  { actionTypes, since }: { actionTypes: readonly string[]; since: Date },
) =>
  db
    .selectFrom('operations')
    .select(['id', 'projectId', 'fence', 'actionType'])
    .where('actionType', 'in', actionTypes)
    .where('status', '=', 'in_progress')
    .where(sql<Date>`coalesce(update_time, create_time)`, '<', since)
    .orderBy(sql`coalesce(update_time, create_time)`)
    .limit(1000)

/** Finished rows to remove, by age. */
export interface Expiring {
  before: Date
  atMost: number
}

/**
 * Removes operations older than the given time with everything that belongs to them. Returns how
 * many were removed. Keeps running ones; the backfill of an object, because without it another
 * would start; and the set-up of a subscription in use, whose log is still written to.
 */
export async function removeOperations(
  db: AcrossTenants,
  { before, atMost }: Expiring,
): Promise<number> {
  const { numAffectedRows } = await sql`delete from operations where id = any(array(
    select o.id from operations o
     where o.id < ${earliestId('op', before.getTime())} and o.status <> 'in_progress'
       and not exists (select from installation_objects i
         where i.installation_id = o.installation_id and i.backfill_operation_id = o.id)
       and not exists (select from subscribed_installations s where s.operation_id = o.id)
     order by o.id limit ${atMost}))`.execute(db)
  return Number(numAffectedRows)
}

/**
 * Removes scheduled reads older than the given time that found nothing, with their logs, in order of
 * their IDs from `after` on. Returns the last ID if there may be more. Keeps the latest read of each
 * object, and those with a warning in their log.
 */
export async function removeEmptyReads(
  db: AcrossTenants,
  { after, before, atMost }: Expiring & { after: OperationId },
): Promise<OperationId | undefined> {
  const { rows } = await sql<{ id: OperationId }>`delete from operations where id = any(array(
    select o.id from operations o
     where o.id > ${after} and o.id < ${earliestId('op', before.getTime())}
       and o.action_type = 'read' and o.read_type = 'scheduled' and o.status = 'success'
       and o.records_processed = 0 and o.records_left_out = 0
       and exists (select from operations later
         where later.installation_id = o.installation_id and later.id > o.id
           and later.object_name = o.object_name and later.action_type = 'read')
       and not exists (select from operation_logs l
         where l.operation_id = o.id and l.severity <> 'info')
     order by o.id limit ${atMost})) returning id`.execute(db)
  const [last] = rows.map(({ id }) => id).toSorted((a, b) => (a < b ? 1 : -1))
  return rows.length < atMost ? undefined : last
}
