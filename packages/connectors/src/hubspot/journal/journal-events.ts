import { hash } from 'node:crypto'
import type { ProviderEvent } from '@platform/connector'
import { isMembers } from '../../members.ts'
import { getEventSubject } from '../watched.ts'
import { isEvent, toHubspotEvents, type WebhookEvent } from '../webhook.ts'
import type { JournalState } from './state.ts'

/** Actions of the journal, and the kinds by which webhooks name the same changes. */
const kindByAction: Readonly<Record<string, string>> = {
  CREATE: 'creation',
  UPDATE: 'propertyChange',
  DELETE: 'deletion',
  MERGE: 'merge',
  RESTORE: 'restore',
  ASSOCIATION_ADDED: 'associationChange',
  ASSOCIATION_REMOVED: 'associationChange',
}

/**
 * Returns the events of the account and its subscribed objects, as the app's webhooks would report them,
 * and the number of entries that are unreadable.
 */
export function parseJournalEvents(
  entries: readonly unknown[],
  { portalId, names }: JournalState,
): { events: ProviderEvent[]; unreadable: number } {
  const events: ProviderEvent[] = []
  let unreadable = 0
  for (const entry of entries) {
    const { portalId: of, action } = isMembers(entry) ? entry : {}
    if (of === undefined) unreadable += 1
    // The journal must not open another customer's account.
    if (of !== portalId || typeof action !== 'string') continue
    const kind = kindByAction[action]
    if (kind === undefined || !isMembers(entry)) continue
    const event = toWebhookEvent(entry, kind)
    const typeId = event.objectTypeId ?? event.fromObjectTypeId ?? ''
    const objectName = names[typeId]
    if (objectName === undefined) continue
    if (isEvent(event)) {
      const { propertyChanges } = entry
      const fieldsUpdated = isMembers(propertyChanges) ? Object.keys(propertyChanges) : undefined
      events.push(
        ...toHubspotEvents(event).map((one) => ({
          ...one,
          objectName,
          rawEvent: entry,
          ...(one.type === 'update' && fieldsUpdated && { fieldsUpdated }),
        })),
      )
    } else unreadable += 1
  }
  return { events, unreadable }
}

function toWebhookEvent(entry: Record<string, unknown>, kind: string): WebhookEvent {
  const { occurredAt, action } = entry
  const { objectTypeId, fromObjectTypeId } = entry as Partial<WebhookEvent>
  const subject = getEventSubject(objectTypeId ?? fromObjectTypeId ?? '')
  return {
    ...(entry as unknown as WebhookEvent),
    // Entries have no ID: the same change is the same text.
    eventId: hash('sha256', JSON.stringify(entry), 'base64url'),
    occurredAt: typeof occurredAt === 'string' ? Date.parse(occurredAt) : Number(occurredAt),
    subscriptionType: `${subject}.${kind}`,
    ...(kind === 'associationChange' && { associationRemoved: action === 'ASSOCIATION_REMOVED' }),
    ...(kind === 'merge' && { primaryObjectId: (entry as { objectId?: number }).objectId }),
  }
}
