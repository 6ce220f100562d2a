import type { DestinationType } from '@platform/contract'
import type { SinkType } from './sink.ts'
import { webhook } from './webhook.ts'

/** Every type of destination. */
export const sinkTypes: Record<DestinationType, SinkType> = { webhook } as Record<
  DestinationType,
  SinkType
>
