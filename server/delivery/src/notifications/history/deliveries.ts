import type {
  Attempt,
  Delivery,
  DestinationId,
  Event,
  EventId,
  EventWithBody,
  MessageType,
  ProjectId,
  TestAttempt,
} from '@platform/contract'
import { sql } from 'kysely'
import type { Db } from '@platform/kernel/db/database'
import { timeOfId } from '@platform/kernel/db/new-id'
import { afterCommit, inTransaction } from '@platform/kernel/db/transaction'
import { continuesAt, invalidToken, parsePageToken } from '@platform/kernel/http/paginate'
import { Problem } from '@platform/kernel/problems/problem'
import { readAttempts, toAttempt } from './attempts.ts'
import {
  newestOnTop,
  oldestOnTop,
  type DeliveryCursor,
  type DeliveryRow,
  type EventOrder,
  type EventRow,
  type HistoryFilter,
} from './delivery-query.ts'
import { carriesRecords, eventNotFound, withoutRecords } from './record-messages.ts'
import * as store from './store.ts'
import { readBody } from './stored-bodies.ts'
import type { MessageBodies } from '../message-log/bodies.ts'
import { requireDestination } from '../set-up/destinations.ts'
import { openSink } from '../set-up/open-sink.ts'
import type { DestinationRow } from '../set-up/routing.ts'
import { getEnvelope } from '@platform/sinks/event'
import { heldDue } from '../message.ts'
import type { Notifications } from '../notifications.ts'
import { notifyQueued } from '../set-up/store.ts'
import { testEvent } from '@platform/sinks/test-event'
import { getLast, getNowMs, must } from '@platform/kernel/values'

interface PageOf {
  pageSize: number
  pageToken?: string | undefined
}

export async function listDeliveries(
  db: Db,
  {
    pageSize,
    pageToken,
    sort = '-createTime',
    ...filter
  }: PageOf &
    HistoryFilter & {
      projectId?: ProjectId | undefined
      sort?: 'createTime' | '-createTime'
    },
): Promise<Delivery[]> {
  const order = sort === 'createTime' ? oldestOnTop : newestOnTop
  const after = pageToken === undefined ? undefined : parseDeliveryCursor(pageToken, order)
  const wanted = await withPlace(db, filter)
  if (!wanted) return []
  const rows = await store.listDeliveries(db, wanted, { after, limit: pageSize + 1, order })
  const shown = rows.slice(0, pageSize)
  const items = shown.map(toDelivery)
  return rows.length > pageSize ? continuesAt(items, toCursor(getLast(shown), order)) : items
}

/**
 * Adds the customer of the installation or operation: there are indexes by customer and time.
 * Returns undefined for an unknown installation, or one erased with its events.
 */
async function withPlace<Filter extends HistoryFilter & { projectId?: ProjectId | undefined }>(
  db: Db,
  filter: Filter,
) {
  const { projectId, installationId, operationId } = filter
  const operation = operationId && (await store.placeOfOperation(db, operationId))
  const ownerRef =
    operation?.groupRef ??
    (installationId && (await store.groupOfInstallation(db, projectId, installationId)))
  if (installationId && ownerRef === undefined) return undefined
  return { ...filter, ownerRef, operationEnd: operation?.end ?? undefined }
}

export async function listEvents(
  db: Db,
  {
    projectId,
    pageSize,
    pageToken,
    ...filter
  }: PageOf & { projectId: ProjectId } & Omit<HistoryFilter, 'eventId'>,
): Promise<Event[]> {
  const after = pageToken === undefined ? undefined : parseDeliveryCursor(pageToken).eventId
  const wanted = await withPlace(db, { ...filter, projectId })
  if (!wanted) return []
  const rows = await store.listEvents(db, projectId, wanted, { after, limit: pageSize + 1 })
  const shown = rows.slice(0, pageSize)
  const deliveries = Map.groupBy(
    await store.selectDeliveries(
      db,
      shown.map(({ id }) => id),
    ),
    (row) => row.eventId,
  )
  const items = shown.map((row) => ({
    id: row.id,
    projectId: row.projectId,
    type: row.type,
    ...getSubject(row),
    createTime: new Date(timeOfId(row.id)).toISOString(),
    deliveries: (deliveries.get(row.id) ?? []).map(toDelivery),
  }))
  return rows.length > pageSize
    ? continuesAt(items, toCursor({ eventId: getLast(shown).id }))
    : items
}

