import { z } from 'zod'
import { page, projectParam, time } from './common.ts'
import { NotificationEventType } from './events.ts'
import { createTime, projectId } from './fields.ts'
import { id } from './ids.ts'
import { operation, projectCallers } from './operation.ts'

/** What a message is about: an event type, or the action of a message that carries records. */
export const MessageType = z
  .enum([...NotificationEventType.options, 'read', 'subscribe', 'schema.watch'])
  .meta({
    id: 'MessageType',
    description: 'What a message is about: a notification, or records that were read.',
  })
export type MessageType = z.infer<typeof MessageType>

/**
 * - `pending`: on its way, or waiting for the next attempt
 * - `held`: its destination is disabled; sent once it is enabled
 * - `delivered`: the destination took it
 * - `failed`: every attempt failed; can be retried
 * - `cancelled`: its destination was deleted
 */
export const DeliveryStatus = z
  .enum(['pending', 'held', 'delivered', 'failed', 'cancelled'])
  .meta({ id: 'DeliveryStatus', description: 'Where a delivery stands.' })
export type DeliveryStatus = z.infer<typeof DeliveryStatus>

export const Delivery = z
  .object({
    id: id('dlv').describe('Identifies the record. Opaque; it sorts by creation.'),
    projectId,
    eventId: id('evt').describe('The event.'),
    eventType: MessageType.describe('What happens.'),
    destinationId: id('dest').describe('The destination.'),
    status: DeliveryStatus.describe('Where it stands.'),
    attempts: z.int().min(0).describe('How many attempts there were.'),
    createTime,
    nextAttemptTime: time().optional().describe('When it is tried again.'),
    lastAttemptTime: time().optional().describe('When it was last tried.'),
    lastError: z.string().optional().describe('Why the last attempt failed.'),
  })
  .meta({ id: 'Delivery', description: 'The way of one event to one destination.' })
export type Delivery = z.infer<typeof Delivery>

export const AttemptFailure = z
  .enum([
    'timeout',
    'connection',
    'tls',
    'address-refused',
    'redirect',
    'status',
    'refused',
    'misconfigured',
  ])
  .meta({ id: 'AttemptFailure', description: 'What went wrong with an attempt.' })
export type AttemptFailure = z.infer<typeof AttemptFailure>

export const Attempt = z
  .object({
    number: z.int().min(1).describe('Which attempt it was, from 1.'),
    time: time().describe('When it happened.'),
    durationMs: z.number().describe('How long it took, in milliseconds.'),
    succeeded: z.boolean().describe('Whether the receiver accepted it.'),
    error: z
      .object({
        class: AttemptFailure.describe(
          'What went wrong: connecting, waiting, or what was answered.',
        ),
        detail: z.string().describe('What happened this time.'),
      })
      .optional()
      .describe('Why it failed.'),
    request: z
      .object({
        url: z.string().describe('Its address.'),
        headers: z.record(z.string(), z.string()).describe('Its headers.'),
      })
      .optional()
      .describe('What was sent.'),
    response: z
      .object({
        status: z.int().describe('The HTTP status that the receiver answered.'),
        headers: z.record(z.string(), z.string()).describe('Its headers.'),
        body: z.string().meta({ description: 'The first 1024 bytes.' }),
      })
      .optional()
      .describe('What came back.'),
  })
  .meta({ id: 'Attempt', description: 'One try to deliver a message.' })
export type Attempt = z.infer<typeof Attempt>

export const Event = z
  .object({
    id: id('evt').describe('Identifies the record. Opaque; it sorts by creation.'),
    projectId,
    type: MessageType.describe('What happened.'),
    createTime,
    deliveries: z.array(Delivery).describe('Its way to each destination.'),
  })
  .meta({ id: 'Event', description: 'Something that happened in a project.' })
export type Event = z.infer<typeof Event>

export const EventWithBody = Event.extend({
  body: z.unknown().meta({ description: 'What was sent.' }),
}).meta({ id: 'EventWithBody', description: 'An event with the message as it is sent.' })
export type EventWithBody = z.infer<typeof EventWithBody>

export const ReplayFilter = z
  .object({
    destinationId: id('dest').optional().describe('The destination.'),
    eventTypes: z.array(MessageType).optional().describe('Only events of these types.'),
    status: z.enum(['failed', 'delivered', 'cancelled']).describe('Where it stands.'),
    from: time().optional().describe('Only what happened at this time or later.'),
    to: time().optional().describe('Only what happened before this time.'),
  })
  .meta({
    id: 'ReplayFilter',
    description: 'Which deliveries are sent again: those to which all of it applies.',
  })
export type ReplayFilter = z.infer<typeof ReplayFilter>

export const ReplayStatus = z
  .enum(['running', 'done', 'cancelled'])
  .meta({ id: 'ReplayStatus', description: 'Where a replay stands.' })
export type ReplayStatus = z.infer<typeof ReplayStatus>

export const Replay = z
  .object({
    id: id('rpl').describe('Identifies the record. Opaque; it sorts by creation.'),
    projectId,
    status: ReplayStatus.describe('Where it stands.'),
    filter: ReplayFilter.describe('Which deliveries are sent again.'),
    total: z.int().describe('How many deliveries are sent again.'),
    replayed: z.int().describe('How many have been.'),
    perSecond: z.int().describe('How many to send in a second at most.'),
    createTime,
    updateTime: time().optional().describe('When it was last changed; missing until then.'),
  })
  .meta({ id: 'Replay', description: 'Deliveries that are sent again.' })
