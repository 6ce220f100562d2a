import type {
  DeliveryStatus,
  DestinationId,
  EventId,
  InstallationId,
  MessageType,
  OperationId,
  ProjectId,
} from '@platform/contract'
import { sql, type SqlBool } from 'kysely'
import type { Db } from '@platform/kernel/db/database'
import type { About } from '../tables.ts'
import { earliestId, timeOfId } from '@platform/kernel/db/new-id'
import { findByValues } from '@platform/kernel/db/prepared'
import { getNowMs } from '@platform/kernel/values'

/** A delivery with its state in the queue and its destination. */
export interface DeliveryRow {
  destinationId: DestinationId
  eventId: EventId
  projectId: ProjectId
  type: MessageType
  groupRef: string | null
  about: About | null
  status: DeliveryStatus
  attemptCount: number
  attempts: string
  dueTime: Date | null
}

/** An event without its body. */
export interface EventRow {
  id: EventId
  projectId: ProjectId
  type: MessageType
  groupRef: string | null
  about: About | null
}

export interface HistoryFilter {
  type?: MessageType | undefined
  destinationId?: string | undefined
  eventId?: string | undefined
  /** `failing` stands for `retrying` and `failed`. */
  status?: DeliveryStatus | 'failing' | undefined
  groupRef?: string | undefined
  /** Group that the caller may see; a different `groupRef` matches nothing. */
  ownerRef?: string | undefined
  installationId?: InstallationId | undefined
  operationId?: OperationId | undefined
  /** Upper bound for messages of the operation. */
  operationEnd?: Date | undefined
  from?: string | undefined
  to?: string | undefined
}

/** Start of a page: after this event (and destination), in descending order. */
export interface DeliveryCursor {
  eventId: string
  destinationId?: string
}

export type SqlCondition = ReturnType<typeof sql<SqlBool>>

export const and = (conditions: readonly SqlCondition[]) =>
  conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``

/** Matches by ID or name; a deleted destination only by ID. */
export const isDestination = (idOrName: string) =>
  sql<SqlBool>`(t.id = ${idOrName} or (t.name = ${idOrName} and t.delete_time is null))`

/**
 * Events about a resource come after its creation, within the clock difference between processes.
 */
const clocksDifferMs = 60_000

/**
 * Events have the time of their transaction; the end of an operation has the time when its
 * transaction began.
 */
const maxTransactionMs = 600_000

/** Returns the time range of the matching events, from their IDs. */
export function listIdBounds(
  column: string,
  of: Omit<HistoryFilter, 'type' | 'status'>,
): SqlCondition[] {
  const id = sql.ref(column)
  const { notBefore, before } = listIdRanges(of)
  return [
    ...notBefore.map((earliest) => sql<SqlBool>`${id} >= ${earliest}`),
    ...before.map((latest) => sql<SqlBool>`${id} < ${latest}`),
  ]
}

/** Returns the lower and upper bounds of the IDs of matching events. */
export function listIdRanges({
  from,
  to,
  installationId,
  operationId,
  operationEnd,
}: Omit<HistoryFilter, 'type' | 'status'>): Record<'notBefore' | 'before', EventId[]> {
  const notBefore = [
    ...(from ? [Date.parse(from)] : []),
    ...[installationId, operationId].flatMap((about) =>
      about ? [timeOfId(about) - clocksDifferMs] : [],
    ),
  ]
  const before = [
    ...(to ? [Date.parse(to)] : []),
    ...(operationEnd ? [operationEnd.getTime() + maxTransactionMs] : []),
  ]
  const firstIdAt = (time: number) => earliestId('evt', time)
  return { notBefore: notBefore.map(firstIdAt), before: before.map(firstIdAt) }
}

export const isAboutSubject = (
  { installationId, operationId }: HistoryFilter,
  table: 'e' | 'p' = 'e',
): SqlCondition[] => [
  ...(installationId ? [mentions(table, 'installationId', installationId)] : []),
  ...(operationId ? [mentions(table, 'operationId', operationId)] : []),
]

/**
 * PostgreSQL estimates that a plain comparison matches one event in 200 and would sort all events
 * of a customer instead of reading from the newest. For this expression it has no estimate.
 */
const mentions = (table: 'e' | 'p', field: 'installationId' | 'operationId', id: string) =>
  sql<SqlBool>`coalesce(${sql.ref(`${table}.about`)} ->> ${sql.lit(field)} = ${id}, false)`

/**
 * A pending delivery is paused while its destination is disabled. A process of the previous version
 * may still write `cancelled`.
 */
export const deliveryColumns = sql`d.destination_id, d.event_id, d.project_id, d.type, d.attempt_count, d.attempts,
  case when d.status = 'pending' and t.status = 'disabled' then 'paused'
       when d.status = 'cancelled' then 'canceled' else d.status end as stands`

/** Order of events, and how those of the next page compare with the last one. */
export interface EventOrder {
  direction: ReturnType<typeof sql>
  isAfter: ReturnType<typeof sql>
}

export const newestOnTop: EventOrder = { direction: sql`desc`, isAfter: sql`<` }
export const oldestOnTop: EventOrder = { direction: sql`asc`, isAfter: sql`>` }

