import { z } from 'zod'
import { projectParam, time } from '../values/common.ts'
import { id } from '../values/ids.ts'
import { operation, projectCallers } from '../openapi/operation.ts'

export const ProviderAppWebhook = z
  .object({
    url: z.url().describe('URL to enter in the provider’s console.'),
    state: z
      .enum(['waiting', 'receiving', 'rejecting'])
      .describe(
        '`waiting`: no signed request has arrived. `receiving`: the latest request had a valid signature. `rejecting`: it had none.',
      ),
    verifiedTime: time().optional().describe('Time of the first request with a valid signature.'),
    deliveryTime: time()
      .optional()
      .describe('Time of the latest request with a valid signature, to the minute.'),
    rejectedTime: time()
      .optional()
      .describe('Time of the latest request without a valid signature, to the minute.'),
    droppedEvents: z
      .int()
      .min(0)
      .describe('Number of events of accounts that are not connected or not subscribed.'),
    droppedTime: time().optional().describe('Time of the latest of these events.'),
    verificationToken: z
      .string()
      .optional()
      .describe(
        'Latest token with which the provider checked the URL, to enter in its console. Secret: returned only to callers that can change provider apps.',
      ),
    verificationTokenTime: time().optional().describe('Time at which the token arrived.'),
  })
  .meta({
    id: 'ProviderAppWebhook',
    description: 'Webhooks of all accounts at one URL of a provider app.',
  })
export type ProviderAppWebhook = z.infer<typeof ProviderAppWebhook>

export const getProviderAppWebhook = operation({
  id: 'getProviderAppWebhook',
  method: 'GET',
  path: '/v1/projects/{projectIdOrName}/provider-apps/{providerAppId}/webhook',
  tag: 'Provider apps',
  summary: 'Get the webhook of a provider app',
  description:
    'Some providers send the events of all accounts to one URL of an app, which you enter in their console: see `app.webhookSteps` of the provider. Subscriptions become active when a request with a valid signature has arrived.',
  callers: projectCallers,
  permission: 'provider-app:read',
  params: z.object({
    ...projectParam,
    providerAppId: id('papp').describe('ID of the provider app.'),
  }),
  success: 200,
  reply: ProviderAppWebhook,
  problems: ['provider-app-not-found', 'provider-not-supported'],
})
