import { z } from 'zod'
import { page, projectParam, ref, time } from './common.ts'
import { NotificationEventType } from './events.ts'
import { createTime, projectId, recordId } from './fields.ts'
import { id } from './ids.ts'
import { operation, projectCallers } from './operation.ts'

export const MessageType = z
  .enum([...NotificationEventType.options, 'read', 'subscribe', 'schema.watch'])
  .meta({
    id: 'MessageType',
    description:
      'What a message is about: an event type, or the action of a message that carries records.',
  })
export type MessageType = z.infer<typeof MessageType>

export const DeliveryStatus = z
  .enum(['pending', 'retrying', 'held', 'delivered', 'failed', 'cancelled'])
  .meta({
    id: 'DeliveryStatus',
    description:
      '`pending` until its first attempt, `retrying` after one that failed until it is taken or given up, `held` while its destination is disabled, `delivered` once the destination took it, `failed` after the last attempt, `cancelled` when its destination was deleted.',
  })
export type DeliveryStatus = z.infer<typeof DeliveryStatus>

/** Whom and what something is about; each is missing where that cannot be said. */
export const subject = {
  groupRef: z.string().optional().describe('The customer whom it is about.'),
  groupName: z.string().optional().describe('The customer’s name, as it was then.'),
  installationId: id('inst').optional().describe('The installation that it is about.'),
  operationId: id('op').optional().describe('The operation whose records it carries.'),
  objectName: z.string().optional().describe('The object that it is about.'),
  numRecords: z.int().optional().describe('How many records it carries.'),
}

