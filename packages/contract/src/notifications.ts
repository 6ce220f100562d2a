import { z } from 'zod'
import { force, page, projectParam, queryBoolean, time, times, updateMask } from './common.ts'
import {
  DestinationCredentials,
  DestinationMetadata,
  DestinationSetUp,
  DestinationSettings,
  DestinationType,
} from './destination-types.ts'
import { NotificationEventType } from './events.ts'
import { createTime, projectId, recordId } from './fields.ts'
import { Health } from './health.ts'
import { id } from './ids.ts'
import { operation, projectCallers } from './operation.ts'

export const DestinationStatus = z.enum(['enabled', 'disabled']).meta({
  id: 'DestinationStatus',
  description:
    'Status of a destination. A `disabled` destination holds its messages until it is enabled or deleted.',
})
export type DestinationStatus = z.infer<typeof DestinationStatus>

export const DestinationOrdering = z.enum(['none', 'record']).meta({
  id: 'DestinationOrdering',
  description:
    '`none`: a retried message can arrive after later ones. `record`: later versions of a record wait while an earlier one is retried.',
})
export type DestinationOrdering = z.infer<typeof DestinationOrdering>

export const LastDay = z
  .object({
    succeeded: z.int().describe('Number of successful attempts.'),
    failed: z.int().describe('Number of failed attempts, including those that were retried.'),
    successRate: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .describe('Share of attempts that succeeded. Absent if there were none.'),
    retrying: z
      .int()
      .describe('Number of deliveries currently being retried. 10000 means 10,000 or more.'),
    paused: z
      .int()
      .describe(
        'Number of deliveries currently paused because the destination is disabled. 10000 means 10,000 or more.',
      ),
  })
  .meta({ id: 'LastDay', description: 'Delivery statistics of the last 24 hours, in whole hours.' })
export type LastDay = z.infer<typeof LastDay>

const destinationBase = {
  id: recordId('dest'),
  name: z.string().describe('Name used in `platform.yaml`. Unique in the project.'),
  projectId,
  status: DestinationStatus.describe(
    'The deliveries of a disabled destination are paused until it is enabled.',
  ),
  health: Health.describe(
    'Health of the destination: `paused` if it was disabled manually, `failing` if it was disabled because all attempts failed.',
  ),
  lastDay: LastDay.describe('Delivery statistics of the last 24 hours.'),
  ordering: DestinationOrdering.describe(
    'Whether messages wait for earlier messages about the same record.',
  ),
  disabledReason: z
    .string()
    .optional()
    .describe(
      'Why the destination is disabled: manually, or with the error its receiver returned for days. Absent while enabled.',
    ),
  disabledTime: time()
    .optional()
    .describe('Time at which the destination was disabled. Absent while enabled.'),
  formerKeyUntil: time()
    .optional()
    .describe(
      'Time until which messages are also signed with the previous key, after a `rotate`. Absent if only the current key signs.',
    ),
  ...times,
}

export const Destination = z
  .object(destinationBase)
  .and(DestinationSettings)
  .meta({ id: 'Destination', description: 'Target that messages are delivered to.' })
export type Destination = z.infer<typeof Destination>

export const DestinationWithSecrets = z
  .object({
    ...destinationBase,
    secrets: z
      .object({
        webhookSigningKey: z
          .string()
          .optional()
          .describe(
            'Secret key that verifies `v1` signatures (Standard Webhooks). Keep it secret.',
          ),
        webhookPublicKey: z
          .string()
          .optional()
          .describe('Public key that verifies `v1a` signatures. Only for webhooks with `ed25519`.'),
      })
      .meta({
        id: 'DestinationSecrets',
        description: 'Keys that verify the messages of a webhook.',
      })
      .optional()
      .describe('Signing keys of a webhook. Returned only on request.'),
  })
  .and(DestinationSettings)
  .meta({
    id: 'DestinationWithSecrets',
    description: 'Destination with its signing keys.',
  })
export type DestinationWithSecrets = z.infer<typeof DestinationWithSecrets>

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
    eventType: NotificationEventType.describe('Event type to route.'),
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

const destinationName = z.string().trim().min(1).max(255)
const topicName = z.string().trim().min(1).max(64)
const destinationParams = z.object({
  ...projectParam,
  destination: z.string().describe('ID or name of the destination.'),
})
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

const readable = {
  tag: 'Notifications',
  callers: projectCallers,
  permission: 'notification:read',
} as const
const writable = {
  tag: 'Notifications',
  callers: projectCallers,
  permission: 'notification:write',
} as const

export const createDestination = operation({
  ...writable,
  id: 'createDestination',
  method: 'POST',
  path: '/v1/projects/{projectIdOrName}/destinations',
  summary: 'Create a destination',
  params: z.object(projectParam),
  body: z
    .object({
      name: destinationName.describe('Name used in `platform.yaml`. Unique in the project.'),
      verify: z
        .boolean()
        .optional()
        .describe(
          'Whether to send a test message first. The destination is created only if the receiver accepts it.',
        ),
      ordering: DestinationOrdering.default('none').describe(
        'Whether messages wait for earlier messages about the same record. `record` reduces throughput.',
      ),
    })
    .and(DestinationSetUp),
  success: 201,
  reply: Destination,
  problems: ['destination-name-taken', 'destination-unreachable', 'limit-reached'],
})

