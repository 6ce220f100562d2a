import { z } from 'zod'
import { page, projectParam, queryBoolean, time, times, updateMask } from './common.ts'
import { NotificationEventType } from './events.ts'
import { id } from './ids.ts'
import { operation, projectCallers } from './operation.ts'

/** The kinds of destination that can be created. */
export const DestinationType = z
  .enum(['webhook', 'kinesis', 's3', 'log'])
  .meta({ id: 'DestinationType' })
export type DestinationType = z.infer<typeof DestinationType>

export const WebhookHeaders = z
  .record(z.string().min(1).max(256), z.string().max(8192))
  .meta({ id: 'WebhookHeaders' })
export type WebhookHeaders = z.infer<typeof WebhookHeaders>

/** Settings of a destination. Which of them count, and which are required, follows from its type. */
export const DestinationMetadata = z
  .object({
    url: z.string().max(2048).optional().meta({ example: 'https://acme.example/webhooks' }),
    headers: WebhookHeaders.optional(),
    ed25519: z
      .boolean()
      .optional()
      .meta({ description: 'Adds `v1a` signatures, verifiable with the public key.' }),
    region: z.string().max(64).optional(),
    streamName: z.string().max(128).optional(),
    endpointUrl: z.string().max(2048).optional(),
    partitionKeyTemplate: z.string().max(2048).optional(),
    bucket: z.string().max(255).optional(),
    keyTemplate: z.string().max(2048).optional(),
    storageClass: z.string().max(64).optional(),
    batch: z
      .boolean()
      .optional()
      .meta({ description: 'Objects of many messages, one per line, compressed with gzip.' }),
    batchSize: z.int().min(1).max(10_000).optional(),
    maxWaitSecs: z.int().min(0).max(3600).optional(),
    severity: z.enum(['debug', 'info', 'warn', 'error']).optional(),
    attributes: z.record(z.string().min(1).max(256), z.string().max(1024)).optional(),
  })
  .meta({ id: 'DestinationMetadata' })
export type DestinationMetadata = z.infer<typeof DestinationMetadata>

/** Credentials of a destination. They are written and never read. */
export const DestinationCredentials = z
  .object({
    awsKeyId: z.string().max(1024).optional(),
    awsSecretKey: z.string().max(1024).optional(),
    awsSessionToken: z.string().max(8192).optional(),
    headers: WebhookHeaders.optional(),
  })
  .meta({ id: 'DestinationCredentials' })
export type DestinationCredentials = z.infer<typeof DestinationCredentials>

export const DestinationStatus = z.enum(['enabled', 'disabled']).meta({ id: 'DestinationStatus' })
export type DestinationStatus = z.infer<typeof DestinationStatus>

export const Destination = z
  .object({
    id: id('dest'),
    name: z.string(),
    type: DestinationType,
    projectId: id('proj'),
    metadata: DestinationMetadata,
    status: DestinationStatus,
    disabledReason: z.string().optional(),
    disabledTime: time().optional(),
    ...times,
  })
  .meta({ id: 'Destination' })
export type Destination = z.infer<typeof Destination>

export const DestinationWithSecrets = Destination.extend({
  secrets: z
    .object({
      webhookSigningKey: z.string().optional(),
      webhookPublicKey: z.string().optional(),
    })
    .optional(),
}).meta({ id: 'DestinationWithSecrets' })
export type DestinationWithSecrets = z.infer<typeof DestinationWithSecrets>

export const Topic = z
  .object({ id: id('top'), name: z.string().max(64), projectId: id('proj'), ...times })
  .meta({ id: 'Topic' })
export type Topic = z.infer<typeof Topic>

export const NotificationEventTopicRoute = z
  .object({
    id: id('etr'),
    eventType: NotificationEventType,
    topicId: id('top'),
    projectId: id('proj'),
    ...times,
  })
  .meta({ id: 'NotificationEventTopicRoute' })
export type NotificationEventTopicRoute = z.infer<typeof NotificationEventTopicRoute>

