import { notificationEventTypes, type Schemas } from '@platform/client'
import { keysOf } from '../keys-of.ts'
import type { DeliveryFilter } from './queries.ts'

/** Everything that a topic can receive: all but messages with records. */
export const notificationTypes = notificationEventTypes

/** Everything that a message can be about. */
export const messageTypes: Schemas['MessageType'][] = [
  'read',
  'subscribe',
  'schema.watch',
  ...notificationEventTypes,
]

type StatusFilter = NonNullable<DeliveryFilter['status']>

/** What deliveries can be filtered by. Whoever looks for what failed means what is retried, too. */
const statuses: Record<StatusFilter, string> = {
  failing: 'Failed or retrying',
  retrying: 'Retrying',
  failed: 'Failed',
  pending: 'Pending',
  paused: 'Paused',
  delivered: 'Delivered',
  canceled: 'Canceled',
}

export const deliveryStatuses = keysOf(statuses).map((one) => [one, statuses[one]] as const)
