import { z } from 'zod'
import {
  AwsDestinationCredentials,
  EventBridgeMetadata,
  KinesisMetadata,
  S3Metadata,
  SnsMetadata,
  SqsMetadata,
} from './aws-destinations.ts'
import { AzureBlobCredentials, AzureBlobMetadata } from './azure-destinations.ts'
import {
  NatsCredentials,
  NatsMetadata,
  RabbitMqCredentials,
  RabbitMqMetadata,
  RedisCredentials,
  RedisMetadata,
} from './broker-destinations.ts'
import {
  ClickHouseCredentials,
  ClickHouseMetadata,
  PostgresCredentials,
  PostgresMetadata,
} from './database-destinations.ts'
import { batches, formFields, sendLimits } from './destination-fields.ts'
import { DatabricksCredentials, DatabricksMetadata } from './databricks-destination.ts'
import { KafkaCredentials, KafkaMetadata } from './kafka-destinations.ts'
import {
  BigQueryMetadata,
  GcsMetadata,
  GoogleCredentials,
  PubSubMetadata,
} from './google-destinations.ts'
import { SnowflakeCredentials, SnowflakeMetadata } from './snowflake-destination.ts'
import { ChatCredentials, ChatMetadata } from './chat-destination.ts'
import { WebhookCredentials, WebhookHeaders, WebhookMetadata } from './webhook-destination.ts'

const PullMetadata = z
  .object({})
  .meta({ id: 'PullMetadata', description: 'Settings of a pull destination: none.' })

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
    ...sendLimits,
  })
  .meta({ id: 'LogMetadata', description: 'Settings of a log destination.' })

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
    secrets: WebhookCredentials,
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
    secrets: AwsDestinationCredentials,
  },
  s3: {
    title: 'Object storage',
    defaultAddress: '',
    metadata: S3Metadata,
    secrets: AwsDestinationCredentials,
  },
  gcs: {
    title: 'Google Cloud Storage',
    defaultAddress: '',
    metadata: GcsMetadata,
    secrets: GoogleCredentials,
  },
  azureblob: {
    title: 'Azure Blob Storage',
    defaultAddress: '',
    metadata: AzureBlobMetadata,
    secrets: AzureBlobCredentials,
  },
  sqs: {
    title: 'SQS queue',
    defaultAddress: '',
    metadata: SqsMetadata,
    secrets: AwsDestinationCredentials,
  },
  sns: {
    title: 'SNS topic',
    defaultAddress: '',
    metadata: SnsMetadata,
    secrets: AwsDestinationCredentials,
  },
  eventbridge: {
    title: 'EventBridge bus',
    defaultAddress: '',
    metadata: EventBridgeMetadata,
    secrets: AwsDestinationCredentials,
  },
  kafka: {
    title: 'Kafka topic',
    defaultAddress: '',
    metadata: KafkaMetadata,
    secrets: KafkaCredentials,
  },
  rabbitmq: {
    title: 'RabbitMQ',
    defaultAddress: '',
    metadata: RabbitMqMetadata,
    secrets: RabbitMqCredentials,
  },
  redis: {
    title: 'Redis stream',
    defaultAddress: '',
    metadata: RedisMetadata,
    secrets: RedisCredentials,
  },
  nats: {
    title: 'NATS JetStream',
    defaultAddress: '',
    metadata: NatsMetadata,
    secrets: NatsCredentials,
  },
  pubsub: {
    title: 'Pub/Sub topic',
    defaultAddress: '',
    metadata: PubSubMetadata,
    secrets: GoogleCredentials,
  },
  postgres: {
    title: 'PostgreSQL database',
    defaultAddress: '',
    metadata: PostgresMetadata,
    secrets: PostgresCredentials,
  },
  clickhouse: {
    title: 'ClickHouse table',
    defaultAddress: '',
    metadata: ClickHouseMetadata,
    secrets: ClickHouseCredentials,
  },
  snowflake: {
    title: 'Snowflake table',
    defaultAddress: '',
    metadata: SnowflakeMetadata,
    secrets: SnowflakeCredentials,
  },
  bigquery: {
    title: 'BigQuery table',
    defaultAddress: '',
    metadata: BigQueryMetadata,
    secrets: GoogleCredentials,
  },
  databricks: {
    title: 'Databricks',
    defaultAddress: '',
    metadata: DatabricksMetadata,
    secrets: DatabricksCredentials,
  },
  chat: {
    title: 'Slack or compatible chat',
    defaultAddress: 'Incoming webhook',
    metadata: ChatMetadata,
    secrets: ChatCredentials,
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

type MergedShape<Shape> = (Shape extends unknown ? (shape: Shape) => void : never) extends (
  shape: infer Merged,
) => void
  ? Merged
  : never

/** Returns the members of the schemas of all types, by name. */
const mergeShapes = <Member extends 'metadata' | 'secrets'>(member: Member) =>
  Object.assign(
    {},
    ...typeNames.map((type) => destinationTypes[type][member].shape),
  ) as MergedShape<Types[DestinationType][Member]['shape']>

/** Settings and credentials of any type, all optional, for updates. */
export const DestinationMetadata = z.object(mergeShapes('metadata')).partial().meta({
  id: 'DestinationMetadata',
  description: 'Settings to change. Must be valid for the destination’s type.',
})
export type DestinationMetadata = z.infer<typeof DestinationMetadata>

export const DestinationCredentials = z.object(mergeShapes('secrets')).meta({
  id: 'DestinationCredentials',
  description: 'Credentials to change. Must be valid for the destination’s type.',
})
export type DestinationCredentials = z.infer<typeof DestinationCredentials>
