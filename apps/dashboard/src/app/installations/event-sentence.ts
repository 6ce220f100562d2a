import type { Schemas } from '@platform/client'
import { words } from '../ui/format.ts'

type Entry = Pick<Schemas['TimelineEntry'], 'eventType' | 'objectName'>

/** Formats an event of an installation as a sentence, such as `Reads of contact paused`. */
export function sentenceOfEvent({ eventType = 'event', objectName }: Entry): string {
  const happened = eventSentences[eventType]
  // Unknown events of a newer server are shown by name.
  if (!happened)
    return [words(eventType.replaceAll('.', ' ')), objectName].filter(Boolean).join(' ')
  const [subject, end] = happened
  return [subject, objectName && `of ${objectName}`, end].filter(Boolean).join(' ')
}

/** Subject and end of the sentence of each event; the object is named between them. */
export const eventSentences: Record<string, readonly [subject: string, end: string]> = {
  'connection.created': ['Account', 'connected'],
  'connection.error': ['Credentials', 'stopped working'],
  'connection.refreshed': ['Access token', 'refreshed'],
  'connection.updated': ['Connection', 'updated'],
  'connection.deleted': ['Connection', 'deleted'],
  'installation.created': ['Installation', 'created'],
  'installation.updated': ['Installation', 'updated'],
  'installation.deleted': ['Installation', 'deleted'],
  'installation.incomplete': ['Mappings', 'missing'],
  'read.schedule.paused': ['Scheduled reads', 'paused'],
  'read.backfill.done': ['Backfill', 'completed'],
  'read.triggered.done': ['Triggered read', 'completed'],
  'read.triggered.error': ['Triggered read', 'failed'],
  'write.async.done': ['Asynchronous write', 'ended'],
  'approval.requested': ['Approval of a write', 'requested'],
  'approval.decided': ['Approval of a write', 'decided'],
  'subscribe.create.error': ['Subscription to changes', 'rejected by the provider'],
  'records.limit.warning': ['Kept records', 'near or at their limit'],
  'destination.pull.lagging': ['Consumer', 'about to miss messages'],
  'destination.pull.recovered': ['Consumer', 'caught up'],
  'destination.webhook.disabled': ['Webhook destination', 'disabled'],
}
