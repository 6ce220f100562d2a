import type {
  DestinationId,
  EventId,
  InstallationId,
  OperationId,
  ProjectId,
} from '@platform/contract'
import { sql, type SqlBool } from 'kysely'
import type { Db } from '@platform/kernel/db/database'
import { findByValues } from '@platform/kernel/db/prepared'
import { getFirst } from '@platform/kernel/values'
import { markStale, placesAbout } from '../message-log/log-store.ts'
import type { LogPlace } from '../message-log/message-log.ts'
import { containsAny, mayHavePages, unpackWhere } from '../message-log/message-pages.ts'
import {
  type DeliveryPage,
  type DeliveryRow,
  type EventRow,
  type HistoryFilter,
  type SqlCondition,
  and,
  deliveryColumns,
  listIdBounds,
  isAboutSubject,
  isOfType,
  newestFirst,
  newestOnTop,
  waysTo,
  withRest,
} from './delivery-query.ts'
import { listUnpacked } from './unpack-listed.ts'

/** Deliveries in the order of their events, newest first by default. */
export const listDeliveries = (
  db: Db,
  filter: HistoryFilter & { projectId?: ProjectId | undefined },
  page: DeliveryPage,
): Promise<DeliveryRow[]> =>
  listUnpacked(db, filter, page, {
    rows: () => listDeliveryRows(db, filter, page),
    idOf: ({ eventId }) => eventId,
  })

async function listDeliveryRows(
  db: Db,
  filter: HistoryFilter & { projectId?: ProjectId | undefined },
  page: DeliveryPage,
): Promise<DeliveryRow[]> {
  const { direction } = page.order ?? newestOnTop
  const { ofEvent, deliveriesOfEvent, isShorterByEvent } = waysTo(filter, page)
  const selectRows = (found: ReturnType<typeof sql>) =>
    findByValues(db, withRest(found, page.order).compile(db))
  if (!(await isShorterByEvent(db))) {
    return newestFirst(filter, page, (among) => {
      const { byDestination } = waysTo({ ...filter, ...among }, page)
      return selectRows(
        sql`${byDestination} order by d.event_id ${direction}, d.destination_id ${direction} limit ${page.limit}`,
      )
    })
  }
  // The inner limit keeps PostgreSQL from joining all events before taking the first.
  return selectRows(sql`select d.*
      from events e
     cross join lateral (${deliveriesOfEvent} order by d.destination_id ${direction} limit ${page.limit}) d
     ${and(ofEvent)}
     order by e.id ${direction}, d.destination_id ${direction} limit ${page.limit}`)
}

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
    ...listIdBounds('e.id', { installationId: id }),
    ...isAboutSubject({ installationId: id }),
  ])
  const { rows } = await sql<{ groupRef: string }>`
    select e.group_ref from events e ${goneBy} order by e.id desc limit 1`.execute(db)
  return rows[0]?.groupRef
}

