import { z } from 'zod'
import { page, projectParam, queryBoolean, times } from '../values/common.ts'
import { RoutedEventType } from './own-event-type.ts'
import { createTime, projectId, recordId } from '../installations/fields.ts'
import { id } from '../values/ids.ts'
import { readsNotifications, changesNotifications } from './notifications.ts'
import { operation } from '../openapi/operation.ts'

export const Topic = z
  .object({
    id: recordId('top'),
    name: z.string().max(64).describe('Name of the topic. Unique in the project.'),
    projectId,
    ...times,
  })
  .meta({ id: 'Topic', description: 'Groups event types for delivery to destinations.' })
export type Topic = z.infer<typeof Topic>

export const NotificationEventTopicRoute = z
  .object({
    id: recordId('etr'),
    eventType: RoutedEventType.describe('Event type to route, possibly of your own.'),
    topicId: id('top').describe('ID of the topic that receives the events.'),
    projectId,
    ...times,
  })
  .meta({ id: 'NotificationEventTopicRoute', description: 'Route from an event type to a topic.' })
export type NotificationEventTopicRoute = z.infer<typeof NotificationEventTopicRoute>

export const TopicDestinationRoute = z
  .object({
    id: recordId('tdr'),
    topicId: id('top').describe('ID of the topic to deliver.'),
    destinationId: id('dest').describe('ID of the destination that receives the messages.'),
    projectId,
    createTime,
  })
  .meta({ id: 'TopicDestinationRoute', description: 'Route from a topic to a destination.' })
export type TopicDestinationRoute = z.infer<typeof TopicDestinationRoute>

const topicName = z.string().trim().min(1).max(64)

const topicParams = z.object({
  ...projectParam,
  topicId: id('top').describe('ID of the topic.'),
})

const eventRouteParams = z.object({
  ...projectParam,
  routeId: id('etr').describe('ID of the route.'),
})

const destinationRouteParams = z.object({
  ...projectParam,
  routeId: id('tdr').describe('ID of the route.'),
})

export const createTopic = operation({
  ...changesNotifications,
  id: 'createTopic',
  method: 'POST',
  path: '/v1/projects/{projectIdOrName}/topics',
  summary: 'Create a topic',
  params: z.object(projectParam),
  body: z.object({ name: topicName.describe('Name of the topic. Unique in the project.') }),
  success: 201,
  reply: Topic,
  problems: ['topic-name-taken', 'limit-reached'],
})

export const listTopics = operation({
  ...readsNotifications,
  id: 'listTopics',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/topics',
  summary: 'List topics',
  params: z.object(projectParam),
  query: z.object({
    ...page,
    name: z.string().optional().describe('Returns only the topic with exactly this name.'),
  }),
  success: 200,
  reply: z.array(Topic),
})

export const getTopic = operation({
  ...readsNotifications,
  id: 'getTopic',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/topics/{topicId}',
  summary: 'Get a topic',
  params: topicParams,
  success: 200,
  reply: Topic,
  problems: ['topic-not-found'],
})

export const updateTopic = operation({
  ...changesNotifications,
  id: 'updateTopic',
  method: 'PATCH',
  path: '/v1/projects/{projectIdOrName}/topics/{topicId}',
  summary: 'Rename a topic',
  params: topicParams,
  body: z.object({ name: topicName.describe('New name. Routes are kept.') }),
  success: 200,
  reply: Topic,
  problems: ['topic-not-found', 'topic-name-taken'],
})

export const deleteTopic = operation({
  ...changesNotifications,
  id: 'deleteTopic',
  method: 'DELETE',
  path: '/v1/projects/{projectIdOrName}/topics/{topicId}',
  summary: 'Delete a topic and its routes',
  description:
    'Deliveries that were already routed through the topic are still made: the header `Platform-Canceled-Deliveries` is always 0.',
  params: topicParams,
  query: z.object({
    force: queryBoolean()
      .optional()
      .describe('Accepted for existing clients and ignored. A topic can always be deleted.'),
  }),
  success: 204,
  reply: null,
  problems: ['topic-not-found'],
})