export type Replay = z.infer<typeof Replay>

const readable = {
  tag: 'Deliveries',
  callers: projectCallers,
  permission: 'notification:read',
} as const
const writable = {
  tag: 'Deliveries',
  callers: projectCallers,
  permission: 'notification:write',
} as const

const filter = {
  type: MessageType.optional().describe('Its kind.'),
  destinationId: z.string().optional().describe('The destination.'),
  status: DeliveryStatus.optional().describe('Where it stands.'),
  from: time().optional().describe('Only what happened at this time or later.'),
  to: time().optional().describe('Only what happened before this time.'),
}
const deliveryParams = z.object({
  ...projectParam,
  deliveryId: z.string().describe('The delivery.'),
})

export const listEvents = operation({
  ...readable,
  id: 'listEvents',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/events',
  summary: 'List events and where they went',
  params: z.object(projectParam),
  query: z.object({ ...page, ...filter }),
  success: 200,
  reply: z.array(Event),
})

export const getEvent = operation({
  ...readable,
  id: 'getEvent',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/events/{eventId}',
  summary: 'Get an event, what it said and where it went',
  params: z.object({ ...projectParam, eventId: z.string().describe('The event.') }),
  success: 200,
  reply: EventWithBody,
  problems: ['event-not-found'],
})

export const listDeliveries = operation({
  ...readable,
  id: 'listDeliveries',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/deliveries',
  summary: 'List deliveries',
  params: z.object(projectParam),
  query: z.object({ ...page, ...filter, eventId: z.string().optional().describe('The event.') }),
  success: 200,
  reply: z.array(Delivery),
})

export const getDelivery = operation({
  ...readable,
  id: 'getDelivery',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/deliveries/{deliveryId}',
  summary: 'Get a delivery',
  params: deliveryParams,
  success: 200,
  reply: Delivery,
  problems: ['delivery-not-found'],
})

export const listAttempts = operation({
  ...readable,
  id: 'listAttempts',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/deliveries/{deliveryId}/attempts',
  summary: 'List the attempts of a delivery, the newest first',
  params: deliveryParams,
  success: 200,
  reply: z.array(Attempt),
  problems: ['delivery-not-found'],
})

export const retryDelivery = operation({
  ...writable,
  id: 'retryDelivery',
  method: 'POST',
  path: '/v1/projects/{projectIdOrName}/deliveries/{deliveryId}:retry',
  summary: 'Make a delivery again, now',
  params: deliveryParams,
  success: 202,
  reply: Delivery,
  problems: ['delivery-not-found', 'delivery-in-progress', 'destination-not-found'],
})

export const replayDeliveries = operation({
  ...writable,
  id: 'replayDeliveries',
  method: 'POST',
  path: '/v1/projects/{projectIdOrName}/deliveries:replay',
  summary: 'Make many deliveries again',
  description:
    'Those that failed, unless `status` says otherwise, with their original IDs. `dryRun` only counts.',
  params: z.object(projectParam),
  body: z.object({
    destinationId: z.string().optional().describe('The destination.'),
    eventTypes: z.array(MessageType).min(1).optional().describe('Only events of these types.'),
    status: ReplayFilter.shape.status.optional().describe('Where it stands.'),
    from: time().optional().describe('Only what happened at this time or later.'),
    to: time().optional().describe('Only what happened before this time.'),
    perSecond: z
      .int()
      .min(1)
      .max(10_000)
      .optional()
      .describe('How many to send in a second at most.'),
    dryRun: z.boolean().optional().describe('Only counts what matches.'),
  }),
  success: 202,
  reply: z.object({
    count: z.int().describe('How many deliveries match.'),
    replay: Replay.optional().describe('How it goes.'),
  }),
  problems: ['destination-not-found'],
})

export const listReplays = operation({
  ...readable,
  id: 'listReplays',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/replays',
  summary: 'List replays',
  params: z.object(projectParam),
  query: z.object({ ...page, status: ReplayStatus.optional().describe('Where it stands.') }),
  success: 200,
  reply: z.array(Replay),
})

export const getReplay = operation({
  ...readable,
  id: 'getReplay',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/replays/{replayId}',
  summary: 'Get the progress of a replay',
  params: z.object({ ...projectParam, replayId: z.string().describe('The replay.') }),
  success: 200,
  reply: Replay,
  problems: ['replay-not-found'],
})

export const cancelReplay = operation({
  ...writable,
  id: 'cancelReplay',
  method: 'POST',
  path: '/v1/projects/{projectIdOrName}/replays/{replayId}:cancel',
  summary: 'Cancel a replay',
  params: z.object({ ...projectParam, replayId: z.string().describe('The replay.') }),
  success: 200,
  reply: Replay,
  problems: ['replay-not-found'],
})

export const testDestination = operation({
  ...writable,
  id: 'testDestination',
  method: 'POST',
  path: '/v1/projects/{projectIdOrName}/destinations/{destination}:test',
  summary: 'Send a test event and answer the attempt',
  params: z.object({
    ...projectParam,
    destination: z.string().describe('The destination, by its ID or its name.'),
  }),
  body: z.object({ eventType: NotificationEventType.optional().describe('What happens.') }),
  success: 200,
  reply: Attempt,
  problems: ['destination-not-found'],
})
