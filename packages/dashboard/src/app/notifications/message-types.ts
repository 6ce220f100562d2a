import type { Schemas } from '@platform/client'
import { keysOf } from '../keys-of.ts'

type MessageType = Schemas['MessageType']

/** Whether it is there at all is checked by the type: each one must be named. */
const named: Record<MessageType, true> = {
  read: true,
  subscribe: true,
  'schema.watch': true,
  'connection.created': true,
  'connection.error': true,
  'connection.refreshed': true,
  'connection.updated': true,
  'connection.deleted': true,
  'installation.created': true,
  'installation.updated': true,
  'installation.deleted': true,
  'read.schedule.paused': true,
  'read.backfill.done': true,
  'read.triggered.done': true,
  'read.triggered.error': true,
  'write.async.done': true,
  'subscribe.create.error': true,
  'destination.webhook.disabled': true,
}

/** Everything that a message can be about. */
export const messageTypes = keysOf(named)

/** Everything that a topic can receive: all but messages with records. */
export const notificationTypes = messageTypes.filter(
  (type): type is Schemas['NotificationEventType'] => type.includes('.') && type !== 'schema.watch',
)

const statuses: Record<Schemas['DeliveryStatus'], true> = {
  pending: true,
  held: true,
  delivered: true,
  failed: true,
  cancelled: true,
}

export const deliveryStatuses = keysOf(statuses)