/**
 * Returns an event with its message: to a key as receivers get it, to a person without records.
 * @throws Problem `event-not-found`
 */
export async function getEvent(
  db: Db,
  bodies: MessageBodies,
  eventId: EventId,
  { isForPerson = false } = {},
): Promise<EventWithBody> {
  const row = await requireEvent(db, eventId)
  const { installationId } = row.about ?? {}
  const isOmitted = isForPerson && carriesRecords(row.type)
  const isAllowed = isOmitted && installationId && (await store.isShared(db, installationId))
  const body = JSON.parse(getEnvelope({ type: row.type, body: await readBody(bodies, row) }))
  return {
    id: row.id,
    projectId: row.projectId,
    type: row.type,
    ...getSubject(row),
    createTime: new Date(timeOfId(row.id)).toISOString(),
    deliveries: (await store.selectDeliveries(db, [row.id])).map(toDelivery),
    body: isOmitted ? withoutRecords(body) : body,
    ...(isOmitted && { recordsOmitted: isAllowed ? 'viewSeparately' : 'supportAccessOff' }),
  }
}

/**
 * Returns an event without its message.
 * @throws Problem `event-not-found`
 */
export async function requireEvent(db: Db, eventId: EventId) {
  const row = await store.findEvent(db, eventId)
  if (!row) throw eventNotFound(eventId)
  return row
}

/** Returns events about an installation with their errors, newest first. */
export async function eventsAbout(
  db: Db,
  of: store.EventsOf,
  { before, limit }: { before: EventId; limit: number },
): Promise<{ id: EventId; type: MessageType; objectName?: string; detail?: string }[]> {
  const rows = await store.eventsAbout(db, of, before).limit(limit).execute()
  return rows.map((row) => {
    const { data } = JSON.parse(getEnvelope(row)) as {
      data?: { error?: string; errors?: string[] }
    }
    const detail = data?.error ?? data?.errors?.join(' ')
    const objectName = row.about?.objectName
    return {
      id: row.id,
      type: row.type,
      ...(objectName && { objectName }),
      ...(detail && { detail }),
    }
  })
}

export async function getDelivery(db: Db, deliveryId: string): Promise<Delivery> {
  return toDelivery(await requireDelivery(db, deliveryId))
}

/** Returns the attempts of a delivery, newest first. */
export async function listAttempts(db: Db, deliveryId: string): Promise<Attempt[]> {
  return readRowAttempts(await requireDelivery(db, deliveryId)).toReversed()
}

/** Repeats a finished delivery, or moves the next attempt of a pending one to now. */
export async function retryDelivery(
  notifications: Notifications,
  db: Db,
  deliveryId: string,
): Promise<Delivery> {
  return inTransaction(db, async (tx) => {
    const row = await requireDelivery(tx, deliveryId)
    await mustHaveDestination(tx, row.destinationId)
    const isQueued = row.dueTime ? await hasten(tx, row) : await store.requeue(tx, row)
    if (!isQueued) {
      throw new Problem('delivery-in-progress', {
        detail: `${deliveryId} is being attempted right now.`,
      })
    }
    await notifyQueued(tx)
    afterCommit(tx, notifications.wake)
    return toDelivery(await requireDelivery(tx, deliveryId))
  })
}

/** A deleted destination receives nothing more, whoever owned it. */
async function mustHaveDestination(tx: Db, id: DestinationId): Promise<void> {
  const row = await tx
    .selectFrom('destinations')
    .select('id')
    .where('id', '=', id)
    .where('deleteTime', 'is', null)
    .executeTakeFirst()
  if (row) return
  throw new Problem('destination-not-found', { detail: `No destination has the ID ${id}.` })
}

