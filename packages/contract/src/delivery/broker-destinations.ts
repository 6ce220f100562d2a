import { z } from 'zod'
import {
  batches,
  caCertificate,
  clientCertificate,
  formFields,
  password,
  sendLimits,
  sslMode,
} from './destination-fields.ts'

export const RabbitMqMetadata = z
  .object({
    host: z
      .string()
      .min(1)
      .max(512)
      .meta({ example: 'mq.acme.example' })
      .describe('Host of the broker, with its port if it is not 5671, or 5672 without TLS.')
      .register(formFields, { label: 'Host', placeholder: 'mq.acme.example' }),
    virtualHost: z
      .string()
      .min(1)
      .max(255)
      .optional()
      .describe('Virtual host. Defaults to `/`.')
      .register(formFields, { label: 'Virtual host', hint: 'Leave empty for /.' }),
    exchange: z
      .string()
      .min(1)
      .max(255)
      .optional()
      .describe('Exchange to publish to, which must exist. Either this or `queue` is required.')
      .register(formFields, { label: 'Exchange', hint: 'Leave empty to send to a queue.' }),
    routingKeyTemplate: z
      .string()
      .max(2048)
      .optional()
      .describe(
        'Template that computes the routing key from the message, such as `data.objectName`. Defaults to the type of the message.',
      )
      .register(formFields, {
        label: 'Routing key',
        hint: 'A path, such as data.objectName. Leave empty for the type of the message.',
      }),
    queue: z
      .string()
      .min(1)
      .max(255)
      .optional()
      .describe('Queue to send to, which must exist, by the default exchange.')
      .register(formFields, { label: 'Queue', hint: 'Leave empty to send to an exchange.' }),
    username: z
      .string()
      .min(1)
      .max(256)
      .optional()
      .describe('Whom to sign in as. Without it, the client certificate signs in.')
      .register(formFields, { label: 'Username' }),
    sslMode,
    caCertificate,
    ...batches,
    ...sendLimits,
  })
  .meta({ id: 'RabbitMqMetadata', description: 'Settings of a RabbitMQ destination.' })

export const RabbitMqCredentials = z
  .object({ password, ...clientCertificate })
  .meta({ id: 'RabbitMqCredentials', description: 'Credentials for RabbitMQ. Never returned.' })

export const RedisMetadata = z
  .object({
    host: z
      .string()
      .min(1)
      .max(512)
      .meta({ example: 'redis.acme.example' })
      .describe('Host of the server, with its port if it is not 6379.')
      .register(formFields, { label: 'Host', placeholder: 'redis.acme.example' }),
    stream: z
      .string()
      .min(1)
      .max(512)
      .meta({ example: 'events' })
      .describe('Key of the stream. Created if it does not exist.')
      .register(formFields, { label: 'Stream' }),
    maxLength: z
      .int()
      .min(1)
      .max(1_000_000_000)
      .optional()
      .describe(
        'How many entries the stream keeps, approximately; older ones are removed, read or not. Without it, all are kept.',
      )
      .register(formFields, {
        label: 'Maximum length',
        hint: 'Older entries are removed. Leave empty to keep all.',
        isNumber: true,
      }),
    username: z
      .string()
      .min(1)
      .max(256)
      .optional()
      .describe('Whom to sign in as. Without it, the password is that of the user `default`.')
      .register(formFields, { label: 'Username' }),
    sslMode,
    caCertificate,
    ...batches,
    ...sendLimits,
  })
  .meta({ id: 'RedisMetadata', description: 'Settings of a Redis destination.' })

export const RedisCredentials = z
  .object({ password, ...clientCertificate })
  .meta({ id: 'RedisCredentials', description: 'Credentials for Redis. Never returned.' })

export const NatsMetadata = z
  .object({
    host: z
      .string()
      .min(1)
      .max(512)
      .meta({ example: 'nats.acme.example' })
      .describe('Host of the server, with its port if it is not 4222.')
      .register(formFields, { label: 'Host', placeholder: 'nats.acme.example' }),
    subject: z
      .string()
      .min(1)
      .max(255)
      .meta({ example: 'integrations' })
      .describe('Subject to publish to. A stream of JetStream must take it.')
      .register(formFields, {
        label: 'Subject',
        placeholder: 'integrations',
        hint: 'A JetStream stream must include it.',
      }),
    subjectTemplate: z
      .string()
      .max(2048)
      .optional()
      .describe(
        "Template that computes what follows the subject, such as `join('.', [type, data.objectName])`. Spaces and wildcards become `_`; empty parts are omitted.",
      )
      .register(formFields, {
        label: 'Rest of the subject',
        hint: "Such as join('.', [type, data.objectName]). Leave empty for the subject alone.",
      }),
    username: z
      .string()
      .min(1)
      .max(256)
      .optional()
      .describe('Whom to sign in as. Without it, the password is a token.')
      .register(formFields, { label: 'Username', hint: 'Leave empty to sign in with a token.' }),
    sslMode,
    caCertificate,
    ...batches,
    ...sendLimits,
  })
  .meta({ id: 'NatsMetadata', description: 'Settings of a NATS destination.' })

export const NatsCredentials = z
  .object({
    password,
    natsCredentials: z
      .string()
      .max(16_384)
      .optional()
      .describe('Contents of the `.creds` file of a user, instead of a password.')
      .register(formFields, {
        label: 'Credentials file',
        hint: 'The contents of a .creds file, instead of a password.',
        isMultiline: true,
      }),
    ...clientCertificate,
  })
  .meta({ id: 'NatsCredentials', description: 'Credentials for NATS. Never returned.' })
