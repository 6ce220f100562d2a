import { notificationEventTypes, type Schemas } from '@platform/client'
import { listKeys } from '../own-keys.ts'
import type { DeliveryFilter } from './queries.ts'

/** Event types that a topic can receive: all except messages with records. */
export const notificationTypes = notificationEventTypes

/** All message types. */
export const messageTypes: Schemas['MessageType'][] = [
  'read',
  'subscribe',
  'schema.watch',
  ...notificationEventTypes,
]

type StatusFilter = NonNullable<DeliveryFilter['status']>

/** Statuses for filters. "Failed" includes retried deliveries. */
const statuses: Record<StatusFilter, string> = {
  failing: 'Failed or retrying',
  retrying: 'Retrying',
  failed: 'Failed',
  pending: 'Pending',
  paused: 'Paused',
  delivered: 'Delivered',
  canceled: 'Canceled',
}

export const deliveryStatuses = listKeys(statuses).map((one) => [one, statuses[one]] as const)
