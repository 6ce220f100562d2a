import { z } from 'zod'
import { projectParam, time } from '../values/common.ts'
import { id } from '../values/ids.ts'
import { operation, projectCallers } from '../openapi/operation.ts'

export const ProviderAppWebhook = z
  .object({
    url: z.url().describe('URL to enter in the provider’s console.'),
    state: z
      .enum(['waiting', 'receiving'])
      .describe(
        '`waiting`: no request with a valid signature has arrived. `receiving`: one has. Other requests do not change the state, because anybody can send them.',
      ),
    verifiedTime: time().optional().describe('Time of the first request with a valid signature.'),
    deliveryTime: time()
      .optional()
      .describe('Time of the latest request with a valid signature, to the minute.'),
    rejectedTime: time()
      .optional()
      .describe(
        'Time of the latest request without a valid signature, to the minute. If the provider sent it, the key of the app differs from the provider’s; anybody who knows the URL can send one.',
      ),
    droppedEvents: z
      .int()
      .min(0)
      .describe('Number of events of accounts that are not connected or not subscribed.'),
    droppedTime: time().optional().describe('Time of the latest of these events.'),
    verificationTokens: z
      .array(
        z.object({
          token: z
            .string()
            .optional()
            .describe('Secret: returned only to callers that can change provider apps.'),
          receivedTime: time().describe('Time at which the token first arrived.'),
        }),
      )
      .describe(
        'Tokens that arrived to check the URL, the first one first: at most 20. The requests are not signed, so if there are several, strangers sent some; the provider accepts only its own. They are deleted when a request with a valid signature arrives.',
      ),
    verificationToken: z
      .string()
      .optional()
      .describe('First of `verificationTokens`, to enter in the provider’s console.'),
    verificationTokenTime: time().optional().describe('Time at which the first token arrived.'),
    tokensAcceptedUntil: time()
      .optional()
      .describe(
        'Until when tokens are accepted after a reset, although signed requests have arrived.',
      ),
    ignoredTokenTime: time()
      .optional()
      .describe(
        'Time of the latest token that was ignored because signed requests had arrived before, to the minute.',
      ),
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

export const resetProviderAppWebhook = operation({
  id: 'resetProviderAppWebhook',
  method: 'POST',
  path: '/v1/projects/{projectIdOrName}/provider-apps/{providerAppId}/webhook:reset',
  tag: 'Provider apps',
  summary: 'Accept new verification tokens',
  description:
    'Deletes the received verification tokens and accepts others for an hour, before the webhook is set up again in the provider’s console. The key of the app and its deliveries remain. Without a reset, tokens are ignored after the first request with a valid signature.',
  callers: projectCallers,
  permission: 'provider-app:write',
  params: z.object({
    ...projectParam,
    providerAppId: id('papp').describe('ID of the provider app.'),
  }),
  success: 200,
  reply: ProviderAppWebhook,
  problems: ['provider-app-not-found', 'provider-not-supported'],
})
