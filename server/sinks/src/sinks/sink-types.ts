import type { DestinationType } from '@platform/contract'
import { azureblob } from './azureblob/azureblob.ts'
import { bigquery } from './bigquery/bigquery.ts'
import { chat } from './chat/chat.ts'
import { clickhouse } from './clickhouse/clickhouse.ts'
import { databricks } from './databricks/databricks.ts'
import { eventbridge } from './eventbridge/eventbridge.ts'
import { gcs } from './gcs/gcs.ts'
import { kafka } from './kafka/kafka.ts'
import { kinesis } from './kinesis/kinesis.ts'
import { log } from './log/log.ts'
import { nats } from './nats/nats.ts'
import { postgres } from './postgres/postgres.ts'
import { rabbitmq } from './rabbitmq/rabbitmq.ts'
import { s3 } from './s3/s3.ts'
import { pubsub } from './pubsub/pubsub.ts'
import { pull } from './pull/pull.ts'
import { sns } from './sns/sns.ts'
import { sqs } from './sqs/sqs.ts'
import { snowflake } from './snowflake/snowflake.ts'
import { redis } from './redis/redis.ts'
import type { SinkType } from './sink.ts'
import { webhook } from './webhook/webhook.ts'

/** Every type of destination. */
export const sinkTypes: Record<DestinationType, SinkType> = {
  webhook,
  pull,
  kinesis,
  s3,
  gcs,
  azureblob,
  sqs,
  sns,
  eventbridge,
  kafka,
  rabbitmq,
  redis,
  nats,
  pubsub,
  postgres,
  clickhouse,
  snowflake,
  bigquery,
  databricks,
  chat,
  log,
}
