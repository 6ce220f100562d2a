import { sleep } from '@platform/kernel/values'
import type { EventId } from '@platform/contract'
import type { Database, Db } from '@platform/kernel/db/database'
import { notifyChange } from '@platform/kernel/db/changes'
import { newId } from '@platform/kernel/db/new-id'
import { afterCommit, beforeCommit, unlessCommitted } from '@platform/kernel/db/transaction'
import { Problem } from '@platform/kernel/problems/problem'
import { traceparentNow } from '@platform/kernel/telemetry/trace'
import {
  toSubjectColumns,
  type Message,
  type NewEvent,
} from '@platform/delivery/notifications/message'
import type { Engine } from './engine.ts'
import { insertEmissionsAhead, insertEmissionsIn, type Emission } from './queue/hot-store.ts'
import { insertOrderedIn, queueCopies } from './queue/ordered-store.ts'
import type { MessageBodies } from '@platform/delivery/notifications/message-log/bodies'
import { insertEntries } from '@platform/delivery/notifications/message-log/log-store'
import type { Metrics } from './metrics.ts'
import { findAcceptTimes } from './queue/accept-times.ts'
import { sinkTypes } from '@platform/sinks/sink-types'
import { findLaterVersions, storeVersions } from './queue/record-versions.ts'
import { divideIntoPages, insertPages } from './sending/send-pages.ts'
import { readSendLimits } from './sending/send-windows.ts'
import {
  findEventKeys,
  readOrdering,
  recordKeys,
} from '@platform/delivery/notifications/set-up/ordering'
import type {
  DestinationRow,
  ProjectRoutes,
  Routing,
} from '@platform/delivery/notifications/set-up/routing'
import type {
  NotificationEvent,
  OwnEvent,
  SendRecords,
  Emitter,
} from '@platform/delivery/notifications/emitter'

/** A permanently slow receiver delays each page of its readers by at most this. */
const maxWaitMs = 250

const lookForRoomEveryMs = 5

/** Events of a transaction, and those that this process sends after the commit. */
interface Emitted {
  emissions: Emission[]
  held: Message[]
  sending: Engine | undefined
}

const toNewEvent = ({
  id = newId('evt'),
  projectId,
  type,
  data,
  groupName,
}: NotificationEvent): NewEvent => ({
  id,
  projectId,
  type,
  body: JSON.stringify(data),
  traceparent: traceparentNow(),
  subject: toSubjectColumns({ ...data, ...(groupName && { groupName }) }),
})

/** The body is the whole message, as processes of earlier versions send it as well. */
const toOwnEvent = ({ projectId, type, groupRef, groupName, data }: OwnEvent): NewEvent => ({
  id: newId('evt'),
  projectId,
  type,
  body: JSON.stringify({ notificationType: type, projectId, groupRef, groupName, data }),
  traceparent: traceparentNow(),
  subject: toSubjectColumns({
    ...(groupRef !== undefined && { groupRef, groupName: groupName ?? groupRef }),
  }),
})

/** Reports whether a process other than the emitting one has to send some of it. */
const isQueued = ({ deliveries }: Emission) => deliveries.some(({ holder }) => holder === null)

interface EmitterParts {
  database: Database
  routing: Routing
  engine: () => Engine | undefined
  metrics: Metrics
  bodies: MessageBodies
}

