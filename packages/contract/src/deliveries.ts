import { z } from 'zod'
import { page, projectParam, time } from './common.ts'
import { NotificationEventType } from './events.ts'
import { id } from './ids.ts'
import { operation, projectCallers } from './operation.ts'

/** What a message is about: an event type, or the action of a message that carries records. */
export const MessageType = z
  .enum([...NotificationEventType.options, 'read', 'subscribe', 'schema.watch'])
  .meta({ id: 'MessageType' })
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
  .meta({ id: 'DeliveryStatus' })
export type DeliveryStatus = z.infer<typeof DeliveryStatus>

export const Delivery = z
  .object({
    id: id('dlv'),
    projectId: id('proj'),
    eventId: id('evt'),
    eventType: MessageType,
    destinationId: id('dest'),
    status: DeliveryStatus,
    attempts: z.int().min(0),
    createTime: time(),
    nextAttemptTime: time().optional(),
    lastAttemptTime: time().optional(),
    lastError: z.string().optional(),
  })
  .meta({ id: 'Delivery' })
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
  .meta({ id: 'AttemptFailure' })
export type AttemptFailure = z.infer<typeof AttemptFailure>

export const Attempt = z
  .object({
    number: z.int().min(1),
    time: time(),
    durationMs: z.number(),
    succeeded: z.boolean(),
    error: z.object({ class: AttemptFailure, detail: z.string() }).optional(),
    request: z.object({ url: z.string(), headers: z.record(z.string(), z.string()) }).optional(),
    response: z
      .object({
        status: z.int(),
        headers: z.record(z.string(), z.string()),
        body: z.string().meta({ description: 'The first 1024 bytes.' }),
      })
      .optional(),
  })
  .meta({ id: 'Attempt' })
export type Attempt = z.infer<typeof Attempt>

export const Event = z
  .object({
    id: id('evt'),
    projectId: id('proj'),
    type: MessageType,
    createTime: time(),
    deliveries: z.array(Delivery),
  })
  .meta({ id: 'Event' })
export type Event = z.infer<typeof Event>

export const EventWithBody = Event.extend({
  body: z.unknown().meta({ description: 'What was sent.' }),
}).meta({ id: 'EventWithBody' })
export type EventWithBody = z.infer<typeof EventWithBody>

export const ReplayFilter = z
  .object({
    destinationId: id('dest').optional(),
    eventTypes: z.array(MessageType).optional(),
    status: z.enum(['failed', 'delivered', 'cancelled']),
    from: time().optional(),
    to: time().optional(),
  })
  .meta({ id: 'ReplayFilter' })
export type ReplayFilter = z.infer<typeof ReplayFilter>

export const ReplayStatus = z.enum(['running', 'done', 'cancelled']).meta({ id: 'ReplayStatus' })
export type ReplayStatus = z.infer<typeof ReplayStatus>

export const Replay = z
  .object({
    id: id('rpl'),
    projectId: id('proj'),
    status: ReplayStatus,
    filter: ReplayFilter,
    total: z.int(),
    replayed: z.int(),
    perSecond: z.int(),
    createTime: time(),
    updateTime: time().optional(),
  })
  .meta({ id: 'Replay' })
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
  type: MessageType.optional(),
  destinationId: z.string().optional(),
  status: DeliveryStatus.optional(),
  from: time().optional(),
  to: time().optional(),
}
const deliveryParams = z.object({ ...projectParam, deliveryId: z.string() })

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
  params: z.object({ ...projectParam, eventId: z.string() }),
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
  query: z.object({ ...page, ...filter, eventId: z.string().optional() }),
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
    destinationId: z.string().optional(),
    eventTypes: z.array(MessageType).min(1).optional(),
    status: ReplayFilter.shape.status.optional(),
    from: time().optional(),
    to: time().optional(),
    perSecond: z.int().min(1).max(10_000).optional(),
    dryRun: z.boolean().optional(),
  }),
  success: 202,
  reply: z.object({ count: z.int(), replay: Replay.optional() }),
  problems: ['destination-not-found'],
})

export const listReplays = operation({
  ...readable,
  id: 'listReplays',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/replays',
  summary: 'List replays',
  params: z.object(projectParam),
  query: z.object({ ...page, status: ReplayStatus.optional() }),
  success: 200,
  reply: z.array(Replay),
})

export const getReplay = operation({
  ...readable,
  id: 'getReplay',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/replays/{replayId}',
  summary: 'Get the progress of a replay',
  params: z.object({ ...projectParam, replayId: z.string() }),
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
  params: z.object({ ...projectParam, replayId: z.string() }),
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
  params: z.object({ ...projectParam, destination: z.string() }),
  body: z.object({ eventType: NotificationEventType.optional() }),
  success: 200,
  reply: Attempt,
  problems: ['destination-not-found'],
})
