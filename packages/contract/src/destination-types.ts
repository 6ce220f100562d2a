import { z } from 'zod'

/** How forms ask for a setting. The others are set by API. */
interface FormField {
  label: string
  hint?: string
  placeholder?: string
}

/** The settings and credentials that forms ask for. */
const formFields = z.registry<FormField>()

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
      .describe('URL that webhooks are sent to. Must use `https` outside of development.')
      .register(formFields, { label: 'URL', placeholder: 'https://…' }),
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

const awsRegion = z
  .string()
  .min(1)
  .max(64)
  .describe('AWS region, such as `eu-west-1`.')
  .register(formFields, { label: 'Region', placeholder: 'eu-west-1' })

const awsEndpointUrl = z
  .string()
  .max(2048)
  .optional()
  .describe('URL of an AWS-compatible service to use in place of AWS.')
  .register(formFields, {
    label: 'Endpoint',
    hint: 'For a compatible service. Leave empty for AWS.',
  })

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
      .describe('Name of the stream: letters, digits, `.`, `-` and `_`.')
      .register(formFields, { label: 'Stream' }),
    region: awsRegion,
    partitionKeyTemplate: z
      .string()
      .max(2048)
      .optional()
      .describe(
        "JMESPath-style template that computes the partition key from the message, such as `data.groupRef`. Supports paths, `'texts'`, `a || b` and `join('/', [a, b])`. Defaults to the message’s ID.",
      )
      .register(formFields, { label: 'Partition key', hint: 'A path, such as data.groupRef.' }),
    endpointUrl: awsEndpointUrl,
    ...batches,
  })
  .meta({ id: 'KinesisMetadata', description: 'Settings of a Kinesis destination.' })

const S3Metadata = z
  .object({
    bucket: z
      .string()
      .min(1)
      .max(255)
      .describe('Name of an existing bucket.')
      .register(formFields, { label: 'Bucket' }),
    region: awsRegion,
    keyTemplate: z
      .string()
      .max(2048)
      .optional()
      .describe(
        "Template that computes the object key from the message, such as `join('/', [type, date, id])`. With `batch`, it computes the prefix. Empty segments are omitted; a segment `.` or `..` becomes `_` or `__`.",
      )
      .register(formFields, {
        label: 'Key',
        hint: "Such as join('/', [type, date, id]). Leave empty for type, date and ID.",
      }),
    endpointUrl: awsEndpointUrl,
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
      )
      .register(formFields, {
        label: 'Batch messages',
        hint: 'Writes several messages to one compressed object, one per line. The key then names the folder.',
      }),
    ...batches,
  })
  .meta({ id: 'S3Metadata', description: 'Settings of an S3 destination.' })

const LogMetadata = z
  .object({
    endpointUrl: z
      .string()
      .max(2048)
      .optional()
      .describe('URL of an OTLP/HTTP collector. Defaults to the server’s own log.')
      .register(formFields, {
        label: 'Endpoint',
        hint: 'HTTP endpoint of an OpenTelemetry collector. Leave empty for the server log.',
      }),
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
      .describe('Access key ID. If unset, the server’s role is used, if permitted.')
      .register(formFields, {
        label: 'Access key ID',
        hint: 'Leave both empty to use the IAM role of the server.',
      }),
    awsSecretKey: z
      .string()
      .max(1024)
      .optional()
      .describe('Secret access key for `awsKeyId`.')
      .register(formFields, { label: 'Secret access key' }),
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

interface DestinationKind {
  /** Name of the type. */
  title: string
  /** What is shown as the address if the first setting is empty. */
  defaultAddress: string
  metadata: z.ZodObject
  secrets: z.ZodObject
}

/** Every type of destination. Forms ask for settings in this order; the first is its address. */
export const destinationTypes = {
  webhook: {
    title: 'Webhook',
    defaultAddress: '',
    metadata: WebhookMetadata,
    secrets: z.object({}),
  },
  pull: {
    title: 'Pull',
    defaultAddress: 'Fetched by consumers',
    metadata: PullMetadata,
    secrets: z.object({}),
  },
  kinesis: {
    title: 'Kinesis stream',
    defaultAddress: '',
    metadata: KinesisMetadata,
    secrets: AwsCredentials,
  },
  s3: {
    title: 'Object storage',
    defaultAddress: '',
    metadata: S3Metadata,
    secrets: AwsCredentials,
  },
  log: {
    title: 'Log',
    defaultAddress: 'Server log',
    metadata: LogMetadata,
    secrets: LogCredentials,
  },
} satisfies Record<string, DestinationKind>

type Types = typeof destinationTypes
export type DestinationType = keyof Types

const typeNames = Object.keys(destinationTypes) as [DestinationType, ...DestinationType[]]

export const DestinationType = z
  .enum(typeNames)
  .meta({ id: 'DestinationType', description: 'Type of a destination.' })

interface SettingsShape<Type extends DestinationType> {
  type: z.ZodLiteral<Type>
  metadata: Types[Type]['metadata']
}
type SetUpShape<Type extends DestinationType> = SettingsShape<Type> & {
  secrets: z.ZodOptional<Types[Type]['secrets']>
}

const toSettings = (type: DestinationType) => ({
  type: z
    .literal(type)
    .describe('Type of the destination. Determines the contents of `metadata` and `secrets`.'),
  metadata: destinationTypes[type].metadata.describe('Settings of the destination.'),
})

const toSetUp = (type: DestinationType) => {
  const { secrets } = destinationTypes[type]
  if (Object.keys(secrets.shape).length === 0) return toSettings(type)
  const credentials = secrets
    .optional()
    .describe('Credentials of the destination. Stored encrypted and never returned.')
  return { ...toSettings(type), secrets: credentials }
}

type OneOf<Shapes extends Record<DestinationType, z.core.$ZodLooseShape>> = [
  z.ZodObject<Shapes[DestinationType]>,
  ...z.ZodObject<Shapes[DestinationType]>[],
]

/** Returns what forms ask for of a schema, in order. */
export const listFormFields = ({ shape }: z.ZodObject) =>
  Object.entries(shape as Record<string, z.ZodType>).flatMap(([name, schema]) => {
    const field = formFields.get(schema)
    if (!field) return []
    const isRequired = !schema.safeParse(undefined).success
    const isFlag = schema.safeParse(true).success
    return [{ name, ...field, ...(isRequired && { isRequired }), ...(isFlag && { isFlag }) }]
  })

/** The type of a destination with its settings. */
export const DestinationSettings = z
  .discriminatedUnion(
    'type',
    typeNames.map((type) => z.object(toSettings(type))) as unknown as OneOf<{
      [Type in DestinationType]: SettingsShape<Type>
    }>,
  )
  .meta({
    id: 'DestinationSettings',
    description: 'Type and settings of a destination.',
  })
export type DestinationSettings = z.infer<typeof DestinationSettings>

/** The settings with credentials, to create a destination. */
export const DestinationSetUp = z
  .discriminatedUnion(
    'type',
    typeNames.map((type) => z.object(toSetUp(type))) as unknown as OneOf<{
      [Type in DestinationType]: SetUpShape<Type>
    }>,
  )
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
