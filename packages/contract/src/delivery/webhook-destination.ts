import { z } from 'zod'
import { caCertificate, clientCertificate, formFields, sendLimits } from './destination-fields.ts'

export const WebhookHeaders = z.record(z.string().min(1).max(256), z.string().max(8192)).meta({
  id: 'WebhookHeaders',
  description: 'Headers to send, by name. Values cannot contain line breaks.',
})
export type WebhookHeaders = z.infer<typeof WebhookHeaders>

/** OAuth 2 client credentials: https://www.rfc-editor.org/rfc/rfc6749#section-4.4 */
const clientCredentials = {
  tokenUrl: z
    .string()
    .min(1)
    .max(2048)
    .optional()
    .meta({ example: 'https://login.acme.example/oauth/token' })
    .describe(
      'Token endpoint of the receiver. With it, each webhook has an access token that is obtained with the client credentials (OAuth 2).',
    )
    .register(formFields, {
      label: 'Token URL',
      hint: 'For a receiver that requires an access token (OAuth 2 client credentials).',
      placeholder: 'https://…',
      isAdvanced: true,
    }),
  clientId: z
    .string()
    .min(1)
    .max(1024)
    .optional()
    .describe('Client ID at the token endpoint.')
    .register(formFields, { label: 'Client ID', isAdvanced: true }),
  scope: z
    .string()
    .min(1)
    .max(1024)
    .optional()
    .describe('Scopes of the access token, separated by spaces.')
    .register(formFields, { label: 'Scope', isAdvanced: true }),
  audience: z
    .string()
    .min(1)
    .max(1024)
    .optional()
    .describe('Audience of the access token, for token endpoints that require one.')
    .register(formFields, { label: 'Audience', isAdvanced: true }),
  clientAuthentication: z
    .enum(['basic', 'post'])
    .optional()
    .describe(
      'How the client ID and secret are sent: in the header (`basic`) or in the body (`post`). Defaults to `basic`.',
    )
    .register(formFields, {
      label: 'Client authentication',
      placeholder: 'Default: basic',
      isAdvanced: true,
    }),
}

export const WebhookMetadata = z
  .object({
    url: z
      .string()
      .min(1)
      .max(2048)
      .meta({ example: 'https://acme.example/webhooks' })
      .describe('URL that webhooks are sent to. Must use `https` outside of development.')
      .register(formFields, { label: 'URL', placeholder: 'https://…' }),
    headers: WebhookHeaders.optional().describe(
      'Headers to send with each webhook. Values are stored encrypted.',
    ),
    ed25519: z
      .boolean()
      .optional()
      .describe('Whether to add `v1a` signatures, which are verified with the public key.'),
    ...sendLimits,
    ...clientCredentials,
    caCertificate,
  })
  .meta({ id: 'WebhookMetadata', description: 'Settings of a webhook destination.' })

export const WebhookCredentials = z
  .object({
    clientSecret: z
      .string()
      .min(1)
      .max(4096)
      .optional()
      .describe('Client secret at the token endpoint.')
      .register(formFields, { label: 'Client secret', isAdvanced: true }),
    ...clientCertificate,
  })
  .meta({
    id: 'WebhookCredentials',
    description: 'Client secret and client certificate for a webhook. Never returned.',
  })
