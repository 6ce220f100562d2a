import { z } from 'zod'
import { page, projectParam, ref, time, sortMeaning } from '../values/common.ts'
import { NotificationEventType } from './events.ts'
import { OwnEventType } from './own-event-type.ts'
import { createTime, projectId, recordId } from '../installations/fields.ts'
import { id } from '../values/ids.ts'
import { operation, projectCallers } from '../openapi/operation.ts'

export const MessageType = z
  .union([
    z.enum([...NotificationEventType.options, 'read', 'subscribe', 'schema.watch']),
    OwnEventType,
  ])
  .meta({
    id: 'MessageType',
    description:
      'Type of a message: an event type, possibly of your own, or the action of a message that contains records.',
  })
export type MessageType = z.infer<typeof MessageType>

export const DeliveryStatus = z
  .enum(['pending', 'retrying', 'paused', 'delivered', 'failed', 'canceled'])
  .meta({
    id: 'DeliveryStatus',
    description:
      '`pending`: before the first attempt. `retrying`: after a failed attempt. `paused`: the destination is disabled. `delivered`: accepted by the destination. `failed`: the last attempt failed. `canceled`: the destination was deleted.',
  })
export type DeliveryStatus = z.infer<typeof DeliveryStatus>

/** Customer and resources of a record; each is absent if unknown. */
export const subject = {
  groupRef: z.string().optional().describe('Reference of the customer concerned.'),
  groupName: z.string().optional().describe('Name of the customer at the time of the event.'),
  installationId: id('inst').optional().describe('ID of the installation concerned.'),
  operationId: id('op').optional().describe('ID of the operation that caused the message.'),
  objectName: z.string().optional().describe('Object concerned.'),
  numRecords: z.int().optional().describe('Number of records in the message.'),
}

export const Delivery = z
  .object({
    id: recordId('dlv'),
    projectId,
    eventId: id('evt').describe('ID of the event; sent as the message’s `webhook-id`.'),
    eventType: MessageType.describe('Type of the message.'),
    destinationId: id('dest').describe('ID of the destination that receives the message.'),
    ...subject,
    status: DeliveryStatus.describe(
      'Status of the delivery. Only `failed`, `delivered` and `canceled` deliveries can be replayed.',
    ),
    attempts: z.int().min(0).describe('Number of attempts so far.'),
    createTime,
    nextAttemptTime: time()
      .optional()
      .describe('Time of the next attempt. Only while `pending` or `retrying`.'),
    lastAttemptTime: time()
      .optional()
      .describe('Time of the last attempt; absent before the first.'),
    lastError: z.string().optional().describe('Error of the last attempt; absent if it succeeded.'),
  })
  .meta({ id: 'Delivery', description: 'Delivery of one event to one destination.' })
export type Delivery = z.infer<typeof Delivery>

export const AttemptFailure = z
  .enum([
    'timeout',
    'connection',
    'tls',
    'addressRefused',
    'redirect',
    'status',
    'refused',
    'misconfigured',
    'messageMissing',
    'tooLarge',
  ])
  .meta({
    id: 'AttemptFailure',
    description:
      'Cause of a failed attempt: in transit (`timeout`, `connection`, `tls`), in the response (`redirect`, `status`, `refused`), or before sending (`addressRefused`, `misconfigured`, `tooLarge` for the destination, which is not repeated, or `messageMissing` if the message log of the server lost the message).',
  })
export type AttemptFailure = z.infer<typeof AttemptFailure>

export const Attempt = z
  .object({
    number: z.int().min(1).describe('Number of the attempt within its delivery, starting at 1.'),
    time: time().describe('Time at which the message was sent.'),
    durationMs: z.number().describe('Duration in milliseconds.'),
    succeeded: z.boolean().describe('Whether the destination accepted the message.'),
    error: z
      .object({
        class: AttemptFailure.describe('Cause of the failure.'),
        detail: z.string().describe('Description of the failure, as a sentence.'),
      })
      .optional()
      .describe('Error; absent if the attempt succeeded.'),
    request: z
      .object({
        url: z.string().describe('Target of the request: a URL, stream or object.'),
        headers: z
          .record(z.string(), z.string())
          .describe('Request headers. Values of your custom headers are masked.'),
      })
      .optional()
      .describe('Request without the message itself; absent if nothing was sent.'),
    response: z
      .object({
        status: z.int().describe('HTTP status returned by the receiver.'),
        headers: z.record(z.string(), z.string()).describe('Response headers, up to 2 KB.'),
        body: z.string().describe('First 1,024 bytes of the response body.'),
      })
      .optional()
      .describe('Response; absent if none was received.'),
  })
  .meta({ id: 'Attempt', description: 'One attempt to deliver a message.' })
