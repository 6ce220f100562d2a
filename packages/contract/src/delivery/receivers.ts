import { z } from 'zod'
import { projectParam } from '../values/common.ts'
import { id } from '../values/ids.ts'
import { operation } from '../openapi/operation.ts'
import { RoutedEventType } from './own-event-type.ts'
import { changesNotifications } from './notifications.ts'

export const RegisteredReceiver = z
  .object({
    destinationId: id('dest').describe('Destination whose messages are received.'),
    type: z
      .enum(['pull', 'webhook'])
      .describe('`pull` if messages are fetched, `webhook` if they are sent to the URL.'),
    url: z.string().optional().describe('URL that messages are sent to.'),
    webhookSigningKey: z
      .string()
      .optional()
      .describe('Secret key that verifies the messages sent to the URL. Keep it secret.'),
  })
  .meta({
    id: 'RegisteredReceiver',
    description: 'How a receiver gets the messages of its destination.',
  })
export type RegisteredReceiver = z.infer<typeof RegisteredReceiver>

export const registerReceiver = operation({
  ...changesNotifications,
  id: 'registerReceiver',
  method: 'POST',
  path: '/v1/projects/{projectIdOrName}/destinations/{destination}:receive',
  summary: 'Register a receiver of a destination',
  description:
    'Registers where a destination of type `pull` or `webhook` has its messages received, as `receive` of `@platform/client` does when it starts. With `url`, the destination becomes a webhook, whose signing key is returned. Messages that were stored before can still be fetched. Without `url`, nothing changes, and a webhook is rejected: fetch its messages after a call with `url: null`. Requires the capability `read:messages`. A change also requires a key that is limited to the destination, or the capabilities `read:secrets` and `manage:notifications`.',
  params: z.object({
    ...projectParam,
    destination: z.string().describe('ID or name of the destination.'),
  }),
  body: z.object({
    url: z
      .string()
      .min(1)
      .max(2048)
      .nullish()
      .describe(
        'Public URL that messages are sent to from now on. `null` stores them to be fetched instead.',
      ),
    consumer: z
      .string()
      .max(64)
      .default('default')
      .describe(
        'Consumer with which the receiver fetches messages that are stored. A URL is rejected while the destination has others, which would receive nothing more.',
      ),
    eventTypes: z
      .array(RoutedEventType)
      .max(200)
      .optional()
      .describe(
        'Events of the project that the receiver gets, besides what `platform.yaml` and other topics send to the destination. If unset, they stay as they are.',
      ),
  }),
  success: 200,
  reply: RegisteredReceiver,
  problems: [
    'destination-not-found',
    'destination-not-pulled',
    'in-use',
    'limit-reached',
    'event-type-not-found',
  ],
})
