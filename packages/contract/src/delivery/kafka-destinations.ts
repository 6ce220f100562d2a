import { z } from 'zod'
import {
  batches,
  caCertificate,
  clientCertificate,
  clientCredentials,
  clientSecret,
  formFields,
  password,
  sendLimits,
  sslMode,
} from './destination-fields.ts'

export const KafkaMetadata = z
  .object({
    bootstrapServers: z
      .string()
      .min(1)
      .max(2048)
      .meta({ example: 'b1.acme.example:9092,b2.acme.example:9092' })
      .describe(
        'Brokers to ask first, separated by commas, with their ports if they are not 9092. They name the others.',
      )
      .register(formFields, {
        label: 'Bootstrap servers',
        placeholder: 'b1.acme.example:9092,b2.acme.example:9092',
      }),
    topic: z
      .string()
      .min(1)
      .max(512)
      .meta({ example: 'events' })
      .describe('Name of the topic, which must exist.')
      .register(formFields, { label: 'Topic' }),
    messageKeyTemplate: z
      .string()
      .max(2048)
      .optional()
      .describe(
        'Template that computes the key from the message, such as `data.groupRef`. Messages of one key are in one partition, in order. Defaults to installation and object.',
      )
      .register(formFields, {
        label: 'Key',
        hint: 'A path, such as data.groupRef. Leave empty for one key per installation and object.',
      }),
    saslMechanism: z
      .enum(['plain', 'scram-sha-256', 'scram-sha-512', 'oauthbearer'])
      .optional()
      .describe(
        'How to sign in: with `username` and password, or by `oauthbearer` with an access token of `tokenUrl`. Without it, nobody signs in, or the client certificate does.',
      )
      .register(formFields, {
        label: 'Sign-in',
        placeholder: 'None',
      }),
    username: z
      .string()
      .min(1)
      .max(256)
      .optional()
      .describe('Whom to sign in as.')
      .register(formFields, { label: 'Username' }),
    ...clientCredentials,
    saslExtensions: z
      .record(
        z.string().regex(/^[A-Za-z]{1,64}$/),
        z
          .string()
          .max(1024)
          .regex(/^[\x20-\x7e]*$/),
      )
      .optional()
      .describe(
        'What brokers require beside the access token, by name, such as `logicalCluster` and `identityPoolId` of Confluent Cloud.',
      ),
    sslMode,
    caCertificate,
    ...batches,
    ...sendLimits,
  })
  .meta({ id: 'KafkaMetadata', description: 'Settings of a Kafka destination.' })

export const KafkaCredentials = z
  .object({ password, clientSecret, ...clientCertificate })
  .meta({ id: 'KafkaCredentials', description: 'Credentials for Kafka. Never returned.' })
