import { z } from 'zod'
import { PulledMessage, pullConsumerParams, pullCursor, PullConsumer } from './pull.ts'
import { operation } from '../openapi/operation.ts'
import { changesNotifications } from './notifications.ts'

const leaseSeconds = () =>
  z
    .int()
    .min(1)
    .max(12 * 3600)

export const LeasedMessage = PulledMessage.extend({
  leaseId: z
    .string()
    .describe('Identifies the lease. Only its holder can settle the message while it is held.'),
  attempt: z.int().describe('How often the message was leased by this consumer, including now.'),
}).meta({ id: 'LeasedMessage', description: 'A message that a process holds for a time.' })
export type LeasedMessage = z.infer<typeof LeasedMessage>

export const leasePullMessages = operation({
  ...changesNotifications,
  id: 'leasePullMessages',
  method: 'POST',
  path: '/v1/projects/{projectIdOrName}/destinations/{destination}/consumers/{consumer}:lease',
  summary: 'Lease messages of a pull destination',
  description:
    'Returns messages that no other process of the consumer holds, and holds them for the time of the lease. Settle each when it is done. A message whose lease ends is leased again. If the destination is ordered by record, a message is leased only after the earlier messages about its records are done. Requires the capability `read:messages`.',
  movesPosition: true,
  params: pullConsumerParams,
  body: z.object({
    limit: z.int().min(1).max(100).default(10).describe('Maximum number of messages.'),
    leaseSeconds: leaseSeconds()
      .default(60)
      .describe('Seconds after which the messages are leased again unless they are settled.'),
    wait: z
      .int()
      .min(0)
      .max(60)
      .default(0)
      .describe('Seconds to wait for the first message. A busy server may answer earlier.'),
  }),
  success: 200,
  reply: z
    .object({ messages: z.array(LeasedMessage).describe('Messages, up to about 1 MB.') })
    .meta({ id: 'LeasedMessages', description: 'Messages that are held for a time.' }),
  problems: ['destination-not-found', 'destination-not-pulled', 'pull-consumer-not-found'],
})

const lease = {
  cursor: pullCursor().describe('Position of the message.'),
  leaseId: z.string().max(64).describe('The lease with which the message was returned.'),
}

export const settlePullMessages = operation({
  ...changesNotifications,
  id: 'settlePullMessages',
  method: 'POST',
  path: '/v1/projects/{projectIdOrName}/destinations/{destination}/consumers/{consumer}:settle',
  summary: 'Settle leased messages',
  description:
    'Marks leased messages as done, releases them to be leased again, or extends their leases. The position of the consumer passes messages that are done when all earlier ones are. Requires the capability `read:messages`.',
  movesPosition: true,
  params: pullConsumerParams,
  body: z.object({
    done: z.array(z.object(lease)).max(1000).default([]).describe('Messages that are done.'),
    released: z
      .array(
        z.object({
          ...lease,
          delaySeconds: z
            .int()
            .min(0)
            .max(12 * 3600)
            .default(0)
            .describe('Seconds before the message is leased again.'),
        }),
      )
      .max(1000)
      .default([])
      .describe('Messages that are not done.'),
    extended: z
      .array(
        z.object({
          ...lease,
          leaseSeconds: leaseSeconds()
            .default(60)
            .describe('Seconds from now until the lease ends.'),
        }),
      )
      .max(1000)
      .default([])
      .describe('Messages that are held for longer.'),
  }),
  success: 200,
  reply: z
    .object({
      consumer: PullConsumer.describe('The consumer after the messages were settled.'),
      lost: z
        .array(pullCursor())
        .describe(
          'Positions of the messages whose lease had ended, so that another process may handle them, or that were passed by a commit. Nothing was changed for them.',
        ),
    })
    .meta({ id: 'SettledMessages', description: 'Result of settling leased messages.' }),
  problems: ['destination-not-found', 'destination-not-pulled', 'pull-consumer-not-found'],
})