export type Attempt = z.infer<typeof Attempt>

export const Event = z
  .object({
    id: recordId('evt'),
    projectId,
    type: MessageType.describe('Type of the event.'),
    ...subject,
    createTime,
    deliveries: z
      .array(Delivery)
      .describe(
        'Deliveries of the event, one per destination. Empty if no route matched its type.',
      ),
  })
  .meta({ id: 'Event', description: 'Something that happened in a project.' })
export type Event = z.infer<typeof Event>

export const EventWithBody = Event.extend({
  body: z
    .unknown()
    .describe('Message as sent to every destination. Without its records if `recordsOmitted`.'),
  recordsOmitted: z
    .enum(['supportAccessOff', 'viewSeparately'])
    .optional()
    .describe(
      'Present if records were removed from `body` because a person asked, not a key. `viewSeparately`: they can be viewed by `getDeliveredRecords`. `supportAccessOff`: the customer does not allow it.',
    ),
}).meta({ id: 'EventWithBody', description: 'Event with its message.' })
export type EventWithBody = z.infer<typeof EventWithBody>

export const ReplayFilter = z
  .object({
    destinationId: id('dest')
      .optional()
      .describe('Only deliveries to this destination. If unset, all destinations.'),
    eventTypes: z
      .array(MessageType)
      .optional()
      .describe('Only deliveries of these event types. If unset, all types.'),
    status: z
      .enum(['failed', 'delivered', 'canceled'])
      .describe('Only deliveries with this status.'),
    from: time().optional().describe('Only events at or after this time.'),
    to: time().optional().describe('Only events before this time.'),
  })
  .meta({
    id: 'ReplayFilter',
    description: 'Deliveries to replay. All conditions must match.',
  })
export type ReplayFilter = z.infer<typeof ReplayFilter>

export const ReplayStatus = z.enum(['running', 'done', 'canceled']).meta({
  id: 'ReplayStatus',
  description: '`running` until the last delivery has been queued or the replay is canceled.',
})
export type ReplayStatus = z.infer<typeof ReplayStatus>

export const Replay = z
  .object({
    id: recordId('rpl'),
    projectId,
    status: ReplayStatus.describe('Status of the replay. Only a `running` replay can be canceled.'),
    filter: ReplayFilter.describe(
      'Filter that selected the deliveries when the replay was created.',
    ),
    total: z
      .int()
      .optional()
      .describe('Number of selected deliveries. Absent while more than 10,000 are counted.'),
    replayed: z.int().describe('Number of deliveries queued again so far.'),
    perSecond: z.int().describe('Maximum rate, in deliveries per second.'),
    createTime,
    updateTime: time().optional().describe('Time of the last change; absent if unchanged.'),
  })
  .meta({ id: 'Replay', description: 'Replay of deliveries.' })
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
  type: MessageType.optional().describe('Returns only events of this type.'),
  destinationId: z
    .string()
    .optional()
    .describe('Returns only events delivered to this destination, by its ID.'),
  status: z
    .enum([...DeliveryStatus.options, 'failing'])
    .optional()
    .describe(
      'Returns only events with deliveries in this status. `failing` matches `retrying` and `failed`.',
    ),
  groupRef: ref().optional().describe('Returns only events about this customer.'),
  installationId: id('inst')
    .optional()
    .describe(
      'Returns only events about this installation. Available while the installation exists.',
    ),
  operationId: id('op').optional().describe('Returns only events with records of this operation.'),
  from: time().optional().describe('Returns only events at or after this time.'),
  to: time().optional().describe('Returns only events before this time.'),
}
const deliveryParams = z.object({
  ...projectParam,
  deliveryId: id('dlv').describe('ID of the delivery.'),
})