/** Reports whether the customer lets people view records of the installation. */
export async function isShared(db: Db, id: InstallationId): Promise<boolean> {
  const found = await db
    .selectFrom('installations')
    .select('supportAccess')
    .where('id', '=', id)
    .executeTakeFirst()
  return found?.supportAccess === true
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
  filter: Omit<HistoryFilter, 'eventId'>,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<EventRow[]> {
  const wanted = { ...filter, projectId }
  const page = { after: after === undefined ? undefined : { eventId: after }, limit }
  return listUnpacked(db, wanted, page, {
    rows: () => listEventRows(db, wanted, page),
    idOf: ({ id }) => id,
  })
}

async function listEventRows(
  db: Db,
  wanted: Omit<HistoryFilter, 'eventId'> & { projectId: ProjectId },
  page: DeliveryPage,
): Promise<EventRow[]> {
  const { projectId, ...filter } = wanted
  const { limit } = page
  const { ofEvent, deliveriesOfEvent, isShorterByEvent } = waysTo(wanted, page)
  const columns = sql`e.id, e.project_id, e.type, e.group_ref, e.about`
  const selectEventRows = (found: ReturnType<typeof sql<EventRow>>) =>
    findByValues(db, found.compile(db))
  const byEvent = (more: SqlCondition[]) =>
    selectEventRows(sql<EventRow>`
      select ${columns} from events e ${and([...ofEvent, ...more])} order by e.id desc limit ${limit}`)
  if (!filter.destinationId && !filter.status) return byEvent([])
  if (await isShorterByEvent(db)) {
    return byEvent([sql<SqlBool>`exists (${deliveriesOfEvent} offset 0)`])
  }
  return newestFirst(wanted, page, (among) => {
    const { byDestination } = waysTo({ ...wanted, ...among }, page)
    return selectEventRows(sql<EventRow>`
      select ${columns}
        from (select distinct event_id from (${byDestination}) d order by event_id desc limit ${limit}) d
       cross join lateral (
         select * from events where project_id = ${projectId} and id = d.event_id limit 1) e
       order by d.event_id desc`)
  })
}

/** Returns the deliveries of these events. */
export async function selectDeliveries(
  db: Db,
  eventIds: readonly EventId[],
): Promise<DeliveryRow[]> {
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
    // Only bodies of messages with records are in the message log.
    .$narrowType<{ body: string }>()

export async function findEvent(db: Db, id: EventId) {
  const find = () => db.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirst()
  const found = await find()
  if (found || !(await mayHavePages(db))) return found
  await unpackWhere(db, containsAny([id]))
  return find()
}

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
  return getFirst(rows).count
}

/**
 * Selects events: those whose body has the value in the field, those that contain the text as a
 * value, or those named.
 */
export type Erasable =
  | { member: [field: string, value: string]; mentioning?: string | undefined }
  | { ids: readonly EventId[] }

/** Returns the first event of the project from the given time. */
export const findEventFrom = async (
  db: Db,
  projectId: ProjectId,
  from: EventId,
): Promise<EventId | undefined> => {
  const { rows } = await sql<{ id: EventId }>`
    (select id from events where project_id = ${projectId} and id >= ${from} order by id limit 1)
    union all
    (select first_id from message_pages where project_id = ${projectId} and first_id >= ${from}
      order by first_id limit 1)
    order by id limit 1`.execute(db)
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
    ...(which ? [isErasable(projectId, which)] : []),
    ...(from ? [sql<SqlBool>`id >= ${from}`] : []),
    ...(before ? [sql<SqlBool>`id < ${before}`] : []),
  ]
  const inPages = (await mayHavePages(tx))
    ? await erasePages(tx, projectId, which, { from, before })
    : 0
  const { rows } = await sql<{ count: number; places: LogPlace[] | null }>`
    with gone as (
      delete from events ${and(conditions)} returning id, log_place
    ), dequeued as (
      delete from queued_deliveries q using gone, destinations t
       where t.project_id = ${projectId} and q.destination_id = t.id and q.event_id = gone.id
    ), undone as (
      delete from deliveries d using gone, destinations t
       where t.project_id = ${projectId} and d.destination_id = t.id and d.event_id = gone.id
    ), emptied as (
      delete from downloads d using gone
       where d.project_id = ${projectId} and d.event_id = gone.id
    ) select count(*)::int as count,
             array_agg(distinct log_place) filter (where log_place is not null) as places
        from gone`.execute(tx)
  const { count, places } = getFirst(rows)
  if (places) await markStale(tx, projectId, { places })
  return count + inPages
}

/** Deletes pages of messages; named messages are moved to rows instead, because others remain. */
async function erasePages(
  tx: Db,
  projectId: ProjectId,
  which: Erasable | undefined,
  { from, before }: { from?: EventId | undefined; before?: EventId | undefined },
): Promise<number> {
  if (which && 'ids' in which) {
    if (which.ids.length > 0) await unpackWhere(tx, containsAny(which.ids))
    return 0
  }
  const { rows } = await sql<{ count: number; places: LogPlace[] | null }>`
    with gone as (
      delete from message_pages ${and([
        sql<SqlBool>`project_id = ${projectId}`,
        ...(which ? [sql<SqlBool>`log_place in (${placesAbout(projectId, which.member)})`] : []),
        ...(from ? [sql<SqlBool>`first_id >= ${from}`] : []),
        ...(before ? [sql<SqlBool>`first_id < ${before}`] : []),
      ])} returning cardinality(event_ids) as messages, log_place)
    select coalesce(sum(messages), 0)::int as count, array_agg(log_place) as places from gone`.execute(
    tx,
  )
  const { count, places } = getFirst(rows)
  if (places) await markStale(tx, projectId, { places })
  return count
}

/** Bodies in the message log are not searched: an entry has the customer of all its messages. */
function isErasable(projectId: ProjectId, which: Erasable): SqlCondition {
  if ('ids' in which) return sql<SqlBool>`id = any(${which.ids}::text[])`
  const [field, value] = which.member
  const has = (text: string) => sql<SqlBool>`strpos(body, ${JSON.stringify(text)}) > 0`
  // Most bodies do not contain the text and need not be parsed.
  const isLogged = sql<SqlBool>`log_place in (${placesAbout(projectId, which.member)})`
  const hasMember = sql<SqlBool>`(${has(value)} and body::jsonb ->> ${field} = ${value} or ${isLogged})`
  const { mentioning } = which
  return mentioning === undefined ? hasMember : sql<SqlBool>`(${hasMember} or ${has(mentioning)})`
}