export const TopicDestinationRoute = z
  .object({
    id: id('tdr'),
    topicId: id('top'),
    destinationId: id('dest'),
    projectId: id('proj'),
    createTime: time(),
  })
  .meta({ id: 'TopicDestinationRoute' })
export type TopicDestinationRoute = z.infer<typeof TopicDestinationRoute>

const destinationName = z.string().trim().min(1).max(255)
const topicName = z.string().trim().min(1).max(64)
const destinationParams = z.object({ ...projectParam, destination: z.string() })
const topicParams = z.object({ ...projectParam, topicId: z.string() })
const routeParams = z.object({ ...projectParam, routeId: z.string() })

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
  body: z.object({
    name: destinationName,
    type: DestinationType,
    metadata: DestinationMetadata,
    secrets: DestinationCredentials.optional(),
    verify: z
      .boolean()
      .optional()
      .meta({ description: 'Has the destination answer once before it is created.' }),
  }),
  success: 201,
  reply: Destination,
  problems: ['destination-name-taken', 'destination-unreachable'],
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
    name: z.string().optional(),
    type: DestinationType.optional(),
    status: DestinationStatus.optional(),
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
    'By its ID or name. `includeSecrets` shows the signing key; `rotate` makes a new one first, and messages carry both signatures for 24 hours. Both need the permission `notification:write`.',
  params: destinationParams,
  query: z.object({ includeSecrets: queryBoolean().optional(), rotate: queryBoolean().optional() }),
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
    'With `disabled: false` a disabled destination receives again, what was held first, oldest first.',
  params: destinationParams,
  body: z.object({
    updateMask: updateMask(),
    destination: z.object({
      name: destinationName.optional(),
      metadata: DestinationMetadata.partial().optional(),
      secrets: DestinationCredentials.optional(),
      disabled: z.boolean().optional(),
    }),
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
    'Refused while deliveries to it are pending, unless `force` cancels them. The header `Platform-Cancelled-Deliveries` says how many were.',
  params: destinationParams,
  query: z.object({ force: queryBoolean().optional() }),
  success: 204,
  reply: null,
  problems: ['destination-not-found', 'deliveries-pending'],
})

export const createTopic = operation({
  ...writable,
  id: 'createTopic',
  method: 'POST',
  path: '/v1/projects/{projectIdOrName}/topics',
  summary: 'Create a topic',
  params: z.object(projectParam),
  body: z.object({ name: topicName }),
  success: 201,
  reply: Topic,
  problems: ['topic-name-taken'],
})

export const listTopics = operation({
  ...readable,
  id: 'listTopics',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/topics',
  summary: 'List topics',
  params: z.object(projectParam),
  query: z.object({ ...page, name: z.string().optional() }),
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
  body: z.object({ name: topicName }),
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
    'Deliveries that were routed through it already are still made: the header `Platform-Cancelled-Deliveries` says 0.',
  params: topicParams,
  query: z.object({ force: queryBoolean().optional() }),
  success: 204,
  reply: null,
  problems: ['topic-not-found'],
})

export const createEventTopicRoute = operation({
  ...writable,
  id: 'createEventTopicRoute',
  method: 'POST',
  path: '/v1/projects/{projectIdOrName}/notification-event-topic-routes',
  summary: 'Send an event type to a topic',
  params: z.object(projectParam),
  body: z.object({ topicId: z.string(), eventType: NotificationEventType }),
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
    topicId: z.string().optional(),
    eventType: NotificationEventType.optional(),
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
  params: routeParams,
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
  params: routeParams,
  success: 204,
  reply: null,
  problems: ['notification-route-not-found'],
})

export const createTopicDestinationRoute = operation({
  ...writable,
  id: 'createTopicDestinationRoute',
  method: 'POST',
  path: '/v1/projects/{projectIdOrName}/topic-destination-routes',
  summary: "Deliver a topic's notifications to a destination",
  params: z.object(projectParam),
  body: z.object({ topicId: z.string(), destinationId: z.string() }),
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
    topicId: z.string().optional(),
    destinationId: z.string().optional(),
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
  params: routeParams,
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
  params: routeParams,
  success: 204,
  reply: null,
  problems: ['notification-route-not-found'],
})
