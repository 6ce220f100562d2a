import { z } from 'zod'
import type { MessageType } from './deliveries.ts'
import { eventData, NotificationEventType, recordMessages } from './events.ts'

/** Summary of each message. */
const summaries: Record<MessageType, string> = {
  'connection.created': 'A customer connected an account.',
  'connection.error': 'The credentials of a connection no longer work.',
  'connection.refreshed': 'The access token of a connection was refreshed.',
  'connection.updated': 'Credentials or metadata of a connection were replaced.',
  'connection.deleted': 'A connection and its credentials were deleted.',
  'installation.created': 'A customer installed an integration.',
  'installation.updated': 'The configuration of an installation changed.',
  'installation.deleted': 'An integration was uninstalled.',
  'installation.incomplete': 'An installation lacks mappings that a new revision requires.',
  'read.schedule.paused': 'Reads of an object are paused until they are resumed.',
  'read.backfill.done': 'The backfill of an object is complete.',
  'read.triggered.done': 'A triggered read completed.',
  'read.triggered.error': 'A triggered read failed.',
  'write.async.done': 'An asynchronous write ended.',
  'approval.requested': 'A write waits for the approval of a person.',
  'approval.decided': 'A person decided about a write, or nobody did in time.',
  'subscribe.create.error': 'The provider rejected the subscription to an object.',
  'records.limit.warning': 'A project keeps nearly as many records as it may, or as many.',
  'destination.pull.lagging': 'Messages are soon deleted that a consumer has not fetched.',
  'destination.pull.recovered': 'A consumer that lagged has committed its old messages.',
  'destination.webhook.disabled': 'A webhook destination was disabled.',
  read: 'Records of a read.',
  subscribe: 'Records that changed at the provider.',
  'schema.watch': 'Fields of an object that changed at the provider.',
}

/** Body of every message that a destination can receive, by type. */
export const webhookBodies: { type: MessageType; summary: string; schema: z.ZodType }[] = [
  ...NotificationEventType.options.map((type) => ({
    type,
    schema: z.object({
      notificationType: z.literal(type).describe('Type of the event.'),
      data: eventData[type].describe('What happened.'),
    }),
  })),
  ...(['read', 'subscribe', 'schema.watch'] as const).map((type) => ({
    type,
    schema: recordMessages[type],
  })),
].map(({ type, schema }) => ({
  type,
  summary: summaries[type],
  schema: schema.meta({ id: `${toWebhookName(type)}Message`, description: summaries[type] }),
}))

/** Converts a type: `read.backfill.done` → `ReadBackfillDone`. */
function toWebhookName(type: MessageType): string {
  return type
    .split('.')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}
