import { z } from 'zod'
import { page, projectParam, time, times } from '../values/common.ts'
import { MessageType } from './deliveries.ts'
import { id } from '../values/ids.ts'
import { changesNotifications, readsNotifications } from './notifications.ts'
import { operation } from '../openapi/operation.ts'

export const pullCursor = () =>
  z.string().regex(/^\d{1,15}$/, 'Use a cursor of an earlier reply, or `0`.')

const consumerName = z
  .string()
  .regex(/^[\w.-]{1,64}$/, 'Use letters, digits, `_`, `.` and `-`, up to 64 characters.')

export const PulledMessage = z
  .object({
    cursor: pullCursor().describe('Position of the message in the stream.'),
    eventId: id('evt').describe(
      'ID of the event, the `webhook-id` of webhooks. A message that is stored twice has the same.',
    ),
    type: MessageType.describe('Type of the message.'),
    createTime: time().describe('Time at which the event occurred.'),
    message: z.unknown().describe('The message, as webhooks contain it.'),
  })
  .meta({ id: 'PulledMessage', description: 'One message of a pull destination.' })
export type PulledMessage = z.infer<typeof PulledMessage>

export const PulledMessages = z
  .object({
    messages: z
      .array(PulledMessage)
      .describe('Messages in the order in which they were stored, up to about 1 MB.'),
    cursor: pullCursor().describe(
      'Position after these messages: commit it, or pass it as `after`. It moves also if messages were erased.',
    ),
    hasMore: z.boolean().describe('Whether more messages were stored at the time of the request.'),
    expired: z
      .int()
      .describe(
        'Number of messages that were deleted unread, because they were older than the retention of messages. They are skipped.',
      ),
  })
  .meta({ id: 'PulledMessages', description: 'Messages of a pull destination.' })
export type PulledMessages = z.infer<typeof PulledMessages>

export const PullConsumer = z
  .object({
    name: consumerName.describe('Name of the consumer. Unique in its destination.'),
    destinationId: id('dest').describe('ID of the destination whose messages it fetches.'),
    cursor: pullCursor().describe('Position up to which it has committed.'),
    unread: z.int().describe('Number of messages after that position.'),
    oldestUnreadTime: time()
      .optional()
      .describe('Time of the oldest message after it; absent if there is none.'),
    leased: z
      .int()
      .describe('Number of messages that its processes hold or have released for later.'),
    commitTime: time().optional().describe('Time of the last commit; absent before the first.'),
    createTime: times.createTime,
  })
  .meta({
    id: 'PullConsumer',
    description: 'Named reader of a pull destination, whose position the platform keeps.',
  })
export type PullConsumer = z.infer<typeof PullConsumer>

const destinationParams = z.object({
  ...projectParam,
  destination: z.string().describe('ID or name of the destination, of type `pull`.'),
})
export const pullConsumerParams = destinationParams.extend({
  consumer: z.string().describe('Name of the consumer.'),
})

export const pullMessages = operation({
  ...readsNotifications,
  id: 'pullMessages',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/destinations/{destination}/messages',
  summary: 'Fetch messages of a pull destination',
  description:
    'Returns the messages after a position, in the order in which they were stored, and waits up to `wait` seconds for the first if there is none. Messages are kept for the retention of messages, whether or not they were read, so that an earlier position reads them again. Requires the capability `read:messages`. Keys receive the records of messages, people do not.',
  params: destinationParams,
  query: z.object({
    after: z
      .union([z.literal('next'), pullCursor()])
      .optional()
      .describe(
        'Returns the messages after this position; with `next`, only those that are stored from now on. If unset, those after the committed position of `consumer`, or else all.',
      ),
    consumer: consumerName
      .optional()
      .describe('Starts at the committed position of this consumer.'),
    limit: z.coerce
      .number()
      .int()
      .min(1)
      .max(1000)
      .default(100)
      .describe('Maximum number of messages.'),
    wait: z.coerce
      .number()
      .int()
      .min(0)
      .max(60)
      .default(0)
      .describe(
        'Seconds to wait for the first message. Proxies in between must allow responses that take as long. A busy server, or one that stops, may return an empty list earlier.',
      ),
  }),
  success: 200,
  reply: PulledMessages,
  problems: ['destination-not-found', 'destination-not-pulled', 'pull-consumer-not-found'],
})

