import { z } from 'zod'
import { groupName } from '../installations/fields.ts'
import { page, projectParam, ref, times } from '../values/common.ts'
import { createTime, projectId, recordId } from '../installations/fields.ts'
import { operation } from '../openapi/operation.ts'
import { changesNotifications, readsNotifications } from './notifications.ts'
import { OwnEventType } from './own-event-type.ts'

const description = z.string().max(1024).optional().describe('What happened, in a sentence.')
const schema = z
  .record(z.string(), z.unknown())
  .meta({
    example: { type: 'object', properties: { total: { type: 'number' } }, required: ['total'] },
  })
  .optional()
  .describe(
    'JSON Schema that `data` must match. Supported: `type`, `enum`, `const`, `properties`, `required`, `additionalProperties`, `items`, `minItems`, `maxItems`, `minLength`, `maxLength`, `minimum`, `maximum`, `exclusiveMinimum`, `exclusiveMaximum`, and annotations such as `description`. If unset, `data` is any object.',
  )

export const EventType = z
  .object({
    name: OwnEventType.describe('Name of the type. Unique in the project.'),
    projectId,
    description,
    schema,
    ...times,
  })
  .meta({ id: 'EventType', description: 'Type of events that you send yourself.' })
export type EventType = z.infer<typeof EventType>

const params = z.object({
  ...projectParam,
  eventType: z.string().describe('Name of the event type.'),
})

export const createEventType = operation({
  ...changesNotifications,
  id: 'createEventType',
  method: 'POST',
  path: '/v1/projects/{projectIdOrName}/event-types',
  summary: 'Declare an event type of your own',
  description: 'Declared types can be routed to topics and sent with `sendEvent`.',
  params: z.object(projectParam),
  body: z.object({
    name: OwnEventType.describe(
      'Name of the type, beginning with `custom.`. It cannot be changed.',
    ),
    description,
    schema,
  }),
  success: 201,
  reply: EventType,
  problems: ['event-type-exists', 'limit-reached'],
})

export const listEventTypes = operation({
  ...readsNotifications,
  id: 'listEventTypes',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/event-types',
  summary: 'List your own event types',
  params: z.object(projectParam),
  query: z.object(page),
  success: 200,
  reply: z.array(EventType),
})

export const getEventType = operation({
  ...readsNotifications,
  id: 'getEventType',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/event-types/{eventType}',
  summary: 'Get an event type of your own',
  params,
  success: 200,
  reply: EventType,
  problems: ['event-type-not-found'],
})

export const updateEventType = operation({
  ...changesNotifications,
  id: 'updateEventType',
  method: 'PUT',
  path: '/v1/projects/{projectIdOrName}/event-types/{eventType}',
  summary: 'Replace description and schema of an event type of your own',
  description: 'What is left out is removed. Events that were already sent stay as they are.',
  params,
  body: z.object({ description, schema }),
  success: 200,
  reply: EventType,
  problems: ['event-type-not-found'],
})

export const deleteEventType = operation({
  ...changesNotifications,
  id: 'deleteEventType',
  method: 'DELETE',
  path: '/v1/projects/{projectIdOrName}/event-types/{eventType}',
  summary: 'Delete an event type of your own and its routes',
  description: 'Events that were already sent are still delivered.',
  params,
  success: 204,
  reply: null,
  problems: ['event-type-not-found'],
})

/** `data` is at most this long as JSON, which every type of destination accepts. */
export const maxOwnEventBytes = 200_000

export const SentEvent = z
  .object({
    id: recordId('evt'),
    projectId,
    type: OwnEventType.describe('Type of the event.'),
    groupRef: z.string().optional().describe('Reference of the customer concerned.'),
    deliveries: z
      .int()
      .describe('Number of destinations that receive the event. 0 if no route matches its type.'),
    createTime,
  })
  .meta({ id: 'SentEvent', description: 'Event that was accepted and will be delivered.' })
export type SentEvent = z.infer<typeof SentEvent>

export const sendEvent = operation({
  ...changesNotifications,
  id: 'sendEvent',
  method: 'POST',
  path: '/v1/projects/{projectIdOrName}/events',
  summary: 'Send an event of your own',
  description:
    'The event is stored, signed, delivered to the destinations of its type’s topics, retried and replayed like every other. With an `Idempotency-Key`, a repeated request sends nothing again.',
  params: z.object(projectParam),
  body: z.object({
    type: OwnEventType.describe('Type of the event, as declared with `createEventType`.'),
    groupRef: ref()
      .optional()
      .describe('Reference of the customer concerned. Erased with the data of that customer.'),
    groupName: groupName.optional(),
    data: z
      .record(z.string(), z.unknown())
      .describe('What happened: an object of up to 200,000 bytes as JSON.'),
  }),
  maxBodyBytes: 256 * 1024,
  success: 202,
  reply: SentEvent,
  problems: ['event-type-not-found'],
})