export const createEventTopicRoute = operation({
  ...changesNotifications,
  id: 'createEventTopicRoute',
  method: 'POST',
  path: '/v1/projects/{projectIdOrName}/notification-event-topic-routes',
  summary: 'Route an event type to a topic',
  params: z.object(projectParam),
  body: z.object({
    topicId: id('top').describe('ID of the topic that receives the events.'),
    eventType: RoutedEventType.describe('Event type to route, possibly of your own.'),
  }),
  success: 201,
  reply: NotificationEventTopicRoute,
  problems: ['topic-not-found', 'route-exists', 'event-type-not-found'],
})

export const listEventTopicRoutes = operation({
  ...readsNotifications,
  id: 'listEventTopicRoutes',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/notification-event-topic-routes',
  summary: 'List the routes from event types to topics',
  params: z.object(projectParam),
  query: z.object({
    ...page,
    topicId: id('top').optional().describe('Returns only routes to this topic.'),
    eventType: RoutedEventType.optional().describe('Returns only routes of this event type.'),
  }),
  success: 200,
  reply: z.array(NotificationEventTopicRoute),
})

export const getEventTopicRoute = operation({
  ...readsNotifications,
  id: 'getEventTopicRoute',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/notification-event-topic-routes/{routeId}',
  summary: 'Get a route from an event type to a topic',
  params: eventRouteParams,
  success: 200,
  reply: NotificationEventTopicRoute,
  problems: ['notification-route-not-found'],
})

export const deleteEventTopicRoute = operation({
  ...changesNotifications,
  id: 'deleteEventTopicRoute',
  method: 'DELETE',
  path: '/v1/projects/{projectIdOrName}/notification-event-topic-routes/{routeId}',
  summary: 'Delete a route from an event type to a topic',
  params: eventRouteParams,
  success: 204,
  reply: null,
  problems: ['notification-route-not-found'],
})

export const createTopicDestinationRoute = operation({
  ...changesNotifications,
  id: 'createTopicDestinationRoute',
  method: 'POST',
  path: '/v1/projects/{projectIdOrName}/topic-destination-routes',
  summary: 'Route a topic to a destination',
  params: z.object(projectParam),
  body: z.object({
    topicId: id('top').describe('ID of the topic to deliver.'),
    destinationId: z.string().describe('ID or name of the destination.'),
  }),
  success: 201,
  reply: TopicDestinationRoute,
  problems: ['topic-not-found', 'destination-not-found', 'route-exists'],
})

export const listTopicDestinationRoutes = operation({
  ...readsNotifications,
  id: 'listTopicDestinationRoutes',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/topic-destination-routes',
  summary: 'List the routes from topics to destinations',
  params: z.object(projectParam),
  query: z.object({
    ...page,
    topicId: id('top').optional().describe('Returns only routes from this topic.'),
    destinationId: id('dest').optional().describe('Returns only routes to this destination.'),
  }),
  success: 200,
  reply: z.array(TopicDestinationRoute),
})

export const getTopicDestinationRoute = operation({
  ...readsNotifications,
  id: 'getTopicDestinationRoute',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/topic-destination-routes/{routeId}',
  summary: 'Get a route from a topic to a destination',
  params: destinationRouteParams,
  success: 200,
  reply: TopicDestinationRoute,
  problems: ['notification-route-not-found'],
})

export const deleteTopicDestinationRoute = operation({
  ...changesNotifications,
  id: 'deleteTopicDestinationRoute',
  method: 'DELETE',
  path: '/v1/projects/{projectIdOrName}/topic-destination-routes/{routeId}',
  summary: 'Delete a route from a topic to a destination',
  params: destinationRouteParams,
  success: 204,
  reply: null,
  problems: ['notification-route-not-found'],
})
