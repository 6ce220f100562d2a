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
  description: 'A `disabled` destination holds its messages, until it is enabled or deleted.',
})
export type DestinationStatus = z.infer<typeof DestinationStatus>

export const DestinationOrdering = z.enum(['none', 'record']).meta({
  id: 'DestinationOrdering',
  description:
    '`none`: a message that is tried again may come after later ones. `record`: what carries a later version of a record waits while an earlier one is tried again.',
})
export type DestinationOrdering = z.infer<typeof DestinationOrdering>

export const LastDay = z
  .object({
    succeeded: z.int().describe('Attempts that it took the message of.'),
    failed: z
      .int()
      .describe('Attempts that it did not, whether they were tried again or given up.'),
    successRate: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .describe('Which part of the attempts succeeded; missing where there was none.'),
    retrying: z
      .int()
      .describe(
        'Deliveries that have failed and are tried again, at this moment; 10000 stands for more.',
      ),
    held: z
      .int()
      .describe(
        'Deliveries that are held while it is disabled, at this moment; 10000 stands for more.',
      ),
  })
  .meta({ id: 'LastDay', description: 'How the last 24 hours were, by whole hours.' })
export type LastDay = z.infer<typeof LastDay>

const destinationBase = {
  id: recordId('dest'),
  name: z.string().describe('What `platform.yaml` calls it; unique in the project.'),
  projectId,
  status: DestinationStatus.describe(
    'A disabled destination holds its messages until it is enabled.',
  ),
  health: Health.describe(
    'How it fares: `paused` once it is disabled by hand, `failing` once it is because all fails.',
  ),
  lastDay: LastDay.describe('What became of what was sent to it.'),
  ordering: DestinationOrdering.describe('Which messages wait for earlier ones.'),
  disabledReason: z
    .string()
    .optional()
    .describe(
      'Why it is disabled: by hand, or what its receiver answered for days. Missing while it is enabled.',
    ),
  disabledTime: time()
    .optional()
    .describe('Since when it is disabled; missing while it is enabled.'),
  formerKeyUntil: time()
    .optional()
    .describe(
      'Until when messages also carry the signature of the key before the last `rotate`; missing when only the present one signs.',
    ),
  ...times,
}

export const Destination = z
  .object(destinationBase)
  .and(DestinationSettings)
  .meta({ id: 'Destination', description: 'Where messages go.' })
export type Destination = z.infer<typeof Destination>

export const DestinationWithSecrets = z
  .object({
    ...destinationBase,
    secrets: z
      .object({
        webhookSigningKey: z
          .string()
          .optional()
          .describe('Verifies `v1` signatures (Standard Webhooks): keep it secret.'),
        webhookPublicKey: z
          .string()
          .optional()
          .describe('Verifies `v1a` signatures; only of a webhook with `ed25519`.'),
      })
      .meta({
        id: 'DestinationSecrets',
        description: 'The keys that verify the messages of a webhook.',
      })
      .optional()
      .describe('What verifies its messages; only of a webhook, and when it is asked for.'),
  })
  .and(DestinationSettings)
  .meta({
    id: 'DestinationWithSecrets',
    description: 'A destination with the keys that verify its messages.',
  })
export type DestinationWithSecrets = z.infer<typeof DestinationWithSecrets>

export const Topic = z
  .object({
    id: recordId('top'),
    name: z.string().max(64).describe('What people call it; unique in the project.'),
    projectId,
    ...times,
  })
  .meta({ id: 'Topic', description: 'Where events of several types come together.' })
export type Topic = z.infer<typeof Topic>

export const NotificationEventTopicRoute = z
  .object({
    id: recordId('etr'),
    eventType: NotificationEventType.describe('What is sent to the topic.'),
    topicId: id('top').describe('The topic that it is sent to.'),
    projectId,
    ...times,
  })
  .meta({ id: 'NotificationEventTopicRoute', description: 'Sends events of one type to a topic.' })
export type NotificationEventTopicRoute = z.infer<typeof NotificationEventTopicRoute>

