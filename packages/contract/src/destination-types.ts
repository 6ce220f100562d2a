import { z } from 'zod'

export const DestinationType = z
  .enum(['webhook', 'kinesis', 's3', 'log'])
  .meta({ id: 'DestinationType', description: 'Where a destination leads.' })
export type DestinationType = z.infer<typeof DestinationType>

export const WebhookHeaders = z.record(z.string().min(1).max(256), z.string().max(8192)).meta({
  id: 'WebhookHeaders',
  description: 'Headers to send, by name; values may hold no line breaks.',
})
export type WebhookHeaders = z.infer<typeof WebhookHeaders>

const WebhookMetadata = z
  .object({
    url: z
      .string()
      .min(1)
      .max(2048)
      .meta({ example: 'https://acme.example/webhooks' })
      .describe('Where webhooks are sent: `https`, but in development.'),
    headers: WebhookHeaders.optional().describe(
      'Headers to send with each webhook. Their values are stored sealed.',
    ),
    ed25519: z
      .boolean()
      .optional()
      .describe('Whether to add `v1a` signatures, which the public key verifies.'),
  })
  .meta({ id: 'WebhookMetadata', description: 'Settings of a webhook.' })

const awsMetadata = {
  region: z.string().min(1).max(64).describe('The region in AWS, such as `eu-west-1`.'),
  endpointUrl: z
    .string()
    .max(2048)
    .optional()
    .describe('The URL of a service that speaks like the one of AWS, in place of it.'),
}

const batches = {
  batchSize: z
    .int()
    .min(1)
    .max(10_000)
    .optional()
    .describe('How many messages are sent at once at most; fewer where the receiver takes fewer.'),
  maxWaitSecs: z
    .int()
    .min(0)
    .max(3600)
    .optional()
    .describe('How many seconds a message waits for others to be sent with it.'),
}

const KinesisMetadata = z
  .object({
    streamName: z
      .string()
      .min(1)
      .max(128)
      .describe('The name of the stream: letters, digits, `.`, `-` and `_`.'),
    ...awsMetadata,
    partitionKeyTemplate: z
      .string()
      .max(2048)
      .optional()
      .describe(
        "A template that makes the partition key from the message, such as `data.groupRef`: paths, `'texts'`, `a || b` and `join('/', [a, b])`, as in JMESPath. The message’s ID without it.",
      ),
    ...batches,
  })
  .meta({ id: 'KinesisMetadata', description: 'Settings of a stream.' })

const S3Metadata = z
  .object({
    bucket: z.string().min(1).max(255).describe('The name of the bucket, which must exist.'),
    ...awsMetadata,
    keyTemplate: z
      .string()
      .max(2048)
      .optional()
      .describe(
        "A template that makes the name of the object from the message, or with `batch` that of its folder, such as `join('/', [type, date, id])`. Empty segments are left out; a segment `.` or `..` becomes `_` or `__`.",
      ),
    storageClass: z
      .string()
      .max(64)
      .optional()
      .describe('How objects are kept, such as `STANDARD_IA`; the bucket’s default without it.'),
    batch: z
      .boolean()
      .optional()
      .describe('Whether objects hold many messages, one a line, compressed with gzip.'),
    ...batches,
  })
  .meta({ id: 'S3Metadata', description: 'Settings of a bucket.' })

const LogMetadata = z
  .object({
    endpointUrl: z
      .string()
      .max(2048)
      .optional()
      .describe('The OTLP/HTTP collector that takes the lines; the server’s own log without it.'),
    severity: z
      .enum(['debug', 'info', 'warn', 'error'])
      .optional()
      .describe('The severity that each line has; `info` without it.'),
    attributes: z
      .record(z.string().min(1).max(256), z.string().max(1024))
      .optional()
      .describe('What to add to each line, by name.'),
    ...batches,
  })
  .meta({ id: 'LogMetadata', description: 'Settings of a log.' })

