import { notificationEventTypes, type Schemas } from '@platform/client'
import { keysOf } from '../keys-of.ts'

/** Everything that a topic can receive: all but messages with records. */
export const notificationTypes = notificationEventTypes

/** Everything that a message can be about. */
export const messageTypes: Schemas['MessageType'][] = [
  'read',
  'subscribe',
  'schema.watch',
  ...notificationEventTypes,
]

const statuses: Record<Schemas['DeliveryStatus'], true> = {
  pending: true,
  held: true,
  delivered: true,
  failed: true,
  cancelled: true,
}

export const deliveryStatuses = keysOf(statuses)
