import type { DestinationType } from '@platform/contract'
import { eventbridge } from './eventbridge.ts'
import { kafka } from './kafka.ts'
import { kinesis } from './kinesis.ts'
import { log } from './log.ts'
import { postgres } from './postgres.ts'
import { s3 } from './s3.ts'
import { pubsub } from './pubsub.ts'
import { pull } from './pull.ts'
import { sns } from './sns.ts'
import { sqs } from './sqs.ts'
import type { SinkType } from './sink.ts'
import { webhook } from './webhook.ts'

/** Every type of destination. */
export const sinkTypes: Record<DestinationType, SinkType> = {
  webhook,
  pull,
  kinesis,
  s3,
  sqs,
  sns,
  eventbridge,
  kafka,
  pubsub,
  postgres,
  log,
}