const AwsCredentials = z
  .object({
    awsKeyId: z
      .string()
      .max(1024)
      .optional()
      .describe('The access key ID; without it the role of the server counts, where it may.'),
    awsSecretKey: z
      .string()
      .max(1024)
      .optional()
      .describe('The secret access key, which belongs to `awsKeyId`.'),
    awsSessionToken: z
      .string()
      .max(8192)
      .optional()
      .describe('With temporary credentials: their token.'),
  })
  .meta({ id: 'AwsCredentials', description: 'Credentials for AWS. They are never read again.' })

const LogCredentials = z
  .object({
    headers: WebhookHeaders.optional().describe(
      'Headers that the collector asks for, such as `Authorization`.',
    ),
  })
  .meta({ id: 'LogCredentials', description: 'Credentials for a collector. Never read again.' })

/** What a destination of each type is set up with, and the credentials that it takes. */
export const destinationTypes = {
  webhook: { metadata: WebhookMetadata, secrets: z.object({}) },
  kinesis: { metadata: KinesisMetadata, secrets: AwsCredentials },
  s3: { metadata: S3Metadata, secrets: AwsCredentials },
  log: { metadata: LogMetadata, secrets: LogCredentials },
} satisfies Record<DestinationType, { metadata: z.ZodObject; secrets: z.ZodObject }>

const type = <Type extends DestinationType>(name: Type) =>
  z.literal(name).describe('Where it leads; decides what `metadata` and `secrets` hold.')
const settings = <Metadata extends z.ZodType>(metadata: Metadata) =>
  metadata.describe('How it is reached, and what it is sent.')
const credentials = <Secrets extends z.ZodType>(secrets: Secrets) =>
  secrets.optional().describe('Sealed when they are stored, and never read again.')

/** The type of a destination, with what follows from it. */
export const DestinationSettings = z
  .discriminatedUnion('type', [
    z.object({ type: type('webhook'), metadata: settings(WebhookMetadata) }),
    z.object({ type: type('kinesis'), metadata: settings(KinesisMetadata) }),
    z.object({ type: type('s3'), metadata: settings(S3Metadata) }),
    z.object({ type: type('log'), metadata: settings(LogMetadata) }),
  ])
  .meta({
    id: 'DestinationSettings',
    description: 'The type of a destination, and the settings that it has.',
  })
export type DestinationSettings = z.infer<typeof DestinationSettings>

/** The same with credentials, to create one. */
export const DestinationSetUp = z
  .discriminatedUnion('type', [
    z.object({ type: type('webhook'), metadata: settings(WebhookMetadata) }),
    z.object({
      type: type('kinesis'),
      metadata: settings(KinesisMetadata),
      secrets: credentials(AwsCredentials),
    }),
    z.object({
      type: type('s3'),
      metadata: settings(S3Metadata),
      secrets: credentials(AwsCredentials),
    }),
    z.object({
      type: type('log'),
      metadata: settings(LogMetadata),
      secrets: credentials(LogCredentials),
    }),
  ])
  .meta({
    id: 'DestinationSetUp',
    description:
      'The type of a destination, the settings that it has and the credentials it takes.',
  })

/** Settings and credentials of whatever type, each of which may be missing: for what changes one. */
export const DestinationMetadata = z
  .object({
    ...LogMetadata.shape,
    ...S3Metadata.shape,
    ...KinesisMetadata.shape,
    ...WebhookMetadata.shape,
  })
  .partial()
  .meta({
    id: 'DestinationMetadata',
    description: 'Settings to change; only those that the destination’s type has can be named.',
  })
export type DestinationMetadata = z.infer<typeof DestinationMetadata>

export const DestinationCredentials = z
  .object({ ...AwsCredentials.shape, ...LogCredentials.shape })
  .meta({
    id: 'DestinationCredentials',
    description:
      'Credentials to change; only those that the destination’s type takes can be named.',
  })
export type DestinationCredentials = z.infer<typeof DestinationCredentials>
