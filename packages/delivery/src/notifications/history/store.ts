import type {
  DeliveryStatus,
  DestinationId,
  EventId,
  Id,
  InstallationId,
  MessageType,
  OperationId,
  ProjectId,
  ReplayFilter,
  ReplayStatus,
} from '@platform/contract'
import { sql, type SqlBool } from 'kysely'
import type { AcrossTenants, Db } from '@platform/kernel/db/database'
import type { About } from '@platform/kernel/db/tables/notifications'
import { earliestId, timeOfId } from '@platform/kernel/db/new-id'
import { foundByValues } from '@platform/kernel/db/prepared'
import { firstOf } from '@platform/kernel/values/must'

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

export interface DeliveryFilter {
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

type Condition = ReturnType<typeof sql<SqlBool>>

const and = (conditions: readonly Condition[]) =>
  conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``

/** Matches by ID or name; a deleted destination only by ID. */
const isDestination = (idOrName: string) =>
  sql<SqlBool>`(t.id = ${idOrName} or (t.name = ${idOrName} and t.delete_time is null))`

/**
 * Events about a resource come after its creation, within the clock difference between processes.
 */
const clocksDifferMs = 60_000

/**
 * Events have the time of their transaction; the end of an operation has the time when its
 * transaction began.
 */
const longestTransactionMs = 600_000

/** Returns the time range of the matching events, from their IDs. */
function boundsOf(column: string, of: Omit<DeliveryFilter, 'type' | 'status'>): Condition[] {
  const { from, to, installationId, operationId, operationEnd } = of
  const id = sql.ref(column)
  const notBefore = [
    ...(from ? [Date.parse(from)] : []),
    ...[installationId, operationId].flatMap((about) =>
      about ? [timeOfId(about) - clocksDifferMs] : [],
    ),
  ]
  const before = [
    ...(to ? [Date.parse(to)] : []),
    ...(operationEnd ? [operationEnd.getTime() + longestTransactionMs] : []),
  ]
  return [
    ...notBefore.map((time) => sql<SqlBool>`${id} >= ${earliestId('evt', time)}`),
    ...before.map((time) => sql<SqlBool>`${id} < ${earliestId('evt', time)}`),
  ]
}

const isAbout = ({ installationId, operationId }: DeliveryFilter): Condition[] => [
  ...(installationId ? [mentions('installationId', installationId)] : []),
  ...(operationId ? [mentions('operationId', operationId)] : []),
]

/**
 * PostgreSQL estimates that a plain comparison matches one event in 200 and would sort all events
 * of a customer instead of reading from the newest. For this expression it has no estimate.
 */
const mentions = (field: 'installationId' | 'operationId', id: string) =>
  sql<SqlBool>`coalesce(e.about ->> ${sql.lit(field)} = ${id}, false)`

/**
 * A pending delivery is paused while its destination is disabled. A process of the previous version
 * may still write `cancelled`.
 */
const deliveryColumns = sql`d.destination_id, d.event_id, d.project_id, d.type, d.attempt_count, d.attempts,
  case when d.status = 'pending' and t.status = 'disabled' then 'paused'
       when d.status = 'cancelled' then 'canceled' else d.status end as stands`

/** With its state in the queue and its event, looked up individually, because they are few. */
const withRest = (found: ReturnType<typeof sql>) => sql<DeliveryRow>`
  select d.destination_id, d.event_id, d.project_id, d.type, d.attempt_count, d.attempts,
         case when d.stands = 'pending' and q.attempts_used > 0 then 'retrying' else d.stands end as status,
         case when q.holder is null then q.due_time end as due_time, e.group_ref, e.about
    from (${found}) d
    left join lateral (select attempts_used, holder, due_time from queued_deliveries
       where destination_id = d.destination_id and event_id = d.event_id limit 1) q on true
    left join lateral (select group_ref, about from events
       where project_id = d.project_id and id = d.event_id limit 1) e on true
   order by d.event_id desc, d.destination_id desc`

/**
 * It has failed at least once in its current schedule and is retried; looked up individually, like
 * `isMeant`.
 */
const isRetried = sql<SqlBool>`exists (select from queued_deliveries r
  where r.destination_id = d.destination_id and r.event_id = d.event_id and r.attempts_used > 0 offset 0)`

/** Returns the condition on a delivery `d` to a destination `t` with this status. */
function standsSo(status: DeliveryFilter['status']): ReturnType<typeof sql<SqlBool>>[] {
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
  conditions: Condition[]
}

/**
 * Returns where to look for deliveries with this status, each a set with a small index: unfinished
 * ones are in the queue or in the memory of a sender, which records its oldest.
 */
function placesOf(status: DeliveryFilter['status']): Place[] {
  const among = (...conditions: Condition[]): Place => ({
    rows: sql`deliveries d`,
    indexed: 'd',
    conditions,
  })
  // Looked up individually (hence the offset): a join would read everything queued before the
  // newest.
  const inQueue = (...conditions: Condition[]): Place => ({
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
function waysTo(
  { projectId, ...filter }: DeliveryFilter & { projectId?: ProjectId | undefined },
  { after, limit }: { after?: DeliveryCursor | undefined; limit: number },
) {
  const { type, installationId, operationId, destinationId, eventId, status } = filter
  const groups = [filter.groupRef, filter.ownerRef].filter((group) => group !== undefined)
  const isOfSomebody = Boolean(groups[0] ?? installationId ?? operationId)
  const near = [
    ...(projectId ? [sql<SqlBool>`e.project_id = ${projectId}`] : []),
    ...groups.map((group) => sql<SqlBool>`e.group_ref = ${group}`),
    ...boundsOf('e.id', filter),
    ...isOfType(type),
    ...(eventId ? [sql<SqlBool>`e.id = ${eventId}`] : []),
    ...(after?.destinationId ? [sql<SqlBool>`e.id <= ${after.eventId}`] : []),
    ...(after && !after.destinationId ? [sql<SqlBool>`e.id < ${after.eventId}`] : []),
  ]
  const ofEvent = [...near, ...isAbout(filter)]
  const ofKey = (table: Place['indexed']) => {
    const [event, destination] = [sql.ref(`${table}.event_id`), sql.ref(`${table}.destination_id`)]
    return [
      sql<SqlBool>`${destination} = t.id`,
      ...boundsOf(`${table}.event_id`, filter),
      ...(eventId ? [sql<SqlBool>`${event} = ${eventId}`] : []),
      ...(after
        ? [
            sql<SqlBool>`(${event}, ${destination}) < (${after.eventId}, ${after.destinationId ?? ''})`,
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
     order by ${sql.ref(`${indexed}.event_id`)} desc limit ${limit})`

  return {
    /** Deliveries with their status. */
    byDestination: sql`select ${deliveryColumns}
      from destinations t
     cross join lateral (${sql.join(placesOf(status).map(among), sql` union all `)}) d
     ${and(ofDestination)}`,
    /** Condition on an event `e`. */
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
const areMany = (status: DeliveryFilter['status']) => status === undefined || status === 'delivered'

/**
 * Up to this number of events, reading them is cheaper than reading all deliveries of a
 * destination, or all failed ones.
 */
const few = 500

async function areFew(db: Db, conditions: readonly Condition[]): Promise<boolean> {
  const statement = sql`
    select from (select from events e ${and(conditions)} limit ${few + 1}) e offset ${few}`
  return (await foundByValues(db, statement.compile(db))).length === 0
}

interface DeliveryPage {
  after?: DeliveryCursor | undefined
  limit: number
}

const dayMs = 24 * 3_600_000

/** Most of a page is from the newest day, which is one partition. */
const lookBackMs = [dayMs, 8 * dayMs]

/**
 * Searches the newest events for a page first, and goes further back until it is full. A single
 * query would open every partition, and in each skip the other deliveries of the destinations, such
 * as all failed ones.
 */
async function newestFirst<Row>(
  { status, eventId, from, to }: DeliveryFilter,
  { after, limit }: DeliveryPage,
  find: (among: Pick<DeliveryFilter, 'from'>) => Promise<Row[]>,
): Promise<Row[]> {
  const newest = Math.min(
    Date.now(),
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

/** Deliveries, newest event first. */
export async function listDeliveries(
  db: Db,
  filter: DeliveryFilter & { projectId?: ProjectId | undefined },
  page: DeliveryPage,
): Promise<DeliveryRow[]> {
  const { ofEvent, deliveriesOfEvent, isShorterByEvent } = waysTo(filter, page)
  const rowsOf = (found: ReturnType<typeof sql>) => foundByValues(db, withRest(found).compile(db))
  if (!(await isShorterByEvent(db))) {
    return newestFirst(filter, page, (among) => {
      const { byDestination } = waysTo({ ...filter, ...among }, page)
      return rowsOf(
        sql`${byDestination} order by d.event_id desc, d.destination_id desc limit ${page.limit}`,
      )
    })
  }
  // The inner limit keeps PostgreSQL from joining all events before taking the first.
  return rowsOf(sql`select d.*
      from events e
     cross join lateral (${deliveriesOfEvent} order by d.destination_id desc limit ${page.limit}) d
     ${and(ofEvent)}
     order by e.id desc, d.destination_id desc limit ${page.limit}`)
}

/** Most messages contain read records; the index of types excludes them. */
const isRare = (type: MessageType | undefined) => type !== undefined && type !== 'read'

const isOfType = (type: MessageType | undefined): Condition[] => [
  ...(type ? [sql<SqlBool>`e.type = ${type}`] : []),
  // A literal, so that the partial index matches.
  ...(isRare(type) ? [sql<SqlBool>`e.type <> 'read'`] : []),
]

/** Returns the group of the installation, or of a deleted one by its last event. */
export async function groupOfInstallation(
  db: Db,
  projectId: ProjectId | undefined,
  id: InstallationId,
): Promise<string | undefined> {
  const known = await db
    .selectFrom('installations')
    .select('groupRef')
    .where('id', '=', id)
    .executeTakeFirst()
  if (known || projectId === undefined) return known?.groupRef
  const goneBy = and([
    sql<SqlBool>`e.project_id = ${projectId}`,
    ...isOfType('installation.deleted'),
    ...boundsOf('e.id', { installationId: id }),
    ...isAbout({ installationId: id }),
  ])
  const { rows } = await sql<{ groupRef: string }>`
    select e.group_ref from events e ${goneBy} order by e.id desc limit 1`.execute(db)
  return rows[0]?.groupRef
}

/** Returns the installation of the operation and when it ended; undefined if it is deleted. */
export const placeOfOperation = (db: Db, id: OperationId) =>
  db
    .selectFrom('operations as o')
    .innerJoin('installations as n', 'n.id', 'o.installationId')
    .select('n.groupRef')
    .select(sql<Date | null>`case when o.status <> 'in_progress' then o.update_time end`.as('end'))
    .where('o.id', '=', id)
    .executeTakeFirst()

/**
 * Returns events, newest first; with a destination or status only those with a matching delivery.
 */
export async function listEvents(
  db: Db,
  projectId: ProjectId,
  filter: Omit<DeliveryFilter, 'eventId'>,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<EventRow[]> {
  const wanted = { ...filter, projectId }
  const page = { after: after === undefined ? undefined : { eventId: after }, limit }
  const { ofEvent, deliveriesOfEvent, isShorterByEvent } = waysTo(wanted, page)
  const columns = sql`e.id, e.project_id, e.type, e.group_ref, e.about`
  const rowsOf = (found: ReturnType<typeof sql<EventRow>>) => foundByValues(db, found.compile(db))
  const byEvent = (more: Condition[]) =>
    rowsOf(sql<EventRow>`
      select ${columns} from events e ${and([...ofEvent, ...more])} order by e.id desc limit ${limit}`)
  if (!filter.destinationId && !filter.status) return byEvent([])
  if (await isShorterByEvent(db)) {
    return byEvent([sql<SqlBool>`exists (${deliveriesOfEvent} offset 0)`])
  }
  return newestFirst(wanted, page, (among) => {
    const { byDestination } = waysTo({ ...wanted, ...among }, page)
    return rowsOf(sql<EventRow>`
      select ${columns}
        from (select distinct event_id from (${byDestination}) d order by event_id desc limit ${limit}) d
       cross join lateral (
         select * from events where project_id = ${projectId} and id = d.event_id limit 1) e
       order by d.event_id desc`)
  })
}

/** Returns the deliveries of these events. */
export async function deliveriesOf(db: Db, eventIds: readonly EventId[]): Promise<DeliveryRow[]> {
  if (eventIds.length === 0) return []
  const { rows } = await withRest(sql`
    select ${deliveryColumns}
      from destinations t
      join deliveries d on d.destination_id = t.id and d.event_id = any(${eventIds})`).execute(db)
  return rows
}

export interface EventsOf {
  projectId: ProjectId
  groupRef: string
  installationId: string
  connectionId: string
  /** Events found otherwise. */
  without: readonly EventId[]
}

/** Returns events of an installation and of its customer's connections, without records. */
export const eventsAbout = (
  db: Db,
  { projectId, groupRef, installationId, connectionId, without }: EventsOf,
  before: EventId,
) =>
  db
    .selectFrom('events')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('groupRef', '=', groupRef)
    .where('id', '<', before)
    .where(sql<SqlBool>`id <> all(${without})`)
    // A literal: a generic plan with parameters would not use the partial index.
    .where(sql<SqlBool>`type not in ('read', 'subscribe', 'schema.watch', 'connection.refreshed')`)
    .where(
      sql<SqlBool>`(about ->> 'installationId' = ${installationId}
        or (type like 'connection.%' and body like ${`%"${connectionId}"%`}))`,
    )
    .orderBy('id', 'desc')

export const findEvent = (db: Db, id: EventId) =>
  db.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirst()

/**
 * Queues a finished delivery with its whole schedule. Returns undefined if it is not finished, or
 * is deleted.
 */
export async function requeue(
  db: Db,
  { destinationId, eventId }: { destinationId: DestinationId; eventId: EventId },
): Promise<boolean> {
  return (await requeueMany(db, [{ destinationId, eventId }])) === 1
}

/** Queues several deliveries again. Returns their number. */
export async function requeueMany(
  db: Db,
  keys: readonly { destinationId: DestinationId; eventId: EventId }[],
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with again as (
      update deliveries d set status = 'pending', failed_time = null, holder = null
        from unnest(${keys.map((key) => key.destinationId)}::text[], ${keys.map((key) => key.eventId)}::text[])
             k (destination_id, event_id)
       where d.destination_id = k.destination_id and d.event_id = k.event_id and d.status <> 'pending'
      returning d.destination_id, d.event_id, d.project_id),
    queued as (
      insert into queued_deliveries (destination_id, event_id, project_id, due_time)
      select destination_id, event_id, project_id, now() from again on conflict do nothing returning 1)
    select count(*)::int as count from queued`.execute(db)
  return firstOf(rows).count
}

/**
 * Selects events: those whose body has the value in the field, those that contain the text as a
 * value, or those named.
 */
export type Erasable =
  | { said: [field: string, value: string]; mentioning?: string | undefined }
  | { ids: readonly EventId[] }

/** Returns the first event of the project from the given time. */
export const findEventFrom = async (
  db: Db,
  projectId: ProjectId,
  from: EventId,
): Promise<EventId | undefined> => {
  const { rows } = await sql<{ id: EventId }>`
    select id from events where project_id = ${projectId} and id >= ${from} order by id limit 1`.execute(
    db,
  )
  return rows[0]?.id
}

/**
 * Deletes the project's events, their deliveries and downloads: all or selected ones, optionally
 * within a time span. Returns how many were deleted.
 */
export async function eraseEvents(
  tx: Db,
  projectId: ProjectId,
  which: Erasable | undefined,
  { from, before }: { from?: EventId | undefined; before?: EventId | undefined } = {},
): Promise<number> {
  const conditions = [
    sql<SqlBool>`project_id = ${projectId}`,
    ...(which ? [isErasable(which)] : []),
    ...(from ? [sql<SqlBool>`id >= ${from}`] : []),
    ...(before ? [sql<SqlBool>`id < ${before}`] : []),
  ]
  const { rows } = await sql<{ count: number }>`
    with gone as (
      delete from events ${and(conditions)} returning id
    ), dequeued as (
      delete from queued_deliveries q using gone, destinations t
       where t.project_id = ${projectId} and q.destination_id = t.id and q.event_id = gone.id
    ), undone as (
      delete from deliveries d using gone, destinations t
       where t.project_id = ${projectId} and d.destination_id = t.id and d.event_id = gone.id
    ), emptied as (
      delete from downloads d using gone
       where d.project_id = ${projectId} and d.event_id = gone.id
    ) select count(*)::int as count from gone`.execute(tx)
  return firstOf(rows).count
}

function isErasable(which: Erasable): Condition {
  if ('ids' in which) return sql<SqlBool>`id = any(${which.ids}::text[])`
  const [field, value] = which.said
  const has = (text: string) => sql<SqlBool>`strpos(body, ${JSON.stringify(text)}) > 0`
  // Most bodies do not contain the text and need not be parsed.
  const isSaid = sql<SqlBool>`(${has(value)} and body::jsonb ->> ${field} = ${value})`
  const { mentioning } = which
  return mentioning === undefined ? isSaid : sql<SqlBool>`(${isSaid} or ${has(mentioning)})`
}

const replayConditions = (projectId: ProjectId, filter: ReplayFilter) => [
  sql<SqlBool>`t.project_id = ${projectId}`,
  sql<SqlBool>`t.delete_time is null`,
  ...standsSo(filter.status),
  ...(filter.destinationId ? [sql<SqlBool>`t.id = ${filter.destinationId}`] : []),
  ...(filter.eventTypes ? [sql<SqlBool>`d.type = any(${filter.eventTypes})`] : []),
  ...boundsOf('d.event_id', filter),
]

type DeliveryKey = { destinationId: DestinationId; eventId: EventId }

const isAfter = (key: DeliveryKey | undefined) =>
  key ? [sql<SqlBool>`(d.destination_id, d.event_id) > (${key.destinationId}, ${key.eventId})`] : []

/** Counts them, optionally after one of them, up to a limit. */
export async function countReplayable(
  db: Db,
  projectId: ProjectId,
  filter: ReplayFilter,
  { after, atMost = null }: { after?: DeliveryKey | undefined; atMost?: number | null } = {},
): Promise<number> {
  const { eventTypes } = filter
  const conditions = [...replayConditions(projectId, filter), ...isAfter(after)]
  const byDestination = sql`destinations t join deliveries d on d.destination_id = t.id
    ${and(conditions)}`
  const byEvent = () => sql`events e join destinations t on t.project_id = e.project_id
    cross join lateral (select * from deliveries
       where destination_id = t.id and event_id = e.id offset 0) d
    ${and([...conditions, sql<SqlBool>`e.type = any(${eventTypes})`, sql<SqlBool>`e.type <> 'read'`, ...boundsOf('e.id', filter)])}`
  const isRarely = eventTypes?.every(isRare) ?? false
  const counted = sql<{ count: number }>`
    select count(*)::int as count
      from (select from ${isRarely ? byEvent() : byDestination} limit ${atMost}) d`
  return firstOf(await foundByValues(db, counted.compile(db))).count
}

export async function findReplayable(
  db: Db,
  projectId: ProjectId,
  filter: ReplayFilter,
  after: DeliveryKey | undefined,
  limit: number,
): Promise<DeliveryKey[]> {
  const { rows } = await sql<DeliveryKey>`
    select d.destination_id, d.event_id from destinations t join deliveries d on d.destination_id = t.id
    ${and([...replayConditions(projectId, filter), ...isAfter(after)])}
    order by d.destination_id, d.event_id limit ${limit}`.execute(db)
  return rows
}

export const insertReplay = (
  db: Db,
  row: {
    id: Id<'rpl'>
    projectId: ProjectId
    filter: ReplayFilter
    total: number | null
    perSecond: number
  },
) =>
  db
    .insertInto('replays')
    .values({ ...row, filter: JSON.stringify(row.filter) })
    .returningAll()
    .executeTakeFirstOrThrow()

export const listReplays = (db: Db, status: ReplayStatus | undefined) =>
  db
    .selectFrom('replays')
    .selectAll()
    .where((is) => is.and({ status }))

export const findReplay = (db: Db, id: Id<'rpl'>) =>
  db.selectFrom('replays').selectAll().where('id', '=', id).executeTakeFirst()

export async function countRunningReplays(db: Db, projectId: ProjectId): Promise<number> {
  const { count } = await db
    .selectFrom('replays')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('projectId', '=', projectId)
    .where('status', '=', 'running')
    .executeTakeFirstOrThrow()
  return count
}

export const cancelReplay = (db: Db, id: Id<'rpl'>) =>
  db
    .updateTable('replays')
    .set({ status: 'canceled', updateTime: new Date() })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .execute()

/** The share of the last second is queued. */
const isDueForMore = sql<SqlBool>`(update_time is null or update_time <= now() - interval '0.9 seconds')`

/** The total is unknown and nobody is counting. */
const isToCount = sql<boolean>`(total is null and coalesce(count_again_time, now()) <= now())`

/** Returns the projects whose running replays are to be continued, longest waiting first. */
export const findRunningReplays = (db: AcrossTenants): Promise<RunningReplay[]> =>
  db
    .selectFrom('replays')
    .select(['id', 'projectId', isToCount.as('isToCount')])
    .where('status', '=', 'running')
    .where(isDueForMore)
    .orderBy('updateTime', (order) => order.asc().nullsFirst())
    .execute()

export interface RunningReplay {
  id: Id<'rpl'>
  projectId: ProjectId
  isToCount: boolean
}

/**
 * Claims counting the replay; returns false if another process counts it or the total is known. If
 * the process dies or fails, the claim expires in ten minutes, longer than any tenant statement may
 * take.
 */
export async function claimCounting(db: Db, id: Id<'rpl'>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('replays')
    .set({ countAgainTime: sql`now() + interval '10 minutes'` })
    .where('id', '=', id)
    .where(isToCount)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Returns the replay, locked for this transaction; undefined if another process is continuing it.
 */
export const lockRunningReplay = (tx: Db, id: Id<'rpl'>) =>
  tx
    .selectFrom('replays')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'running')
    .where(isDueForMore)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

export const advanceReplay = (
  tx: Db,
  id: Id<'rpl'>,
  { replayed, cursor, isDone }: { replayed: number; cursor: object | undefined; isDone: boolean },
) =>
  tx
    .updateTable('replays')
    .set((set) => ({
      replayed: set('replayed', '+', replayed),
      // By the same clock that schedules its next share.
      updateTime: sql<Date>`now()`,
      ...(cursor && { cursor: JSON.stringify(cursor) }),
      ...(isDone && {
        status: 'done' as const,
        total: sql<number>`coalesce(total, replayed + ${replayed})`,
      }),
    }))
    .where('id', '=', id)
    .execute()

/** Stores the total, unless it is known by now. */
export const storeReplayTotal = (db: Db, id: Id<'rpl'>, total: number) =>
  db.updateTable('replays').set({ total }).where('id', '=', id).where('total', 'is', null).execute()

/** Removes some replays that ended before the given time. Returns how many were removed. */
export async function removeReplays(
  db: AcrossTenants,
  { before, atMost }: { before: Date; atMost: number },
): Promise<number> {
  const { numAffectedRows } = await sql`delete from replays where id = any(array(
    select id from replays where status <> 'running' and create_time < ${before}
     limit ${atMost}))`.execute(db)
  return Number(numAffectedRows)
}