export const TopicDestinationRoute = z
  .object({
    id: recordId('tdr'),
    topicId: id('top').describe('The topic whose messages are delivered.'),
    destinationId: id('dest').describe('Where they are delivered.'),
    projectId,
    createTime,
  })
  .meta({ id: 'TopicDestinationRoute', description: 'Sends a topic’s messages to a destination.' })
export type TopicDestinationRoute = z.infer<typeof TopicDestinationRoute>

const destinationName = z.string().trim().min(1).max(255)
const topicName = z.string().trim().min(1).max(64)
const destinationParams = z.object({
  ...projectParam,
  destination: z.string().describe('The destination, by its ID or its name.'),
})
const topicParams = z.object({
  ...projectParam,
  topicId: id('top').describe('The topic, by its ID.'),
})
const eventRouteParams = z.object({
  ...projectParam,
  routeId: id('etr').describe('The route, by its ID.'),
})
const destinationRouteParams = z.object({
  ...projectParam,
  routeId: id('tdr').describe('The route, by its ID.'),
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
      name: destinationName.describe('What `platform.yaml` calls it; unique in the project.'),
      verify: z
        .boolean()
        .optional()
        .describe('Whether it must take a made-up message before it is created.'),
      ordering: DestinationOrdering.default('none').describe(
        'Which messages wait for earlier ones; `record` costs some throughput.',
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
    name: z.string().optional().describe('Only the destination of exactly this name.'),
    type: DestinationType.optional().describe('Only destinations that lead there.'),
    status: DestinationStatus.optional().describe(
      'Only destinations that are enabled, or only others.',
    ),
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
  query: z.object({
    includeSecrets: queryBoolean()
      .optional()
      .describe('Whether the reply tells the signing keys of a webhook.'),
    rotate: queryBoolean()
      .optional()
      .describe('Whether to make a new signing key first; both sign for 24 hours.'),
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
    'With `disabled: false` a disabled destination receives again, what was held first, oldest first.',
  params: destinationParams,
  body: z.object({
    updateMask: updateMask(),
    destination: z
      .object({
        name: destinationName
          .optional()
          .describe('The new name. What `platform.yaml` calls it must follow.'),
        metadata: DestinationMetadata.optional().describe(
          'The new settings, as the type has them.',
        ),
        secrets: DestinationCredentials.optional().describe(
          'The new credentials. Sealed when they are stored, and never read again.',
        ),
        ordering: DestinationOrdering.optional().describe(
          'Which messages wait for earlier ones, of those that come from now on.',
        ),
        disabled: z
          .boolean()
          .optional()
          .describe('`true` holds messages back; `false` sends what was held, oldest first.'),
      })
      .describe('The new values; only what the mask names counts.'),
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
    'Refused while installations read into it, what is deployed names it or deliveries to it are pending, unless forced. What is read into it is paused then, told by `read.schedule.paused`, until there is a destination of its name again; changes that are subscribed to are kept meanwhile. The headers `Platform-Paused-Installations` and `Platform-Cancelled-Deliveries` say how many there were.',
  params: destinationParams,
  query: z.object(
    force('what is read into it is paused, and deliveries that are pending are cancelled.'),
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
  body: z.object({ name: topicName.describe('What people call it; unique in the project.') }),
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
    name: z.string().optional().describe('Only the topic of exactly this name.'),
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
  body: z.object({ name: topicName.describe('The new name; routes stay.') }),
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
  query: z.object({
    force: queryBoolean()
      .optional()
      .describe('Accepted for existing clients: a topic is deleted in any case.'),
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
  summary: 'Send an event type to a topic',
  params: z.object(projectParam),
  body: z.object({
    topicId: id('top').describe('The topic to send to.'),
    eventType: NotificationEventType.describe('What shall be sent there.'),
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
    topicId: id('top').optional().describe('Only routes to this topic.'),
    eventType: NotificationEventType.optional().describe('Only routes of this type.'),
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
  summary: "Deliver a topic's notifications to a destination",
  params: z.object(projectParam),
  body: z.object({
    topicId: id('top').describe('The topic whose messages shall be delivered.'),
    destinationId: z.string().describe('Where they shall be delivered.'),
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
    topicId: id('top').optional().describe('Only routes from this topic.'),
    destinationId: id('dest').optional().describe('Only routes to this destination.'),
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