export const listDestinations = operation({
  ...readable,
  id: 'listDestinations',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/destinations',
  summary: 'List destinations',
  params: z.object(projectParam),
  query: z.object({
    ...page,
    name: z.string().optional().describe('Returns only the destination with exactly this name.'),
    type: DestinationType.optional().describe('Returns only destinations of this type.'),
    status: DestinationStatus.optional().describe('Returns only destinations with this status.'),
  }),
  success: 200,
  reply: z.array(Destination),
})

export const getDestination = operation({
  ...readable,
  id: 'getDestination',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/destinations/{destination}',
  summary: 'Get a destination',
  description:
    'Accepts an ID or a name. `includeSecrets` returns the signing key. `rotate` generates a new one first; messages carry both signatures for 24 hours. Both require the capability `read:secrets`, and `rotate` also `manage:notifications`.',
  params: destinationParams,
  query: z.object({
    includeSecrets: queryBoolean()
      .optional()
      .describe('Whether to return the signing keys of a webhook.'),
    rotate: queryBoolean()
      .optional()
      .describe(
        'Whether to generate a new signing key first. Both keys sign messages for 24 hours.',
      ),
  }),
  changesWith: 'rotate',
  success: 200,
  reply: DestinationWithSecrets,
  problems: ['destination-not-found'],
})

export const updateDestination = operation({
  ...writable,
  id: 'updateDestination',
  method: 'PATCH',
  path: '/v1/projects/{projectIdOrName}/destinations/{destination}',
  summary: 'Update, disable or enable a destination',
  description:
    '`disabled: false` enables a disabled destination. Paused deliveries are sent first, oldest first.',
  params: destinationParams,
  body: z.object({
    updateMask: updateMask(),
    destination: z
      .object({
        name: destinationName
          .optional()
          .describe('New name. Update references to it in `platform.yaml`.'),
        metadata: DestinationMetadata.optional().describe('New settings, depending on the type.'),
        secrets: DestinationCredentials.optional().describe(
          'New credentials. Stored encrypted and never returned.',
        ),
        ordering: DestinationOrdering.optional().describe(
          'Whether messages wait for earlier messages about the same record. Applies to new messages.',
        ),
        disabled: z
          .boolean()
          .optional()
          .describe('`true` pauses deliveries; `false` resumes them, oldest first.'),
      })
      .describe('New values. Only fields in the mask are changed.'),
  }),
  success: 200,
  reply: Destination,
  problems: ['destination-not-found', 'destination-name-taken'],
})

export const deleteDestination = operation({
  ...writable,
  id: 'deleteDestination',
  method: 'DELETE',
  path: '/v1/projects/{projectIdOrName}/destinations/{destination}',
  summary: 'Delete a destination and its routes',
  description:
    'Rejected while installations read into the destination, a deployed integration refers to it, or deliveries are pending, unless `force` is set. With `force`, reads into the destination are paused (`read.schedule.paused`) until a destination of that name exists again; subscribed changes are stored meanwhile. The headers `Platform-Paused-Installations` and `Platform-Canceled-Deliveries` contain the counts.',
  params: destinationParams,
  query: z.object(
    force('reads into the destination are paused, and pending deliveries are canceled.'),
  ),
  success: 204,
  reply: null,
  problems: ['destination-not-found', 'deliveries-pending', 'in-use'],
})

export const createTopic = operation({
  ...writable,
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
  ...readable,
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
  ...readable,
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
  ...writable,
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
  ...writable,
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
  ...writable,
  id: 'createEventTopicRoute',
  method: 'POST',
  path: '/v1/projects/{projectIdOrName}/notification-event-topic-routes',
  summary: 'Route an event type to a topic',
  params: z.object(projectParam),
  body: z.object({
    topicId: id('top').describe('ID of the topic that receives the events.'),
    eventType: NotificationEventType.describe('Event type to route.'),
  }),
  success: 201,
  reply: NotificationEventTopicRoute,
  problems: ['topic-not-found', 'route-exists'],
})

export const listEventTopicRoutes = operation({
  ...readable,
  id: 'listEventTopicRoutes',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/notification-event-topic-routes',
  summary: 'List the routes from event types to topics',
  params: z.object(projectParam),
  query: z.object({
    ...page,
    topicId: id('top').optional().describe('Returns only routes to this topic.'),
    eventType: NotificationEventType.optional().describe('Returns only routes of this event type.'),
  }),
  success: 200,
  reply: z.array(NotificationEventTopicRoute),
})

export const getEventTopicRoute = operation({
  ...readable,
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
  ...writable,
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
  ...writable,
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
  ...readable,
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
  ...readable,
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
  ...writable,
  id: 'deleteTopicDestinationRoute',
  method: 'DELETE',
  path: '/v1/projects/{projectIdOrName}/topic-destination-routes/{routeId}',
  summary: 'Delete a route from a topic to a destination',
  params: destinationRouteParams,
  success: 204,
  reply: null,
  problems: ['notification-route-not-found'],
})
