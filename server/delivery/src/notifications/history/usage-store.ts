import type { InstallationId, ProjectId } from '@platform/contract'
import { sql } from 'kysely'
import type { Db } from '@platform/kernel/db/database'

export interface HourRow {
  hour: Date
  outcome: 'delivered' | 'retried' | 'failed'
  withinMs: number
  attempts: number
  records: number
}

export interface HoursOf {
  projectId: ProjectId
  destinationId?: string | undefined
  installationId?: InstallationId | undefined
}

/** Returns the results of attempts in hours from a time (inclusive) to another (exclusive). */
export async function selectHours(
  db: Db,
  { projectId, destinationId, installationId }: HoursOf,
  { from, to }: { from: Date; to: Date },
): Promise<HourRow[]> {
  const table = sql.table(installationId ? 'installation_hours' : 'delivery_hours')
  const meant = installationId
    ? sql`and installation_id = ${installationId}`
    : destinationId
      ? sql`and destination_id = ${destinationId}`
      : sql``
  const { rows } = await sql<HourRow>`
    select hour, outcome, within_ms, sum(attempts)::bigint as attempts, sum(records)::bigint as records
      from ${table}
     where project_id = ${projectId} and hour >= ${from} and hour < ${to} ${meant}
     group by hour, outcome, within_ms`.execute(db)
  return rows
}

export interface UsageRow {
  /** Such as `2026-11`. */
  month: string
  groupRef: string
  groupName: string
  messagesDelivered: number
  recordsDelivered: number
  messagesFailed: number
}

export interface UsageOf {
  projectId: ProjectId
  groupRef?: string | undefined
  /** Months as in `UsageRow`, both inclusive. */
  from?: string | undefined
  to?: string | undefined
}

/** Returns the usage of customers, newest month first, then by reference. */
export async function selectUsage(
  db: Db,
  { projectId, groupRef, from, to }: UsageOf,
  { after, atMost }: { after?: { month: string; groupRef: string } | undefined; atMost: number },
): Promise<UsageRow[]> {
  const { rows } = await sql<UsageRow>`
    select to_char(month, 'YYYY-MM') as month, group_ref, group_name, messages_delivered,
           records_delivered, messages_failed
      from usage_months
     where project_id = ${projectId}
       ${groupRef === undefined ? sql`` : sql`and group_ref = ${groupRef}`}
       ${from === undefined ? sql`` : sql`and month >= ${`${from}-01`}::date`}
       ${to === undefined ? sql`` : sql`and month <= ${`${to}-01`}::date`}
       ${
         after
           ? sql`and (month < ${`${after.month}-01`}::date
                 or (month = ${`${after.month}-01`}::date and group_ref > ${after.groupRef}))`
           : sql``
       }
     order by usage_months.month desc, group_ref
     limit ${atMost}`.execute(db)
  return rows
}

export interface UsageTotalRow {
  month: string
  messagesDelivered: number
  recordsDelivered: number
  messagesFailed: number
  customers: number
}

/** Returns the usage of all customers together, newest month first. */
export async function selectUsageTotals(
  db: Db,
  { projectId, from, to }: Omit<UsageOf, 'groupRef'>,
): Promise<UsageTotalRow[]> {
  const { rows } = await sql<UsageTotalRow>`
    select to_char(month, 'YYYY-MM') as month, sum(messages_delivered)::bigint as messages_delivered,
           sum(records_delivered)::bigint as records_delivered,
           sum(messages_failed)::bigint as messages_failed, count(*)::bigint as customers
      from usage_months
     where project_id = ${projectId}
       ${from === undefined ? sql`` : sql`and month >= ${`${from}-01`}::date`}
       ${to === undefined ? sql`` : sql`and month <= ${`${to}-01`}::date`}
     group by usage_months.month
     order by usage_months.month desc`.execute(db)
  return rows
}

/** Returns the records delivered in the month of this time, for those of the customers that had any. */
export const selectRecordsOfGroups = (
  db: Db,
  { projectId, groupRefs }: { projectId: ProjectId; groupRefs: readonly string[] },
  at: Date,
) =>
  db
    .selectFrom('usageMonths')
    .select(['groupRef', 'recordsDelivered'])
    .where('projectId', '=', projectId)
    .where('groupRef', 'in', groupRefs)
    .where('month', '=', `${at.toISOString().slice(0, 7)}-01`)
    .execute()

/** Removes the usage of the customer, or of the whole project. */
export const deleteUsage = (tx: Db, projectId: ProjectId, groupRef?: string) =>
  tx
    .deleteFrom('usageMonths')
    .where('projectId', '=', projectId)
    .$if(groupRef !== undefined, (of) => of.where('groupRef', '=', groupRef ?? ''))
    .execute()