export function createEmitter(parts: EmitterParts): Emitter {
  const { database, routing, engine, bodies } = parts
  return {
    async emit(tx, event, { except } = {}) {
      const { projectId } = event
      const routes = await routing.of(tx, projectId)
      const newEvent = toNewEvent(event)
      const destinations = findDestinations(routes, newEvent).filter(({ id }) => id !== except)
      const all = getEmitted(parts, tx)
      const emission = reserveDeliveries(newEvent, destinations, all)
      all.emissions.push(emission)
      return emission.event.id
    },

    async emitOwn(tx, event) {
      const newEvent = toOwnEvent(event)
      const destinations = findDestinations(await routing.of(tx, event.projectId), newEvent)
      const all = getEmitted(parts, tx)
      const emission = reserveDeliveries(newEvent, destinations, all)
      all.emissions.push(emission)
      return {
        id: emission.event.id,
        destinations: emission.deliveries.map(({ destinationId }) => destinationId),
      }
    },

    async storeBodies(page) {
      const places = await bodies.store(page)
      if (!places) return page.messages
      return page.messages.map((message, nth) => ({ ...message, logPlace: places[nth] }))
    },

    async findSuperseded(tx, { projectId, destination, ...versions }) {
      const target = (await routing.of(tx, projectId)).named(destination)
      if (!target || readOrdering(target) === 'none') return new Set()
      return storeVersions(tx, { projectId, destinationId: target.id, ...versions })
    },

    async findLater(tx, { projectId, destination, recordsOf, times }) {
      const target = (await routing.of(tx, projectId)).named(destination)
      if (!target || readOrdering(target) === 'none') return new Set()
      return findLaterVersions(tx, { destinationId: target.id, recordsOf, times })
    },

    async findAcceptTimes(tx, { projectId, destination, eventIds }) {
      const target = (await routing.of(tx, projectId)).named(destination)
      if (!target || !sinkTypes[target.type].isWebhook || eventIds.length === 0) return new Map()
      return findAcceptTimes(tx, target.id, eventIds)
    },

    async sendRecords(tx, send) {
      const { projectId, destination } = send
      const routes = await routing.of(tx, projectId)
      const target = routes.named(destination)
      if (!target) {
        throw new Problem('destination-not-found', {
          detail: `No destination has the ID or name ${destination}.`,
        })
      }
      const events = await toRecordEvents(tx, send)
      const copies = routes.ofCustomer(send.about.groupRef, send.action)
      return readOrdering(target) === 'none'
        ? sendUnordered(parts, tx, { target, copies, send, events })
        : sendOrdered(parts, tx, { target, copies, send, events })
    },

    async waitForRoom({ projectId, destination }) {
      if (!engine()) return
      const target = (await routing.of(database.tenant(projectId), projectId)).named(destination)
      const until = performance.now() + maxWaitMs
      while (target && engine()?.isCrowded(target.id) && performance.now() < until) {
        await sleep(lookForRoomEveryMs)
      }
    },
  }
}

/** Returns where an event is delivered to: by routes, and to the destinations of its customer. */
const findDestinations = (
  routes: ProjectRoutes,
  { type, subject }: Pick<NewEvent, 'type' | 'subject'>,
): DestinationRow[] => [
  ...(routes.byType.get(type) ?? []),
  ...routes.ofCustomer(subject.groupRef || undefined, type),
]

interface RecordsToSend {
  target: DestinationRow
  /** Destinations of the customer, which receive them as well. */
  copies: readonly DestinationRow[]
  send: SendRecords
  events: readonly NewEvent[]
}

/** Reserves a delivery to each destination in this process, if it sends and has room. */
function reserveDeliveries(
  event: NewEvent,
  destinations: readonly DestinationRow[],
  { held, sending }: Pick<Emitted, 'held' | 'sending'>,
): Emission {
  const holder = sending?.holder() ?? 0
  return {
    event,
    deliveries: destinations.map((destination) => {
      const { id, status, metadata } = destination
      const keys = findEventKeys(readOrdering(destination), event.subject.groupRef)
      if (keys) return { destinationId: id, holder: null, keys }
      const message = { event, destinationId: id, attemptsUsed: 0, fromQueue: false, holder }
      // The one process that sends to a destination with limits takes all of them from the queue.
      const mayHold = status === 'enabled' && !readSendLimits(metadata)
      if (!mayHold || !sending?.reserve(message)) return { destinationId: id, holder: null }
      held.push(message)
      return { destinationId: id, holder }
    }),
  }
}

const emitted: unique symbol = Symbol('emitted')

