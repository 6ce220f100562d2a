import type {
  DeliveryStatus,
  DestinationId,
  EventId,
  Id,
  MessageType,
  ProjectId,
  ReplayFilter,
  ReplayStatus,
} from '@platform/contract'
import { sql, type SqlBool } from 'kysely'
import type { AcrossTenants, Db } from '../../db/database.ts'
import type { About } from '../../db/tables/notifications.ts'
import { earliestId } from '../../db/new-id.ts'
import { firstOf } from '../../values/must.ts'

/** A delivery with what the queue and its destination say about it. */
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

/** An event without what it says. */
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
  installationId?: string | undefined
  operationId?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

/** Where a page of a list begins: after this event (and destination), in descending order. */
export interface DeliveryCursor {
  eventId: string
  destinationId?: string
}

const and = (conditions: ReturnType<typeof sql<SqlBool>>[]) =>
  conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``

/** By ID or name; one that is deleted still by its ID. */
const isDestination = (idOrName: string) =>
  sql<SqlBool>`(t.id = ${idOrName} or (t.name = ${idOrName} and t.delete_time is null))`

function boundsOf(column: string, { from, to }: Pick<DeliveryFilter, 'from' | 'to'>) {
  const id = sql.ref(column)
  return [
    ...(from ? [sql<SqlBool>`${id} >= ${earliestId('evt', Date.parse(from))}`] : []),
    ...(to ? [sql<SqlBool>`${id} < ${earliestId('evt', Date.parse(to))}`] : []),
  ]
}

const isAbout = ({ groupRef, installationId, operationId }: DeliveryFilter) => [
  ...(groupRef ? [sql<SqlBool>`e.group_ref = ${groupRef}`] : []),
  ...(installationId ? [sql<SqlBool>`e.about ->> 'installationId' = ${installationId}`] : []),
  ...(operationId ? [sql<SqlBool>`e.about ->> 'operationId' = ${operationId}`] : []),
]

/** What is pending is held while its destination is disabled. */
const deliveryColumns = sql`d.destination_id, d.event_id, d.project_id, d.type, d.attempt_count, d.attempts,
  case when d.status = 'pending' and t.status = 'disabled' then 'held' else d.status end as stands`

/** With what the queue and its event say of each: looked up one by one, as they are few. */
const withRest = (found: ReturnType<typeof sql>) => sql<DeliveryRow>`
  select d.destination_id, d.event_id, d.project_id, d.type, d.attempt_count, d.attempts,
         case when d.stands = 'pending' and q.attempts_used > 0 then 'retrying' else d.stands end as status,
         case when q.holder is null then q.due_time end as due_time, e.group_ref, e.about
    from (${found}) d
    left join queued_deliveries q
      on q.destination_id = d.destination_id and q.event_id = d.event_id
    left join lateral (select group_ref, about from events
       where project_id = d.project_id and id = d.event_id limit 1) e on true
   order by d.event_id desc, d.destination_id desc`

/** It has failed in the schedule that it is in, and is tried again. */
const isRetried = sql<SqlBool>`exists (select from queued_deliveries r
  where r.destination_id = d.destination_id and r.event_id = d.event_id and r.attempts_used > 0)`

/** What holds of a delivery `d` to a destination `t` that stands so. */
function standsSo(status: DeliveryFilter['status']): ReturnType<typeof sql<SqlBool>>[] {
  const isPending = sql<SqlBool>`d.status = 'pending'`
  const isEnabled = sql<SqlBool>`t.status = 'enabled'`
  switch (status) {
    case undefined:
      return []
    case 'held':
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
    default:
      return [sql<SqlBool>`d.status = ${status}`]
  }
}

/**
 * Deliveries, newest event first. The index begins with the destination, so each destination's
 * newest are read and then merged; what is tried again is read off the queue, and what is about
 * somebody is found by its events.
 */
