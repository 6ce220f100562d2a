import type { DestinationId, ProjectId } from '@platform/contract'
import type { Database } from '@platform/kernel/db/database'
import { timeOfId } from '@platform/kernel/db/new-id'
import { inTransaction } from '@platform/kernel/db/transaction'
import type { Emitter } from '../emitter.ts'
import { setFailing } from '../set-up/store.ts'
import * as store from './pull-consumer-store.ts'

const dayMs = 24 * 3600 * 1000
/** A consumer lags when its oldest unread message has used this share of the retention. */
const lagShare = 2 / 3
/** It has caught up when that message has used less than this share, so that it does not alternate. */
const caughtUpShare = 1 / 3

interface Reporting {
  database: Pick<Database, 'everything' | 'tenant'>
  emitter: Pick<Emitter, 'emit'>
}

/**
 * Announces each consumer that has not read messages that are soon deleted, and that it has caught up:
 * once each, however many processes report. While one lags, its destination is marked as failing. Health,
 * metrics and mails follow from that.
 */
export async function reportLagging(
  reporting: Reporting,
  { retentionDays, now }: { retentionDays: number; now: Date },
): Promise<void> {
  const { everything, tenant } = reporting.database
  const retentionMs = retentionDays * dayMs
  const lagMs = retentionMs * lagShare
  const reported = new Set<DestinationId>()
  for (const { oldestUnread, isNoted, ...consumer } of await store.findLagging(
    everything,
    new Date(now.getTime() - lagMs),
  )) {
    const { destinationId, projectId, name } = consumer
    const unreadSince = timeOfId(oldestUnread)
    const lag = { unreadSince, deletedFrom: unreadSince + retentionMs, since: unreadSince + lagMs }
    if (!isNoted) await announceLag(reporting, consumer, lag)
    if (reported.has(destinationId)) continue
    reported.add(destinationId)
    await setFailing(tenant(projectId), destinationId, {
      since: new Date(lag.since),
      because: `The consumer ${name} has not read messages since ${toDay(unreadSince)}. They are deleted from ${toDay(lag.deletedFrom)} on. Start it, or move or delete the consumer.`,
    })
  }
  for (const { id, projectId } of await store.findReported(everything)) {
    if (!reported.has(id)) await setFailing(tenant(projectId), id, undefined)
  }
  const newEnough = new Date(now.getTime() - retentionMs * caughtUpShare)
  for (const consumer of await store.findCaughtUp(everything, newEnough))
    await announceRecovery(reporting, consumer)
}

type NamedConsumer = Parameters<typeof store.noteLagging>[1] & { projectId: ProjectId }

async function announceLag(
  { database, emitter }: Reporting,
  { projectId, ...consumer }: NamedConsumer,
  { since, unreadSince, deletedFrom }: { since: number; unreadSince: number; deletedFrom: number },
): Promise<void> {
  await inTransaction(database.tenant(projectId), async (tx) => {
    const destinationName = await store.noteLagging(tx, consumer, new Date(since))
    if (destinationName === undefined) return
    await emitter.emit(tx, {
      projectId,
      type: 'destination.pull.lagging',
      data: {
        ...toEventData({ projectId, ...consumer }, destinationName),
        unreadSince: new Date(unreadSince).toISOString(),
        deletedFrom: new Date(deletedFrom).toISOString(),
      },
    })
  })
}

async function announceRecovery(
  { database, emitter }: Reporting,
  { projectId, ...consumer }: NamedConsumer,
): Promise<void> {
  await inTransaction(database.tenant(projectId), async (tx) => {
    const destinationName = await store.noteLagging(tx, consumer, null)
    if (destinationName === undefined) return
    await emitter.emit(tx, {
      projectId,
      type: 'destination.pull.recovered',
      data: toEventData({ projectId, ...consumer }, destinationName),
    })
  })
}

const toEventData = (
  { projectId, destinationId, name }: NamedConsumer,
  destinationName: string,
) => ({ projectId, destinationId, destinationName, consumer: name })

const toDay = (ms: number) => new Date(ms).toISOString().slice(0, 10)