export const listEvents = operation({
  ...readable,
  id: 'listEvents',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/events',
  summary: 'List events with their deliveries',
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
  summary: 'Get an event with its message and deliveries',
  description:
    'Messages with records are returned without the records to people: see `getDeliveredRecords`. Keys receive the whole message, as your receivers do.',
  params: z.object({
    ...projectParam,
    eventId: id('evt').describe('ID of the event, also sent as the message’s `webhook-id`.'),
  }),
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
  query: z.object({
    ...page,
    sort: z.enum(['-createTime', 'createTime']).default('-createTime').describe(sortMeaning),
    ...filter,
    eventId: id('evt').optional().describe('Returns only deliveries of this event.'),
  }),
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
  summary: 'List the attempts of a delivery, newest first',
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
  summary: 'Replay a delivery',
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
  summary: 'Replay deliveries',
  description:
    'Replays failed deliveries, or those with the given `status`. Event IDs are preserved. `dryRun` only counts.',
  params: z.object(projectParam),
  // Strict, because a misspelled filter would send everything again.
  body: z.strictObject({
    destinationId: z
      .string()
      .optional()
      .describe('Only deliveries to this destination. If unset, all destinations.'),
    eventTypes: z
      .array(MessageType)
      .min(1)
      .optional()
      .describe('Only deliveries of these event types. If unset, all types.'),
    status: ReplayFilter.shape.status
      .optional()
      .describe('Only deliveries with this status. Defaults to `failed`.'),
    from: time().optional().describe('Only events at or after this time.'),
    to: time().optional().describe('Only events before this time.'),
    perSecond: z
      .int()
      .min(1)
      .max(10_000)
      .optional()
      .describe('Maximum rate, in deliveries per second. Limits the load on the receiver.'),
    dryRun: z
      .boolean()
      .optional()
      .describe(
        'Whether to only count the deliveries. Nothing is sent and no `replay` is created.',
      ),
  }),
  success: 202,
  reply: z.object({
    count: z.int().describe('Number of selected deliveries, up to 10,000.'),
    hasMore: z.boolean().describe('Whether there are more deliveries than counted.'),
    replay: Replay.optional().describe(
      'Replay that was created. Use its ID to get the progress. Absent with `dryRun`.',
    ),
  }),
  problems: ['destination-not-found', 'limit-reached'],
})

export const listReplays = operation({
  ...readable,
  id: 'listReplays',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/replays',
  summary: 'List replays',
  params: z.object(projectParam),
  query: z.object({
    ...page,
    status: ReplayStatus.optional().describe('Returns only replays with this status.'),
  }),
  success: 200,
  reply: z.array(Replay),
})

export const getReplay = operation({
  ...readable,
  id: 'getReplay',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/replays/{replayId}',
  summary: 'Get a replay',
  params: z.object({ ...projectParam, replayId: id('rpl').describe('ID of the replay.') }),
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
  params: z.object({
    ...projectParam,
    replayId: id('rpl').describe('ID of the replay. Deliveries already sent are not affected.'),
  }),
  success: 200,
  reply: Replay,
  problems: ['replay-not-found'],
})

export const TestAttempt = Attempt.extend({
  body: z
    .string()
    .describe('Message that was sent, as JSON; a template of the destination is not applied.'),
}).meta({ id: 'TestAttempt', description: 'Attempt to deliver a test message, with the message.' })
export type TestAttempt = z.infer<typeof TestAttempt>

export const testDestination = operation({
  ...writable,
  id: 'testDestination',
  method: 'POST',
  path: '/v1/projects/{projectIdOrName}/destinations/{destination}:test',
  summary: 'Send a test message',
  description:
    'Sends an example of an event or of a message with records, at once and without a route.',
  params: z.object({
    ...projectParam,
    destination: z.string().describe('ID or name of the destination. No route is required.'),
  }),
  body: z.object({
    eventType: MessageType.optional().describe(
      'Type of the test message. Default: `connection.created`.',
    ),
  }),
  success: 200,
  reply: TestAttempt,
  problems: ['destination-not-found'],
})