export async function listDeliveries(
  db: Db,
  filter: DeliveryFilter,
  { after, limit }: { after?: DeliveryCursor | undefined; limit: number },
): Promise<DeliveryRow[]> {
  const { type, destinationId, eventId, status } = filter
  const about = isAbout(filter)
  const ofDelivery = [
    sql<SqlBool>`d.destination_id = t.id`,
    ...boundsOf('d.event_id', filter),
    ...(type ? [sql<SqlBool>`d.type = ${type}`] : []),
    ...(eventId ? [sql<SqlBool>`d.event_id = ${eventId}`] : []),
    ...(after
      ? [
          sql<SqlBool>`(d.event_id, d.destination_id) < (${after.eventId}, ${after.destinationId ?? ''})`,
        ]
      : []),
  ]
  const ofDestination = destinationId ? [isDestination(destinationId)] : []
  const newest = (of: DeliveryFilter['status']) => sql`(
    select d.* from deliveries d ${and([...ofDelivery, ...standsSo(of)])}
     order by d.event_id desc limit ${limit})`
  const queued = sql`(
    select d.* from queued_deliveries r
      join deliveries d on d.destination_id = r.destination_id and d.event_id = r.event_id
     ${and([
       ...ofDelivery,
       sql<SqlBool>`r.destination_id = t.id`,
       sql<SqlBool>`r.attempts_used > 0`,
       sql<SqlBool>`d.status = 'pending' and t.status = 'enabled'`,
     ])}
     order by r.event_id desc limit ${limit})`
  const byStatus = () => {
    if (status === 'retrying') return queued
    return status === 'failing' ? sql`${newest('failed')} union all ${queued}` : newest(status)
  }
  const found =
    about.length > 0
      ? sql`events e
          join destinations t on t.project_id = e.project_id
          join deliveries d on d.event_id = e.id and d.destination_id = t.id
          ${and([
            ...about,
            ...boundsOf('e.id', filter),
            ...ofDelivery,
            ...ofDestination,
            ...standsSo(status),
          ])}`
      : sql`destinations t cross join lateral (${byStatus()}) d ${and(ofDestination)}`
  const { rows } = await withRest(sql`
    select ${deliveryColumns} from ${found}
     order by d.event_id desc, d.destination_id desc limit ${limit}`).execute(db)
  return rows
}

