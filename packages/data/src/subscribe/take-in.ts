import type { EventGap, ProviderEvent } from '@platform/connector'
import type { ConnectionId, ProjectId } from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import { enqueue } from '@platform/kernel/jobs/enqueue'
import { makeQueueName } from '@platform/kernel/jobs/lines'
import { logForMembers } from './stopped.ts'
import { sortByStorable } from './storable-event.ts'
import { hasMorePending, insertEvents } from './event-store.ts'
import { findLinksOfConnection } from './store.ts'

declare module '@platform/kernel/jobs/enqueue' {
  interface Jobs {
    /** Delivers the stored changes of a connection's account. */
    'deliver-changes': { projectId: ProjectId; connectionId: ConnectionId }
  }
}

/** Maximum number of events stored per statement. */
const maxAtOnce = 1000

/**
 * Stores new events in the caller's transaction; known ones are ignored. After the commit they
 * cannot be lost. Returns how many are new.
 */
export async function storeIncomingEvents(
  tx: Db,
  projectId: ProjectId,
  events: readonly { connectionId: ConnectionId; event: ProviderEvent }[],
): Promise<number> {
  // A statement cannot ignore rows that it inserts itself. Sorted by connection, so that concurrent
  // requests cannot deadlock.
  const unique = [
    ...new Map(events.map((one) => [`${one.connectionId} ${one.event.id}`, one])).values(),
  ].toSorted(byConnection)
  const fresh: ConnectionId[] = []
  for (let from = 0; from < unique.length; from += maxAtOnce) {
    const some = unique.slice(from, from + maxAtOnce)
    fresh.push(...(await insertEvents(tx, projectId, some)))
  }
  for (const connectionId of [...new Set(fresh)].toSorted()) {
    await enqueueDelivery(tx, { projectId, connectionId })
  }
  return fresh.length
}

/** Events of one connection stay in order. */
const byConnection = (
  { connectionId: one }: { connectionId: ConnectionId },
  { connectionId: other }: { connectionId: ConnectionId },
) => Number(one > other) - Number(one < other)

/**
 * Stores the events of one connection that cannot be requested again. Events that the database
 * cannot store are skipped and logged for the connection's installations.
 */
export async function takeInStorable(
  tx: Db,
  { projectId, connectionId }: { projectId: ProjectId; connectionId: ConnectionId },
  events: readonly ProviderEvent[],
): Promise<number> {
  const items = events.map((event) => ({ connectionId, event }))
  const { storable, unstorable } = sortByStorable(items)
  if (unstorable.length > 0) {
    const links = await findLinksOfConnection(tx, connectionId)
    for (const reason of new Set(unstorable.map((one) => one.reason))) {
      const msg = `A change is invalid and was skipped: ${reason}.`
      await logForMembers(tx, links, { severity: 'error', msg })
    }
  }
  return storeIncomingEvents(tx, projectId, storable)
}

/** Maximum number and size of undelivered events per connection. */
const maxPending = { events: 50_000, bytes: 256 * 1024 ** 2 }

/**
 * Reports whether the connection has reached the limit of undelivered events; until then the
 * provider keeps further ones.
 */
export const isFull = (db: Db, connectionId: ConnectionId): Promise<boolean> =>
  hasMorePending(db, connectionId, maxPending)

/** Enqueues the delivery of a connection's events at this time, or later if they are postponed. */
export const enqueueDelivery = (
  tx: Db,
  payload: { projectId: ProjectId; connectionId: ConnectionId },
  runAt?: Date,
) =>
  enqueue(tx, 'deliver-changes', payload, {
    key: `deliver-changes:${payload.connectionId}`,
    queue: makeQueueName('changes', payload.projectId, payload.connectionId),
    ...(runAt ? { runAt } : { keepsTime: true }),
  })

/** Enqueues the delivery of events that were set aside, for which new ones do not wait. */
export const enqueueDeliveryAgain = (
  tx: Db,
  payload: { projectId: ProjectId; connectionId: ConnectionId },
  runAt: Date,
) =>
  enqueue(tx, 'deliver-changes', payload, {
    key: `deliver-changes-again:${payload.connectionId}`,
    queue: makeQueueName('changes', payload.projectId, payload.connectionId),
    runAt,
  })

/** Log text of a gap. */
export const gapSentence = ({ objectName, since, reason }: EventGap): string =>
  `Changes of ${objectName} ${since ? `since ${since} ` : ''}may be missing; checking for them. ${reason}`