export const createPullConsumer = operation({
  ...changesNotifications,
  id: 'createPullConsumer',
  method: 'POST',
  path: '/v1/projects/{projectIdOrName}/destinations/{destination}/consumers',
  summary: 'Create a consumer of a pull destination',
  description: 'Requires the capability `read:messages`.',
  params: destinationParams,
  body: z.object({
    name: consumerName.describe('Name of the consumer. Unique in its destination.'),
    from: z
      .union([z.enum(['first', 'next']), pullCursor()])
      .default('first')
      .describe(
        'Where it starts: before the `first` message that is kept, before the `next` new one, or after a cursor.',
      ),
  }),
  success: 201,
  reply: PullConsumer,
  problems: [
    'destination-not-found',
    'destination-not-pulled',
    'pull-consumer-name-taken',
    'limit-reached',
  ],
})

export const listPullConsumers = operation({
  ...readsNotifications,
  id: 'listPullConsumers',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/destinations/{destination}/consumers',
  summary: 'List the consumers of a pull destination',
  params: destinationParams,
  query: z.object(page),
  success: 200,
  reply: z.array(PullConsumer),
  problems: ['destination-not-found', 'destination-not-pulled'],
})

export const getPullConsumer = operation({
  ...readsNotifications,
  id: 'getPullConsumer',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/destinations/{destination}/consumers/{consumer}',
  summary: 'Get a consumer of a pull destination',
  params: pullConsumerParams,
  success: 200,
  reply: PullConsumer,
  problems: ['destination-not-found', 'pull-consumer-not-found'],
})

export const commitPullConsumer = operation({
  ...readsNotifications,
  id: 'commitPullConsumer',
  method: 'POST',
  path: '/v1/projects/{projectIdOrName}/destinations/{destination}/consumers/{consumer}:commit',
  summary: 'Commit the position of a consumer',
  description:
    'Records that everything up to the cursor is done. A cursor before the committed one changes nothing, so that commits can arrive late or twice. Requires the capability `read:messages`.',
  movesPosition: true,
  params: pullConsumerParams,
  body: z.object({
    cursor: pullCursor().describe('Position of the last message that is done.'),
  }),
  success: 200,
  reply: PullConsumer,
  problems: ['destination-not-found', 'pull-consumer-not-found'],
})

export const seekPullConsumer = operation({
  ...changesNotifications,
  id: 'seekPullConsumer',
  method: 'POST',
  path: '/v1/projects/{projectIdOrName}/destinations/{destination}/consumers/{consumer}:seek',
  summary: 'Move a consumer to another position',
  description:
    'Moves the position back, to fetch messages again, or forward, to skip some. Requires the capability `read:messages`.',
  params: pullConsumerParams,
  body: z.object({
    to: z
      .union([z.enum(['first', 'next']), pullCursor(), time()])
      .describe(
        'Before the `first` message that is kept, before the `next` new one, after a cursor, or before the first message of a time on.',
      ),
  }),
  success: 200,
  reply: PullConsumer,
  problems: ['destination-not-found', 'pull-consumer-not-found'],
})

export const deletePullConsumer = operation({
  ...changesNotifications,
  id: 'deletePullConsumer',
  method: 'DELETE',
  path: '/v1/projects/{projectIdOrName}/destinations/{destination}/consumers/{consumer}',
  summary: 'Delete a consumer of a pull destination',
  description: 'Deletes its position. Messages are kept.',
  params: pullConsumerParams,
  success: 204,
  reply: null,
  problems: ['destination-not-found', 'pull-consumer-not-found'],
})