/** Events, newest first; with a destination or status only those with such a delivery. */
export async function listEvents(
  db: Db,
  projectId: ProjectId,
  filter: Omit<DeliveryFilter, 'eventId'>,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<EventRow[]> {
  const { type, destinationId, status } = filter
  const exists =
    destinationId || status
      ? [
          sql<SqlBool>`exists (select from destinations t join deliveries d on d.destination_id = t.id
            ${and([
              sql<SqlBool>`t.project_id = e.project_id and d.event_id = e.id`,
              ...(destinationId ? [isDestination(destinationId)] : []),
              ...standsSo(status),
            ])})`,
        ]
      : []
  const conditions = and([
    sql<SqlBool>`e.project_id = ${projectId}`,
    ...isAbout(filter),
    ...boundsOf('e.id', filter),
    ...(type ? [sql<SqlBool>`e.type = ${type}`] : []),
    ...(after ? [sql<SqlBool>`e.id < ${after}`] : []),
    ...exists,
  ])
  const { rows } = await sql<EventRow>`
    select e.id, e.project_id, e.type, e.group_ref, e.about from events e ${conditions} order by e.id desc limit ${limit}
  `.execute(db)
  return rows
}

/** The deliveries of these events. */
export async function deliveriesOf(db: Db, eventIds: readonly EventId[]): Promise<DeliveryRow[]> {
  if (eventIds.length === 0) return []
  const { rows } = await withRest(sql`
    select ${deliveryColumns}
      from destinations t
      join deliveries d on d.destination_id = t.id and d.event_id = any(${eventIds})`).execute(db)
  return rows
}

/** What was told of an installation, and of connections of its customer; no records. */
export const eventsAbout = (
  db: Db,
  { groupRef, installationId }: { groupRef: string; installationId: string },
  before: EventId,
) =>
  db
    .selectFrom('events')
    .selectAll()
    .where('groupRef', '=', groupRef)
    .where('id', '<', before)
    .where('type', 'not in', ['read', 'subscribe', 'schema.watch', 'connection.refreshed'])
    .where(
      sql<SqlBool>`(about ->> 'installationId' = ${installationId} or type like 'connection.%')`,
    )
    .orderBy('id', 'desc')

export const findEvent = (db: Db, id: EventId) =>
  db.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirst()

/**
 * Queues a delivery that has come to an end, with the whole schedule before it. Undefined when it
 * has not, or is gone.
 */
export async function requeue(
  db: Db,
  { destinationId, eventId }: { destinationId: DestinationId; eventId: EventId },
): Promise<boolean> {
  return (await requeueMany(db, [{ destinationId, eventId }])) === 1
}

/** The same for many. Answers how many were queued. */
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
 * Deletes the project's events, their deliveries and what they left for download; with a field of
 * their body, those that say so. Answers how many.
 */
export async function eraseEvents(
  tx: Db,
  projectId: ProjectId,
  said: [field: string, value: string] | undefined,
): Promise<number> {
  // Most bodies do not have the text in them, and need not be parsed.
  const isMeant = said
    ? sql<SqlBool>`strpos(body, ${JSON.stringify(said[1])}) > 0 and body::jsonb ->> ${said[0]} = ${said[1]}`
    : sql<SqlBool>`true`
  const { rows } = await sql<{ count: number }>`
    with gone as (
      delete from events where project_id = ${projectId} and ${isMeant} returning id
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

const replayConditions = (projectId: ProjectId, filter: ReplayFilter) =>
  and([
    sql<SqlBool>`t.project_id = ${projectId}`,
    sql<SqlBool>`t.delete_time is null`,
    sql<SqlBool>`d.status = ${filter.status}`,
    ...(filter.status === 'failed' ? [sql<SqlBool>`d.failed_time is not null`] : []),
    ...(filter.destinationId ? [sql<SqlBool>`t.id = ${filter.destinationId}`] : []),
    ...(filter.eventTypes ? [sql<SqlBool>`d.type = any(${filter.eventTypes})`] : []),
    ...boundsOf('d.event_id', filter),
  ])

export async function countReplayable(
  db: Db,
  projectId: ProjectId,
  filter: ReplayFilter,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from destinations t join deliveries d on d.destination_id = t.id
    ${replayConditions(projectId, filter)}`.execute(db)
  return firstOf(rows).count
}

export async function findReplayable(
  db: Db,
  projectId: ProjectId,
  filter: ReplayFilter,
  after: { destinationId: DestinationId; eventId: EventId } | undefined,
  limit: number,
): Promise<{ destinationId: DestinationId; eventId: EventId }[]> {
  const { rows } = await sql<{ destinationId: DestinationId; eventId: EventId }>`
    select d.destination_id, d.event_id from destinations t join deliveries d on d.destination_id = t.id
    ${replayConditions(projectId, filter)}
    ${after ? sql`and (d.destination_id, d.event_id) > (${after.destinationId}, ${after.eventId})` : sql``}
    order by d.destination_id, d.event_id limit ${limit}`.execute(db)
  return rows
}

export const insertReplay = (
  db: Db,
  row: {
    id: Id<'rpl'>
    projectId: ProjectId
    filter: ReplayFilter
    total: number
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

export const cancelReplay = (db: Db, id: Id<'rpl'>) =>
  db
    .updateTable('replays')
    .set({ status: 'cancelled', updateTime: new Date() })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .execute()

/** Its share of the last second is queued. */
const isDueForMore = sql<SqlBool>`(update_time is null or update_time <= now() - interval '0.9 seconds')`

/** Whose running replays are to be carried on, those that waited longest first. */
export const findRunningReplays = (db: AcrossTenants): Promise<RunningReplay[]> =>
  db
    .selectFrom('replays')
    .select(['id', 'projectId'])
    .where('status', '=', 'running')
    .where(isDueForMore)
    .orderBy('updateTime', (order) => order.asc().nullsFirst())
    .execute()

export interface RunningReplay {
  id: Id<'rpl'>
  projectId: ProjectId
}

/** The replay, locked for this transaction; undefined when another process carries it on. */
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
      updateTime: new Date(),
      ...(cursor && { cursor: JSON.stringify(cursor) }),
      ...(isDone && { status: 'done' as const }),
    }))
    .where('id', '=', id)
    .execute()

/** Removes some replays that ended before; answers how many. */
export async function removeReplays(
  db: AcrossTenants,
  { before, atMost }: { before: Date; atMost: number },
): Promise<number> {
  const { numAffectedRows } = await sql`delete from replays where id = any(array(
    select id from replays where status <> 'running' and create_time < ${before}
     limit ${atMost}))`.execute(db)
  return Number(numAffectedRows)
}
