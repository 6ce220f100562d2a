import type {
  EventTopicRouteId,
  NotificationEventTopicRoute,
  RoutedEventType,
  ProjectId,
  Topic,
  TopicDestinationRoute,
  TopicDestinationRouteId,
  TopicId,
} from '@platform/contract'
import type { Selectable } from 'kysely'
import { mustBeWithin, type TenantLimits } from '@platform/kernel/access'
import type { Db } from '@platform/kernel/db/database'
import { isUniqueViolation } from '@platform/kernel/db/errors'
import type { Tables } from '@platform/kernel/db/tables'
import { inTransaction } from '@platform/kernel/db/transaction'
import { Problem } from '@platform/kernel/problems/problem'
import { mustBeDeclared } from '../own-events/event-types.ts'
import { destinationChanged, lockDestination } from './destinations.ts'
import type { Routing } from './routing.ts'
import * as topicStore from './topic-store.ts'

export async function createTopic(
  { tenantLimits }: { tenantLimits: TenantLimits },
  db: Db,
  { projectId, name }: { projectId: ProjectId; name: string },
): Promise<Topic> {
  return inTransaction(db, async (tx) => {
    const row = await topicStore.insertTopic(tx, { projectId, name })
    if (!row) throw nameTaken(name)
    await mustBeWithin(tx, tenantLimits, {
      what: 'topics',
      tenant: projectId,
      count: () => topicStore.countTopics(tx, projectId),
    })
    return toTopic(row)
  })
}

export async function getTopic(db: Db, topicId: TopicId): Promise<Topic> {
  return toTopic(await requireTopic(db, topicId))
}

export async function renameTopic(
  db: Db,
  { topicId, name }: { topicId: TopicId; name: string },
): Promise<Topic> {
  const row = await topicStore.renameTopic(db, topicId, name).catch((error: unknown) => {
    throw isUniqueViolation(error) ? nameTaken(name) : error
  })
  if (!row) throw topicNotFound(topicId)
  return toTopic(row)
}

/** Deletes a topic and its routes. Events already routed are still delivered. */
export async function deleteTopic(
  routing: Routing,
  db: Db,
  { projectId, topicId }: { projectId: ProjectId; topicId: TopicId },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await topicStore.deleteTopic(tx, topicId))) throw topicNotFound(topicId)
    await destinationChanged(routing, tx, projectId)
  })
}

/** Sends one event type to a topic. */
export async function createEventTopicRoute(
  routing: Routing,
  db: Db,
  {
    projectId,
    topicId,
    eventType,
  }: { projectId: ProjectId; topicId: TopicId; eventType: RoutedEventType },
): Promise<NotificationEventTopicRoute> {
  return inTransaction(db, async (tx) => {
    const topic = await lockTopic(tx, topicId)
    await mustBeDeclared(tx, [eventType])
    const row = await topicStore.insertEventTopicRoute(tx, {
      projectId,
      topicId: topic.id,
      eventType,
    })
    if (!row) {
      throw new Problem('route-exists', {
        detail: `${eventType} is already routed to the topic ${topic.name}.`,
      })
    }
    await destinationChanged(routing, tx, projectId)
    return toEventTopicRoute(row)
  })
}

export async function getEventTopicRoute(db: Db, routeId: EventTopicRouteId) {
  const row = await topicStore.findEventTopicRoute(db, routeId)
  if (!row) throw routeNotFound(routeId)
  return toEventTopicRoute(row)
}

export async function deleteEventTopicRoute(
  routing: Routing,
  db: Db,
  { projectId, routeId }: { projectId: ProjectId; routeId: EventTopicRouteId },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await topicStore.deleteEventTopicRoute(tx, routeId))) throw routeNotFound(routeId)
    await destinationChanged(routing, tx, projectId)
  })
}

/** Delivers what a topic receives to a destination. */
export async function createTopicDestinationRoute(
  routing: Routing,
  db: Db,
  {
    projectId,
    topicId,
    destinationId,
  }: { projectId: ProjectId; topicId: TopicId; destinationId: string },
): Promise<TopicDestinationRoute> {
  return inTransaction(db, async (tx) => {
    const topic = await lockTopic(tx, topicId)
    const destination = await lockDestination(tx, destinationId)
    const row = await topicStore.insertTopicDestinationRoute(tx, {
      projectId,
      topicId: topic.id,
      destinationId: destination.id,
    })
    if (!row) {
      throw new Problem('route-exists', {
        detail: `The topic ${topic.name} is already routed to ${destination.name}.`,
      })
    }
    await destinationChanged(routing, tx, projectId)
    return toTopicDestinationRoute(row)
  })
}

export async function getTopicDestinationRoute(db: Db, routeId: TopicDestinationRouteId) {
  const row = await topicStore.findTopicDestinationRoute(db, routeId)
  if (!row) throw routeNotFound(routeId)
  return toTopicDestinationRoute(row)
}

export async function deleteTopicDestinationRoute(
  routing: Routing,
  db: Db,
  { projectId, routeId }: { projectId: ProjectId; routeId: TopicDestinationRouteId },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    if (!(await topicStore.deleteTopicDestinationRoute(tx, routeId))) throw routeNotFound(routeId)
    await destinationChanged(routing, tx, projectId)
  })
}

export const toTopic = (row: Selectable<Tables['topics']>): Topic => ({
  id: row.id,
  name: row.name,
  projectId: row.projectId,
  createTime: row.createTime.toISOString(),
  ...(row.updateTime && { updateTime: row.updateTime.toISOString() }),
})

export const toEventTopicRoute = (
  row: Selectable<Tables['eventTopicRoutes']>,
): NotificationEventTopicRoute => ({
  id: row.id,
  eventType: row.eventType,
  topicId: row.topicId,
  projectId: row.projectId,
  createTime: row.createTime.toISOString(),
})

export const toTopicDestinationRoute = (
  row: Selectable<Tables['topicDestinationRoutes']>,
): TopicDestinationRoute => ({
  id: row.id,
  topicId: row.topicId,
  destinationId: row.destinationId,
  projectId: row.projectId,
  createTime: row.createTime.toISOString(),
})

async function requireTopic(db: Db, topicId: TopicId) {
  const row = await topicStore.findTopic(db, topicId)
  if (!row) throw topicNotFound(topicId)
  return row
}

/** Returns the topic and locks it against deletion until the transaction ends. */
async function lockTopic(tx: Db, topicId: TopicId) {
  const row = await topicStore.lockTopic(tx, topicId)
  if (!row) throw topicNotFound(topicId)
  return row
}

const topicNotFound = (topicId: TopicId) =>
  new Problem('topic-not-found', { detail: `No topic has the ID ${topicId}.` })
const nameTaken = (name: string) => {
  const detail = `A topic named ${name} already exists.`
  const issues = [{ in: 'body', name: 'name', value: name, detail } as const]
  return new Problem('topic-name-taken', { detail, issues })
}
const routeNotFound = (routeId: string) =>
  new Problem('notification-route-not-found', { detail: `No route has the ID ${routeId}.` })
