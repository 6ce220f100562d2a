import { z } from 'zod'
import {
  caCertificate,
  clientCertificate,
  clientCredentials,
  clientSecret,
  formFields,
  sendLimits,
} from './destination-fields.ts'

export const WebhookHeaders = z.record(z.string().min(1).max(256), z.string().max(8192)).meta({
  id: 'WebhookHeaders',
  description: 'Headers to send, by name. Values cannot contain line breaks.',
})
export type WebhookHeaders = z.infer<typeof WebhookHeaders>

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
    clientSecret,
    ...clientCertificate,
  })
  .meta({
    id: 'WebhookCredentials',
    description: 'Client secret and client certificate for a webhook. Never returned.',
  })