const hasten = async (tx: Db, { destinationId, eventId }: DeliveryRow) => {
  const { numUpdatedRows } = await tx
    .updateTable('queuedDeliveries')
    .set({ dueTime: sql`least(due_time, now())` })
    .where('destinationId', '=', destinationId)
    .where('eventId', '=', eventId)
    .where('holder', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Sends a test message to the destination immediately, outside the queue, and returns the attempt.
 */
export async function testDestination(
  notifications: Notifications,
  db: Db,
  { destination, eventType }: { destination: string; eventType?: MessageType | undefined },
): Promise<TestAttempt> {
  return testDestinationRow(notifications, await requireDestination(db, destination), eventType)
}

export async function testDestinationRow(
  { secrets, sinkContext }: Notifications,
  row: DestinationRow,
  eventType?: MessageType,
): Promise<TestAttempt> {
  const sink = await openSink(row, secrets, sinkContext)
  const event = testEvent(row.projectId, eventType)
  const at = getNowMs()
  const [outcome] = await sink.send([event])
  sink.close()
  const attempt = toAttempt(
    { at, durationMs: getNowMs() - at, outcome: must(outcome, 'outcome of the test') },
    event.id,
  )
  return { ...attempt, body: getEnvelope(event) }
}

/** Rejects a delivery to another destination as if there were none. */
export async function mustBeDeliveryTo(
  db: Db,
  deliveryId: string,
  destinationId: DestinationId,
): Promise<void> {
  const { destinationId: actual } = await requireDelivery(db, deliveryId)
  if (actual !== destinationId)
    throw new Problem('delivery-not-found', { detail: `No delivery has the ID ${deliveryId}.` })
}

async function requireDelivery(db: Db, deliveryId: string): Promise<DeliveryRow> {
  const key = parseDeliveryId(deliveryId)
  const [row] = key ? await store.listDeliveries(db, key, { limit: 1 }) : []
  if (!row)
    throw new Problem('delivery-not-found', { detail: `No delivery has the ID ${deliveryId}.` })
  return row
}

/**
 * Returns the ID of a delivery. A delivery is an event on its way to a destination, and its ID
 * sorts by the event.
 */
const deliveryId = ({
  eventId,
  destinationId,
}: {
  eventId: EventId
  destinationId: DestinationId
}) => `dlv_${eventId.slice('evt_'.length)}${destinationId.slice('dest_'.length)}` as const

function parseDeliveryId(id: string) {
  const parts = /^dlv_([0-9a-z]{26})([0-9a-z]{26})$/.exec(id)
  return parts
    ? ({ eventId: `evt_${parts[1]}`, destinationId: `dest_${parts[2]}` } as const)
    : undefined
}

const readRowAttempts = ({ attempts, eventId }: DeliveryRow) => readAttempts(attempts, eventId)

function toDelivery(row: DeliveryRow): Delivery {
  const latest = readRowAttempts(row).at(-1)
  return {
    id: deliveryId(row),
    projectId: row.projectId,
    eventId: row.eventId,
    eventType: row.type,
    destinationId: row.destinationId,
    ...getSubject(row),
    status: row.status,
    attempts: row.attemptCount,
    createTime: new Date(timeOfId(row.eventId)).toISOString(),
    ...(row.dueTime &&
      ['pending', 'retrying'].includes(row.status) &&
      row.dueTime > heldDue && { nextAttemptTime: row.dueTime.toISOString() }),
    ...(latest && { lastAttemptTime: latest.time }),
    ...(latest?.error && row.status !== 'delivered' && { lastError: latest.error.detail }),
  }
}

/** Without a name, the reference is shown. */
const getSubject = ({ groupRef, about }: Pick<EventRow, 'groupRef' | 'about'>) =>
  groupRef === null ? {} : { groupRef, groupName: groupRef, ...about }

/** Positions of other orders name their order. */
const getOrderMark = (order: EventOrder) => (order === newestOnTop ? '' : 'asc ')

const toCursor = ({ eventId, destinationId = '' }: DeliveryCursor, order = newestOnTop) =>
  `${getOrderMark(order)}${eventId} ${destinationId}`

function parseDeliveryCursor(token: string, order = newestOnTop): DeliveryCursor {
  const position = parsePageToken(token)
  const mark = getOrderMark(order)
  if (!position.startsWith(`${mark}evt_`)) throw invalidToken(token)
  const [eventId = '', destinationId] = position.slice(mark.length).split(' ')
  return { eventId, ...(destinationId && { destinationId }) }
}
