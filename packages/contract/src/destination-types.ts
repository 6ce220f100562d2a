import { z } from 'zod'

export const DestinationType = z
  .enum(['webhook', 'pull', 'kinesis', 's3', 'log'])
  .meta({ id: 'DestinationType', description: 'Type of a destination.' })
export type DestinationType = z.infer<typeof DestinationType>

export const WebhookHeaders = z.record(z.string().min(1).max(256), z.string().max(8192)).meta({
  id: 'WebhookHeaders',
  description: 'Headers to send, by name. Values cannot contain line breaks.',
})
export type WebhookHeaders = z.infer<typeof WebhookHeaders>

const WebhookMetadata = z
  .object({
    url: z
      .string()
      .min(1)
      .max(2048)
      .meta({ example: 'https://acme.example/webhooks' })
      .describe('URL that webhooks are sent to. Must use `https` outside of development.'),
    headers: WebhookHeaders.optional().describe(
      'Headers to send with each webhook. Values are stored encrypted.',
    ),
    ed25519: z
      .boolean()
      .optional()
      .describe('Whether to add `v1a` signatures, which are verified with the public key.'),
  })
  .meta({ id: 'WebhookMetadata', description: 'Settings of a webhook destination.' })

const PullMetadata = z
  .object({})
  .meta({ id: 'PullMetadata', description: 'Settings of a pull destination: none.' })

const awsMetadata = {
  region: z.string().min(1).max(64).describe('AWS region, such as `eu-west-1`.'),
  endpointUrl: z
    .string()
    .max(2048)
    .optional()
    .describe('URL of an AWS-compatible service to use in place of AWS.'),
}

const batches = {
  batchSize: z
    .int()
    .min(1)
    .max(10_000)
    .optional()
    .describe(
      'Maximum number of messages per request. Reduced to the receiver’s limit if that is lower.',
    ),
  maxWaitSecs: z
    .int()
    .min(0)
    .max(3600)
    .optional()
    .describe('Maximum time a message waits to be batched, in seconds.'),
}

const KinesisMetadata = z
  .object({
    streamName: z
      .string()
      .min(1)
      .max(128)
      .describe('Name of the stream: letters, digits, `.`, `-` and `_`.'),
    ...awsMetadata,
    partitionKeyTemplate: z
      .string()
      .max(2048)
      .optional()
      .describe(
        "JMESPath-style template that computes the partition key from the message, such as `data.groupRef`. Supports paths, `'texts'`, `a || b` and `join('/', [a, b])`. Defaults to the message’s ID.",
      ),
    ...batches,
  })
  .meta({ id: 'KinesisMetadata', description: 'Settings of a Kinesis destination.' })

const S3Metadata = z
  .object({
    bucket: z.string().min(1).max(255).describe('Name of an existing bucket.'),
    ...awsMetadata,
    keyTemplate: z
      .string()
      .max(2048)
      .optional()
      .describe(
        "Template that computes the object key from the message, such as `join('/', [type, date, id])`. With `batch`, it computes the prefix. Empty segments are omitted; a segment `.` or `..` becomes `_` or `__`.",
      ),
    storageClass: z
      .string()
      .max(64)
      .optional()
      .describe(
        'Storage class of objects, such as `STANDARD_IA`. Defaults to the bucket’s default.',
      ),
    batch: z
      .boolean()
      .optional()
      .describe(
        'Whether to store multiple messages per object, one per line, compressed with gzip.',
      ),
    ...batches,
  })
  .meta({ id: 'S3Metadata', description: 'Settings of an S3 destination.' })

const LogMetadata = z
  .object({
    endpointUrl: z
      .string()
      .max(2048)
      .optional()
      .describe('URL of an OTLP/HTTP collector. Defaults to the server’s own log.'),
    severity: z
      .enum(['debug', 'info', 'warn', 'error'])
      .optional()
      .describe('Severity of each log line. Defaults to `info`.'),
    attributes: z
      .record(z.string().min(1).max(256), z.string().max(1024))
      .optional()
      .describe('Attributes to add to each log line, by name.'),
    ...batches,
  })
  .meta({ id: 'LogMetadata', description: 'Settings of a log destination.' })

const AwsCredentials = z
  .object({
    awsKeyId: z
      .string()
      .max(1024)
      .optional()
      .describe('Access key ID. If unset, the server’s role is used, if permitted.'),
    awsSecretKey: z.string().max(1024).optional().describe('Secret access key for `awsKeyId`.'),
    awsSessionToken: z
      .string()
      .max(8192)
      .optional()
      .describe('Session token of temporary credentials.'),
  })
  .meta({ id: 'AwsCredentials', description: 'AWS credentials. Never returned.' })

const LogCredentials = z
  .object({
    headers: WebhookHeaders.optional().describe(
      'Headers required by the collector, such as `Authorization`.',
    ),
  })
  .meta({ id: 'LogCredentials', description: 'Credentials for a log collector. Never returned.' })

/** Settings and credentials by type of destination. */
export const destinationTypes = {
  webhook: { metadata: WebhookMetadata, secrets: z.object({}) },
  pull: { metadata: PullMetadata, secrets: z.object({}) },
  kinesis: { metadata: KinesisMetadata, secrets: AwsCredentials },
  s3: { metadata: S3Metadata, secrets: AwsCredentials },
  log: { metadata: LogMetadata, secrets: LogCredentials },
} satisfies Record<DestinationType, { metadata: z.ZodObject; secrets: z.ZodObject }>

const type = <Type extends DestinationType>(name: Type) =>
  z
    .literal(name)
    .describe('Type of the destination. Determines the contents of `metadata` and `secrets`.')
const settings = <Metadata extends z.ZodType>(metadata: Metadata) =>
  metadata.describe('Settings of the destination.')
const credentials = <Secrets extends z.ZodType>(secrets: Secrets) =>
  secrets
    .optional()
    .describe('Credentials of the destination. Stored encrypted and never returned.')

/** The type of a destination with its settings. */
export const DestinationSettings = z
  .discriminatedUnion('type', [
    z.object({ type: type('webhook'), metadata: settings(WebhookMetadata) }),
    z.object({ type: type('pull'), metadata: settings(PullMetadata) }),
    z.object({ type: type('kinesis'), metadata: settings(KinesisMetadata) }),
    z.object({ type: type('s3'), metadata: settings(S3Metadata) }),
    z.object({ type: type('log'), metadata: settings(LogMetadata) }),
  ])
  .meta({
    id: 'DestinationSettings',
    description: 'Type and settings of a destination.',
  })
export type DestinationSettings = z.infer<typeof DestinationSettings>

/** The settings with credentials, to create a destination. */
export const DestinationSetUp = z
  .discriminatedUnion('type', [
    z.object({ type: type('webhook'), metadata: settings(WebhookMetadata) }),
    z.object({ type: type('pull'), metadata: settings(PullMetadata) }),
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
    description: 'Type, settings and credentials of a destination.',
  })

/** Settings and credentials of any type, all optional, for updates. */
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
    description: 'Settings to change. Must be valid for the destination’s type.',
  })
export type DestinationMetadata = z.infer<typeof DestinationMetadata>

export const DestinationCredentials = z
  .object({ ...AwsCredentials.shape, ...LogCredentials.shape })
  .meta({
    id: 'DestinationCredentials',
    description: 'Credentials to change. Must be valid for the destination’s type.',
  })
export type DestinationCredentials = z.infer<typeof DestinationCredentials>
