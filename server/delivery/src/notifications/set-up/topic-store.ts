import type {
  DestinationId,
  EventTopicRouteId,
  RoutedEventType,
  ProjectId,
  TopicDestinationRouteId,
  TopicId,
} from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import { newId } from '@platform/kernel/db/new-id'
import { getNow } from '@platform/kernel/values'

/** Inserts the topic; returns undefined if its name is already used. */
export const insertTopic = (db: Db, row: { projectId: ProjectId; name: string }) =>
  db
    .insertInto('topics')
    .values({ id: newId('top'), ...row })
    .onConflict((conflict) => conflict.columns(['projectId', 'name']).doNothing())
    .returningAll()
    .executeTakeFirst()

export const listTopics = (db: Db, name: string | undefined) =>
  db
    .selectFrom('topics')
    .selectAll()
    .where((is) => is.and({ name }))

export const findTopic = (db: Db, id: TopicId) =>
  db.selectFrom('topics').selectAll().where('id', '=', id).executeTakeFirst()

export const lockTopic = (tx: Db, id: TopicId) =>
  tx.selectFrom('topics').selectAll().where('id', '=', id).forKeyShare().executeTakeFirst()

/**
 * Renames the topic; returns undefined if it does not exist. A used name raises the unique
 * violation.
 */
export const renameTopic = (db: Db, id: TopicId, name: string) =>
  db
    .updateTable('topics')
    .set({ name, updateTime: getNow() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()

export const deleteTopic = (db: Db, id: TopicId) =>
  db.deleteFrom('topics').where('id', '=', id).returning('id').executeTakeFirst()

/** Returns the name of the topic with the events that a receiver has chosen. */
export const nameReceiverTopic = (id: DestinationId) => `receiver ${id}`

export const deleteReceiverTopic = (db: Db, id: DestinationId) =>
  db.deleteFrom('topics').where('name', '=', nameReceiverTopic(id)).execute()

/** Inserts the route; returns undefined if it exists. */
export const insertEventTopicRoute = (
  db: Db,
  row: { projectId: ProjectId; topicId: TopicId; eventType: RoutedEventType },
) =>
  db
    .insertInto('eventTopicRoutes')
    .values({ id: newId('etr'), ...row })
    .onConflict((conflict) => conflict.columns(['topicId', 'eventType']).doNothing())
    .returningAll()
    .executeTakeFirst()

export const listEventTopicRoutes = (
  db: Db,
  {
    topicId,
    eventType,
  }: { topicId?: TopicId | undefined; eventType?: RoutedEventType | undefined },
) =>
  db
    .selectFrom('eventTopicRoutes')
    .selectAll()
    .where((is) => is.and({ topicId, eventType }))

export const findEventTopicRoute = (db: Db, id: EventTopicRouteId) =>
  db.selectFrom('eventTopicRoutes').selectAll().where('id', '=', id).executeTakeFirst()

export const deleteEventTopicRoute = (db: Db, id: EventTopicRouteId) =>
  db.deleteFrom('eventTopicRoutes').where('id', '=', id).returning('id').executeTakeFirst()

/** Inserts the route; returns undefined if it exists. */
export const insertTopicDestinationRoute = (
  db: Db,
  row: { projectId: ProjectId; topicId: TopicId; destinationId: DestinationId },
) =>
  db
    .insertInto('topicDestinationRoutes')
    .values({ id: newId('tdr'), ...row })
    .onConflict((conflict) => conflict.columns(['topicId', 'destinationId']).doNothing())
    .returningAll()
    .executeTakeFirst()

export const listTopicDestinationRoutes = (
  db: Db,
  {
    topicId,
    destinationId,
  }: { topicId?: TopicId | undefined; destinationId?: DestinationId | undefined },
) =>
  db
    .selectFrom('topicDestinationRoutes')
    .selectAll()
    .where((is) => is.and({ topicId, destinationId }))

export const findTopicDestinationRoute = (db: Db, id: TopicDestinationRouteId) =>
  db.selectFrom('topicDestinationRoutes').selectAll().where('id', '=', id).executeTakeFirst()

export const deleteTopicDestinationRoute = (db: Db, id: TopicDestinationRouteId) =>
  db.deleteFrom('topicDestinationRoutes').where('id', '=', id).returning('id').executeTakeFirst()

export async function countTopics(db: Db, projectId: ProjectId): Promise<number> {
  const { count } = await db
    .selectFrom('topics')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('projectId', '=', projectId)
    .executeTakeFirstOrThrow()
  return count
}