export const Delivery = z
  .object({
    id: recordId('dlv'),
    projectId,
    eventId: id('evt').describe(
      'The event that is delivered; its ID is the message’s `webhook-id`.',
    ),
    eventType: MessageType.describe('What the message is about.'),
    destinationId: id('dest').describe('Where it goes.'),
    ...subject,
    status: DeliveryStatus.describe(
      'Only what is `failed`, `delivered` or `cancelled` can be sent again.',
    ),
    attempts: z.int().min(0).describe('How often it was sent so far.'),
    createTime,
    nextAttemptTime: time()
      .optional()
      .describe('When it is sent again; only while it is `pending` or `retrying`.'),
    lastAttemptTime: time()
      .optional()
      .describe('When it was last sent; missing before the first attempt.'),
    lastError: z
      .string()
      .optional()
      .describe('Why the last attempt failed; missing once one succeeded.'),
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
  .meta({
    id: 'AttemptFailure',
    description:
      'What went wrong with an attempt: on the way (`timeout`, `connection`, `tls`), in the reply (`redirect`, `status`, `refused`), or before it was sent (`address-refused`, `misconfigured`).',
  })
export type AttemptFailure = z.infer<typeof AttemptFailure>

export const Attempt = z
  .object({
    number: z.int().min(1).describe('Which attempt of its delivery it was, from 1.'),
    time: time().describe('When it was sent.'),
    durationMs: z.number().describe('How long it took, in milliseconds.'),
    succeeded: z.boolean().describe('Whether the destination took the message.'),
    error: z
      .object({
        class: AttemptFailure.describe('At which step it went wrong.'),
        detail: z.string().describe('What happened, in a sentence.'),
      })
      .optional()
      .describe('Why it failed; missing when it succeeded.'),
    request: z
      .object({
        url: z.string().describe('Where it was sent: a URL, a stream or an object.'),
        headers: z
          .record(z.string(), z.string())
          .describe('Its headers; the values of your own ones are masked.'),
      })
      .optional()
      .describe('What was sent, but for the message itself; missing when nothing was.'),
    response: z
      .object({
        status: z.int().describe('The HTTP status that the receiver answered.'),
        headers: z
          .record(z.string(), z.string())
          .describe('Headers of the reply, as far as they fit into 2 KB.'),
        body: z.string().describe('The first 1024 bytes of the reply.'),
      })
      .optional()
      .describe('What came back; missing when nothing did.'),
  })
  .meta({ id: 'Attempt', description: 'One try to deliver a message.' })
export type Attempt = z.infer<typeof Attempt>

export const Event = z
  .object({
    id: recordId('evt'),
    projectId,
    type: MessageType.describe('What happened, or that records were read.'),
    ...subject,
    createTime,
    deliveries: z
      .array(Delivery)
      .describe('Its way to each destination; none where no route led its type anywhere.'),
  })
  .meta({ id: 'Event', description: 'Something that happened in a project.' })
export type Event = z.infer<typeof Event>

export const EventWithBody = Event.extend({
  body: z.unknown().describe('The message as it is sent to every destination.'),
}).meta({ id: 'EventWithBody', description: 'An event with the message as it is sent.' })
export type EventWithBody = z.infer<typeof EventWithBody>

export const ReplayFilter = z
  .object({
    destinationId: id('dest')
      .optional()
      .describe('Only deliveries to this destination; to all without it.'),
    eventTypes: z
      .array(MessageType)
      .optional()
      .describe('Only deliveries of events of these types; of all without it.'),
    status: z.enum(['failed', 'delivered', 'cancelled']).describe('Only deliveries that stand so.'),
    from: time().optional().describe('Only what happened at this time or later.'),
    to: time().optional().describe('Only what happened before this time.'),
  })
  .meta({
    id: 'ReplayFilter',
    description: 'Which deliveries are sent again: those to which all of it applies.',
  })
export type ReplayFilter = z.infer<typeof ReplayFilter>

export const ReplayStatus = z.enum(['running', 'done', 'cancelled']).meta({
  id: 'ReplayStatus',
  description: '`running` until the last delivery is sent again, or somebody cancels it.',
})
export type ReplayStatus = z.infer<typeof ReplayStatus>

export const Replay = z
  .object({
    id: recordId('rpl'),
    projectId,
    status: ReplayStatus.describe('Only a `running` one can be cancelled.'),
    filter: ReplayFilter.describe('Which deliveries were chosen, once, when it was started.'),
    total: z
      .int()
      .optional()
      .describe('How many deliveries were chosen; missing while more than 10,000 are counted.'),
    replayed: z.int().describe('How many of them are on their way again.'),
    perSecond: z.int().describe('How many are sent in a second at most.'),
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
  type: MessageType.optional().describe('Only what is about this.'),
  destinationId: z.string().optional().describe('Only what goes to this destination, by its ID.'),
  status: z
    .enum([...DeliveryStatus.options, 'failing'])
    .optional()
    .describe(
      'Only what has deliveries that stand so; `failing` for both `retrying` and `failed`.',
    ),
  groupRef: ref().optional().describe('Only what is about this customer.'),
  installationId: id('inst')
    .optional()
    .describe('Only what is about this installation, while it is installed.'),
  operationId: id('op').optional().describe('Only what carries records of this operation.'),
  from: time().optional().describe('Only what happened at this time or later.'),
  to: time().optional().describe('Only what happened before this time.'),
}
const deliveryParams = z.object({
  ...projectParam,
  deliveryId: id('dlv').describe('The delivery, by its ID.'),
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
  params: z.object({
    ...projectParam,
    eventId: id('evt').describe('The event, by its ID, which is also the message’s `webhook-id`.'),
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
    ...filter,
    eventId: id('evt').optional().describe('Only deliveries of this event.'),
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
  // A filter with a slip in its name would have all of them made again.
  body: z.strictObject({
    destinationId: z
      .string()
      .optional()
      .describe('Only deliveries to this destination; to all without it.'),
    eventTypes: z
      .array(MessageType)
      .min(1)
      .optional()
      .describe('Only deliveries of events of these types; of all without it.'),
    status: ReplayFilter.shape.status
      .optional()
      .describe('Only deliveries that stand so; `failed` without it.'),
    from: time().optional().describe('Only what happened at this time or later.'),
    to: time().optional().describe('Only what happened before this time.'),
    perSecond: z
      .int()
      .min(1)
      .max(10_000)
      .optional()
      .describe('How many to send in a second at most; spares the receiver.'),
    dryRun: z
      .boolean()
      .optional()
      .describe('Whether only to count: nothing is sent, and there is no `replay`.'),
  }),
  success: 202,
  reply: z.object({
    count: z
      .int()
      .describe('How many deliveries were chosen, or would be; counting ends at 10,000.'),
    hasMore: z.boolean().describe('Whether there are more than were counted.'),
    replay: Replay.optional().describe(
      'What was started; its progress can be asked for. Missing with `dryRun`.',
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
    status: ReplayStatus.optional().describe('Only replays that stand so.'),
  }),
  success: 200,
  reply: z.array(Replay),
})

export const getReplay = operation({
  ...readable,
  id: 'getReplay',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/replays/{replayId}',
  summary: 'Get the progress of a replay',
  params: z.object({ ...projectParam, replayId: id('rpl').describe('The replay, by its ID.') }),
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
    replayId: id('rpl').describe('The replay, by its ID. What it has sent stays sent.'),
  }),
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
    destination: z
      .string()
      .describe('The destination, by its ID or its name. It need not have a route.'),
  }),
  body: z.object({
    eventType: NotificationEventType.optional().describe(
      'The type of the message that is made up.',
    ),
  }),
  success: 200,
  reply: Attempt,
  problems: ['destination-not-found'],
})