/** With its state in the queue and its event, looked up individually, because they are few. */
export const withRest = (found: ReturnType<typeof sql>, order = newestOnTop) => sql<DeliveryRow>`
  select d.destination_id, d.event_id, d.project_id, d.type, d.attempt_count, d.attempts,
         case when d.stands = 'pending' and q.attempts_used > 0 then 'retrying' else d.stands end as status,
         case when q.holder is null then q.due_time end as due_time, e.group_ref, e.about
    from (${found}) d
    left join lateral (select attempts_used, holder, due_time from queued_deliveries
       where destination_id = d.destination_id and event_id = d.event_id limit 1) q on true
    left join lateral (select group_ref, about from events
       where project_id = d.project_id and id = d.event_id limit 1) e on true
   order by d.event_id ${order.direction}, d.destination_id ${order.direction}`

/**
 * It has failed at least once in its current schedule and is retried; looked up individually, like
 * `isMeant`.
 */
const isRetried = sql<SqlBool>`exists (select from queued_deliveries r
  where r.destination_id = d.destination_id and r.event_id = d.event_id and r.attempts_used > 0 offset 0)`

/** Returns the condition on a delivery `d` to a destination `t` with this status. */
export function standsSo(status: HistoryFilter['status']): ReturnType<typeof sql<SqlBool>>[] {
  const isPending = sql<SqlBool>`d.status = 'pending'`
  const isEnabled = sql<SqlBool>`t.status = 'enabled'`
  switch (status) {
    case undefined:
      return []
    case 'paused':
      return [isPending, sql<SqlBool>`t.status = 'disabled'`]
    case 'pending':
      return [isPending, isEnabled, sql<SqlBool>`not ${isRetried}`]
    case 'retrying':
      return [isPending, isEnabled, isRetried]
    case 'failing':
      return [
        sql<SqlBool>`(d.failed_time is not null or (${isPending} and ${isEnabled} and ${isRetried}))`,
      ]
    case 'failed':
      return [sql<SqlBool>`d.status = 'failed'`, sql<SqlBool>`d.failed_time is not null`]
    case 'canceled':
      return [
        sql<SqlBool>`d.status in ('canceled', 'cancelled')`,
        sql<SqlBool>`t.delete_time is not null`,
      ]
    default:
      return [sql<SqlBool>`d.status = ${status}`]
  }
}

interface Place {
  /** Deliveries `d`. */
  rows: ReturnType<typeof sql>
  /** Alias whose index starts with the newest event. */
  indexed: 'd' | 'r'
  conditions: SqlCondition[]
}

/**
 * Returns where to look for deliveries with this status, each a set with a small index: unfinished
 * ones are in the queue or in the memory of a sender, which records its oldest.
 */
function listPlaces(status: HistoryFilter['status']): Place[] {
  const among = (...conditions: SqlCondition[]): Place => ({
    rows: sql`deliveries d`,
    indexed: 'd',
    conditions,
  })
  // Looked up individually (hence the offset): a join would read everything queued before the
  // newest.
  const inQueue = (...conditions: SqlCondition[]): Place => ({
    rows: sql`queued_deliveries r cross join lateral (select * from deliveries
       where destination_id = r.destination_id and event_id = r.event_id offset 0) d`,
    indexed: 'r',
    conditions: [sql<SqlBool>`d.status = 'pending'`, ...conditions],
  })
  const isEnabled = sql<SqlBool>`t.status = 'enabled'`
  const isRetry = sql<SqlBool>`r.attempts_used > 0`
  const inMemory = sql<SqlBool>`d.holder is not null
    and d.event_id >= (select min(low_water) from senders)`
  switch (status) {
    case 'retrying':
      return [inQueue(isRetry, isEnabled)]
    case 'failing':
      return [among(...standsSo('failed')), inQueue(isRetry, isEnabled)]
    case 'pending':
      return [
        inQueue(sql<SqlBool>`r.attempts_used = 0`, isEnabled),
        among(inMemory, ...standsSo(status)),
      ]
    case 'paused':
      return [inQueue(sql<SqlBool>`t.status = 'disabled'`), among(inMemory, ...standsSo(status))]
    default:
      return [among(...standsSo(status))]
  }
}

/**
 * Returns the two ways to find matches after the cursor. The index of deliveries begins with the
 * destination, so the newest of each destination are read and merged; events about a subject, or of
 * a rare type, are found by event.
 */
