import type { DestinationId } from '@platform/contract'
import type { Database } from '@platform/kernel/db/database'
import { timeOfId } from '@platform/kernel/db/new-id'
import { setFailing } from '../set-up/store.ts'
import { findLagging, findReported } from './pull-consumer-store.ts'

const dayMs = 24 * 3600 * 1000
/** A consumer lags when its oldest unread message has used this share of the retention. */
const lagShare = 2 / 3

/**
 * Marks `pull` destinations as failing while one of their consumers has not read messages that are soon
 * deleted, and clears the mark once it has. Health, metrics and mails follow from it.
 */
export async function reportLagging(
  { everything, tenant }: Pick<Database, 'everything' | 'tenant'>,
  { retentionDays, now }: { retentionDays: number; now: Date },
): Promise<void> {
  const lagMs = retentionDays * dayMs * lagShare
  const lagging = await findLagging(everything, new Date(now.getTime() - lagMs))
  const reported = new Set<DestinationId>()
  for (const { destinationId, projectId, name, oldestUnread } of lagging) {
    if (reported.has(destinationId)) continue
    reported.add(destinationId)
    const unreadSince = timeOfId(oldestUnread)
    await setFailing(tenant(projectId), destinationId, {
      since: new Date(unreadSince + lagMs),
      because: `The consumer ${name} has not read messages since ${toDay(unreadSince)}. They are deleted from ${toDay(unreadSince + retentionDays * dayMs)} on. Start it, or move or delete the consumer.`,
    })
  }
  for (const { id, projectId } of await findReported(everything)) {
    if (!reported.has(id)) await setFailing(tenant(projectId), id, undefined)
  }
}

const toDay = (ms: number) => new Date(ms).toISOString().slice(0, 10)
