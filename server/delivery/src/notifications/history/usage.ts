import type { DeliveryHour, PageParameters, ProjectId, Usage } from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import { continuesAt, invalidToken, parsePageToken } from '@platform/kernel/http/paginate'
import { invalidInput } from '@platform/kernel/problems/problem'
import { getNow, getNowMs, toCsvLine } from '@platform/kernel/values'
import * as store from './usage-store.ts'

const hourMs = 3_600_000
const maxHours = 31 * 24

interface HoursWanted extends store.HoursOf {
  from?: string | undefined
  to?: string | undefined
}

/** Returns the results of attempts for each hour, including empty ones, oldest first. */
export async function deliveryHours(
  db: Db,
  { from, to, ...of }: HoursWanted,
  now = getNowMs(),
): Promise<DeliveryHour[]> {
  if (of.destinationId && of.installationId) {
    throw invalidInput({
      in: 'query',
      name: 'installationId',
      value: of.installationId,
      detail:
        'Set `destination` or `installationId`: hourly counts exist per destination and per installation.',
    })
  }
  const end = Math.ceil((to ? Date.parse(to) : now + 1) / hourMs) * hourMs
  const begin = from ? Math.floor(Date.parse(from) / hourMs) * hourMs : end - 24 * hourMs
  const count = (end - begin) / hourMs
  if (count < 1 || count > maxHours) {
    throw invalidInput({
      in: 'query',
      name: from ? 'from' : 'to',
      value: from ?? to ?? '',
      detail: `\`from\` and \`to\` must be 1 to ${maxHours} hours apart.`,
    })
  }
  const rows = await store.selectHours(db, of, { from: new Date(begin), to: new Date(end) })
  const byHour = Map.groupBy(rows, ({ hour }) => hour.getTime())
  return Array.from({ length: count }, (_, index) => {
    const time = begin + index * hourMs
    return toHour(new Date(time), byHour.get(time) ?? [])
  })
}

function toHour(time: Date, rows: readonly store.HourRow[]): DeliveryHour {
  const sum = (outcome: store.HourRow['outcome'], what: 'attempts' | 'records') =>
    rows.filter((row) => row.outcome === outcome).reduce((total, row) => total + row[what], 0)
  return {
    time: time.toISOString(),
    delivered: sum('delivered', 'attempts'),
    retried: sum('retried', 'attempts'),
    failed: sum('failed', 'attempts'),
    recordsDelivered: sum('delivered', 'records'),
    recordsFailed: sum('failed', 'records'),
    ...(rows.length > 0 && { p50Ms: percentile(rows, 0.5), p95Ms: percentile(rows, 0.95) }),
  }
}

/** Returns the duration below which this fraction of the attempts finished. */
export function percentile(
  rows: readonly Pick<store.HourRow, 'withinMs' | 'attempts'>[],
  part: number,
): number {
  const sorted = rows.toSorted((one, other) => one.withinMs - other.withinMs)
  let missing = sorted.reduce((total, { attempts }) => total + attempts, 0) * part
  for (const { withinMs, attempts } of sorted) {
    missing -= attempts
    if (missing <= 0) return withinMs
  }
  return sorted.at(-1)?.withinMs ?? 0
}

/** Returns the monthly usage of all customers together, newest month first. */
export const getUsageTotals = store.selectUsageTotals

/** Returns the monthly usage of customers, in pages. */
export async function listUsage(
  db: Db,
  { pageSize, pageToken, ...of }: store.UsageOf & PageParameters,
): Promise<Usage[]> {
  const after = pageToken === undefined ? undefined : parseUsageCursor(pageToken)
  const rows = await store.selectUsage(db, of, { after, atMost: pageSize + 1 })
  const shown = rows.slice(0, pageSize)
  const last = shown.at(-1)
  return rows.length > pageSize && last
    ? continuesAt(shown, `${last.month} ${last.groupRef}`)
    : shown
}

function parseUsageCursor(token: string): { month: string; groupRef: string } {
  const [, month, groupRef] =
    /^([1-9]\d{3}-(?:0[1-9]|1[0-2])) (.+)$/s.exec(parsePageToken(token)) ?? []
  if (!month || !groupRef) throw invalidToken(token)
  return { month, groupRef }
}

/** Returns the number of records delivered this month, by customer; customers without any are omitted. */
export async function recordsThisMonth(
  db: Db,
  of: { projectId: ProjectId; groupRefs: readonly string[] },
  now = getNow(),
): Promise<Map<string, number>> {
  if (of.groupRefs.length === 0) return new Map()
  const rows = await store.selectRecordsOfGroups(db, of, now)
  return new Map(rows.map(({ groupRef, recordsDelivered }) => [groupRef, Number(recordsDelivered)]))
}

const csvRows = 5_000
const columns = [
  'month',
  'groupRef',
  'groupName',
  'messagesDelivered',
  'recordsDelivered',
  'messagesFailed',
] as const satisfies (keyof Usage)[]

/** Returns the usage as CSV, in parts. */
export async function* exportUsage(db: Db, of: store.UsageOf): AsyncGenerator<string> {
  yield toCsvLine(columns)
  let after: store.UsageRow | undefined
  for (;;) {
    const rows = await store.selectUsage(db, of, { after, atMost: csvRows })
    yield rows.map((row) => toCsvLine(columns.map((name) => String(row[name])))).join('')
    after = rows.at(-1)
    if (rows.length < csvRows) return
  }
}