export function waysTo(
  { projectId, ...filter }: HistoryFilter & { projectId?: ProjectId | undefined },
  { after, limit, order = newestOnTop }: DeliveryPage,
) {
  const { direction, isAfter } = order
  const { type, installationId, operationId, destinationId, eventId, status } = filter
  const groups = [filter.groupRef, filter.ownerRef].filter((group) => group !== undefined)
  const isOfSomebody = Boolean(groups[0] ?? installationId ?? operationId)
  const near = [
    ...(projectId ? [sql<SqlBool>`e.project_id = ${projectId}`] : []),
    ...groups.map((group) => sql<SqlBool>`e.group_ref = ${group}`),
    ...listIdBounds('e.id', filter),
    ...isOfType(type),
    ...(eventId ? [sql<SqlBool>`e.id = ${eventId}`] : []),
    ...(after?.destinationId ? [sql<SqlBool>`e.id ${isAfter}= ${after.eventId}`] : []),
    ...(after && !after.destinationId ? [sql<SqlBool>`e.id ${isAfter} ${after.eventId}`] : []),
  ]
  const ofEvent = [...near, ...isAboutSubject(filter)]
  const ofKey = (table: Place['indexed']) => {
    const [event, destination] = [sql.ref(`${table}.event_id`), sql.ref(`${table}.destination_id`)]
    return [
      sql<SqlBool>`${destination} = t.id`,
      ...listIdBounds(`${table}.event_id`, filter),
      ...(eventId ? [sql<SqlBool>`${event} = ${eventId}`] : []),
      ...(after
        ? [
            sql<SqlBool>`(${event}, ${destination}) ${isAfter} (${after.eventId}, ${after.destinationId ?? ''})`,
          ]
        : []),
    ]
  }
  const ofType = type ? [sql<SqlBool>`d.type = ${type}`] : []
  const ofDestination = [
    ...(projectId ? [sql<SqlBool>`t.project_id = ${projectId}`] : []),
    ...(destinationId ? [isDestination(destinationId)] : []),
  ]
  // Looked up individually (hence the offset): a join would read all events before it finds the
  // first.
  const isMeant = sql<SqlBool>`exists (select from events e
    ${and([sql<SqlBool>`e.project_id = d.project_id`, sql<SqlBool>`e.id = d.event_id`, ...ofEvent])}
    offset 0)`
  const among = ({ rows, indexed, conditions }: Place) => sql`(select d.* from ${rows}
    ${and([...ofKey(indexed), ...ofType, ...conditions, ...(isOfSomebody ? [isMeant] : [])])}
     order by ${sql.ref(`${indexed}.event_id`)} ${direction} limit ${limit})`

  return {
    /** Deliveries with their status. */
    byDestination: sql`select ${deliveryColumns}
      from destinations t
     cross join lateral (${sql.join(listPlaces(status).map(among), sql` union all `)}) d
     ${and(ofDestination)}`,
    /** SqlCondition on an event `e`. */
    ofEvent,
    /** Its deliveries, with the same columns. */
    deliveriesOfEvent: sql`select ${deliveryColumns}
      from destinations t
      join deliveries d on d.event_id = e.id
     ${and([...ofDestination, ...ofKey('d'), ...ofType, ...standsSo(status)])}`,
    async isShorterByEvent(db: Db): Promise<boolean> {
      if (!isOfSomebody && !isRare(type)) return false
      return (areMany(status) && destinationId === undefined) || areFew(db, near)
    },
  }
}

/** Deliveries with other states are found by small indexes. */
const areMany = (status: HistoryFilter['status']) => status === undefined || status === 'delivered'

/**
 * Up to this number of events, reading them is cheaper than reading all deliveries of a
 * destination, or all failed ones.
 */
const few = 500

async function areFew(db: Db, conditions: readonly SqlCondition[]): Promise<boolean> {
  const statement = sql`
    select from (select from events e ${and(conditions)} limit ${few + 1}) e offset ${few}`
  return (await findByValues(db, statement.compile(db))).length === 0
}

export interface DeliveryPage {
  after?: DeliveryCursor | undefined
  limit: number
  /** Newest first by default. */
  order?: EventOrder | undefined
}

const dayMs = 24 * 3_600_000

/** Most of a page is from the newest day, which is one partition. */
const lookBackMs = [dayMs, 8 * dayMs]

/**
 * Searches the newest events for a page first, and goes further back until it is full. A single
 * query would open every partition, and in each skip the other deliveries of the destinations, such
 * as all failed ones.
 */
export async function newestFirst<Row>(
  { status, eventId, from, to }: HistoryFilter,
  { after, limit, order = newestOnTop }: DeliveryPage,
  find: (among: Pick<HistoryFilter, 'from'>) => Promise<Row[]>,
): Promise<Row[]> {
  if (order !== newestOnTop) return find({ from })
  const newest = Math.min(
    getNowMs(),
    ...(to ? [Date.parse(to)] : []),
    ...(after ? [timeOfId(after.eventId)] : []),
  )
  for (const step of areMany(status) && eventId === undefined ? lookBackMs : []) {
    const since = newest - step
    if (from && Date.parse(from) >= since) break
    const found = await find({ from: new Date(since).toISOString() })
    if (found.length === limit) return found
  }
  return find({ from })
}

/** Most messages contain read records; the index of types excludes them. */
export const isRare = (type: MessageType | undefined) => type !== undefined && type !== 'read'

export const isOfType = (type: MessageType | undefined): SqlCondition[] => [
  ...(type ? [sql<SqlBool>`e.type = ${type}`] : []),
  // A literal, so that the partial index matches.
  ...(isRare(type) ? [sql<SqlBool>`e.type <> 'read'`] : []),
]