/** Returns the events of this transaction so far, which are written by one statement. */
function getEmitted(
  { engine, metrics, routing }: EmitterParts,
  tx: Db & { [emitted]?: Emitted },
): Emitted {
  if (tx[emitted]) return tx[emitted]
  const all: Emitted = { emissions: [], held: [], sending: engine() }
  const { emissions, held, sending } = all
  beforeCommit(tx, () => insertEmissionsAhead(tx, emissions))
  afterCommit(tx, () => {
    metrics.accepted(emissions.length)
    for (const { event } of emissions) notifyChange('deliveries', event.projectId)
    if (held.length > 0) sending!.accept(held)
    const queued = emissions.find(isQueued)
    if (queued) routing.announceQueued(queued.event.projectId)
  })
  unlessCommitted(tx, () => {
    if (held.length > 0) sending!.reconcile(held)
  })
  return (tx[emitted] = all)
}

/** Returns the events of messages, of which those with bodies in the log are listed there. */
async function toRecordEvents(
  tx: Db,
  { projectId, action, about, consumerRef, messages }: SendRecords,
): Promise<NewEvent[]> {
  const traceparent = traceparentNow()
  const places = new Set(messages.flatMap(({ logPlace }) => logPlace ?? []))
  if (places.size > 0) {
    const { groupRef } = about
    await insertEntries(tx, projectId, { places: [...places], groupRef, consumerRef })
  }
  return messages.map(({ id, body, recordIds, logPlace }) => ({
    logPlace,
    id: id ?? newId('evt'),
    projectId,
    type: action,
    body: typeof body === 'string' ? body : JSON.stringify(body),
    subject: toSubjectColumns(about, recordIds?.length),
    traceparent,
  }))
}

/** Queues messages in the order in which they are sent. */
async function sendOrdered(
  { metrics, routing }: EmitterParts,
  tx: Db,
  { target, copies, send, events }: RecordsToSend,
): Promise<EventId[]> {
  const { projectId, messages, recordsOf = '' } = send
  const ordering = readOrdering(target)
  const records = messages.map(
    ({ recordIds = [] }, nth) =>
      findEventKeys(ordering, events[nth]?.subject.groupRef ?? '') ??
      recordKeys(recordsOf, recordIds),
  )
  await insertOrderedIn(tx, { destinationId: target.id, events, records })
  await queueCopies(tx, events, copies)
  afterCommit(tx, () => {
    metrics.accepted(events.length)
    notifyChange('deliveries', projectId)
    routing.announceQueued(projectId)
  })
  return events.map(({ id }) => id)
}

/** Sends messages from this process after the commit, as far as it has room; others are queued. */
async function sendUnordered(
  { engine, metrics, routing, bodies }: EmitterParts,
  tx: Db,
  { target, copies, send, events }: RecordsToSend,
): Promise<EventId[]> {
  const { projectId, about, messages, hasDownloads = false } = send
  const held: Message[] = []
  const sending = engine()
  const emissions = events.map((event) =>
    reserveDeliveries(event, [target, ...copies], { held, sending }),
  )
  // All are held: otherwise some are queued, which have rows.
  const mayHavePages = copies.length === 0 && held.length === events.length && !hasDownloads
  const pages = mayHavePages ? divideIntoPages(held, bodies.minInPage()) : []
  afterCommit(tx, () => {
    metrics.accepted(emissions.length)
    notifyChange('deliveries', projectId)
    if (held.length > 0) sending!.accept(held)
    if (emissions.some(isQueued)) routing.announceQueued(projectId)
  })
  unlessCommitted(tx, () => {
    if (held.length > 0) sending!.reconcile(held)
  })
  await insertPages(tx, pages, {
    subject: toSubjectColumns(about),
    recordsIn: new Map(events.map(({ id }, nth) => [id, messages[nth]?.recordIds?.length])),
  })
  const inPages = new Set(pages.flat().map(({ event }) => event.id))
  const others = emissions.filter(({ event }) => !inPages.has(event.id))
  if (others.length > 0) await insertEmissionsIn(tx, others)
  return emissions.map(({ event }) => event.id)
}
