import type { DestinationMetadata, DestinationType } from '@platform/contract'
import { onTestFinished } from 'vitest'
import { hasEmulators } from '@platform/testing/emulators'
import { hasDebianPackages } from '@platform/testing/debian-packages'
import { hasKafka } from '@platform/testing/kafka-broker'
import { hasNatsServer } from '@platform/testing/nats-server'
import { givenBlobContainer } from './azureblob/testing.ts'
import { givenBigQuery } from './bigquery/testing.ts'
import { givenChat } from './chat/testing.ts'
import { givenClickHouse } from './clickhouse/testing.ts'
import { givenDatabricks } from './databricks/testing.ts'
import { givenEventBridge } from './eventbridge/testing.ts'
import { givenGcsBucket } from './gcs/testing.ts'
import { givenKafka } from './kafka/testing.ts'
import { givenRabbitMq } from './rabbitmq/testing.ts'
import { givenKinesis } from './kinesis/testing.ts'
import { givenLog } from './log/testing.ts'
import { givenNats } from './nats/testing.ts'
import { givenPostgres } from './postgres/testing.ts'
import { givenPubSub } from './pubsub/testing.ts'
import { givenStreamInMemory } from './pull/testing.ts'
import { givenRedis } from './redis/testing.ts'
import { givenBucket } from './s3/testing.ts'
import { givenSnowflake } from './snowflake/testing.ts'
import { sinkTypes } from './sink-types.ts'
import { givenSns } from './sns/testing.ts'
import { givenSqs } from './sqs/testing.ts'
import { givenContext, type SinkWorld } from './testing/sink-world.ts'
import { givenWebhookReceiver } from './webhook/testing.ts'
import { newSigningKeys } from './webhook/signing.ts'

/** Starts a receiver of each type. */
export const worlds: Record<
  DestinationType,
  (metadata?: DestinationMetadata) => Promise<SinkWorld>
> = {
  webhook: givenWebhookReceiver,
  pull: givenStreamInMemory,
  kinesis: givenKinesis,
  s3: givenBucket,
  gcs: givenGcsBucket,
  azureblob: givenBlobContainer,
  sqs: givenSqs({ isFifo: false }),
  sns: givenSns({ isFifo: false }),
  eventbridge: givenEventBridge,
  kafka: givenKafka,
  rabbitmq: givenRabbitMq,
  redis: givenRedis,
  nats: givenNats,
  pubsub: givenPubSub,
  postgres: givenPostgres,
  clickhouse: givenClickHouse,
  snowflake: givenSnowflake,
  bigquery: givenBigQuery,
  databricks: givenDatabricks,
  chat: givenChat,
  log: givenLog,
}

interface Kind {
  name: string
  type: DestinationType
  givenWorld: (metadata?: DestinationMetadata) => Promise<SinkWorld>
  /** Size of the largest message that it is tried with. */
  kilobytes: number
}

const emulated: readonly DestinationType[] = [
  'sqs',
  'sns',
  'eventbridge',
  'pubsub',
  'gcs',
  'azureblob',
  'clickhouse',
]

const ofTypes = Object.entries(worlds) as [DestinationType, Kind['givenWorld']][]

const parquet = {
  name: 's3 Parquet',
  type: 's3' as const,
  givenWorld: (metadata?: DestinationMetadata) => givenBucket({ format: 'parquet', ...metadata }),
}

/** Every kind of destination for which there is a server here. */
export const kinds: Kind[] = [
  ...ofTypes.map(([type, givenWorld]) => ({ name: type, type, givenWorld })),
  { name: 'sqs FIFO', type: 'sqs' as const, givenWorld: givenSqs({ isFifo: true }) },
  ...(hasEmulators ? [parquet] : []),
  { name: 'sns FIFO', type: 'sns' as const, givenWorld: givenSns({ isFifo: true }) },
]
  // A chat receives a text, and no message.
  .filter(({ type }) => type !== 'chat')
  .filter(({ type }) => hasEmulators || !emulated.includes(type))
  .filter(({ type }) => hasKafka || type !== 'kafka')
  .filter(({ type }) => hasNatsServer || type !== 'nats')
  .filter(({ type }) => hasDebianPackages || !['rabbitmq', 'redis'].includes(type))
  // The emulator has no topics that accept more than 256 KiB.
  .map((kind) => ({ ...kind, kilobytes: kind.type === 'sns' ? 250 : 300 }))

const target = { id: 'dest_1', projectId: 'proj_1', name: 'far' } as const

export function open(
  type: DestinationType,
  { metadata, credentials: own, streams }: SinkWorld,
  context = givenContext(),
) {
  const sink = sinkTypes[type].open(
    { ...target, metadata, credentials: own, signing: newSigningKeys() },
    { ...context, ...(streams && { streams }) },
  )
  onTestFinished(() => sink.close())
  return sink
}
