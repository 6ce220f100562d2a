import type { EventGap, ProviderEvent } from '@platform/connector'
import type { ConnectionId, ProjectId } from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import { enqueue } from '@platform/kernel/jobs/enqueue'
import { queueOf } from '@platform/kernel/jobs/lines'
import { logForMembers } from './stopped.ts'
import { sortByStorable } from './storable-event.ts'
import * as store from './store.ts'

declare module '@platform/kernel/jobs/enqueue' {
  interface Jobs {
    /** Delivers the stored changes of a connection's account. */
    'deliver-changes': { projectId: ProjectId; connectionId: ConnectionId }
  }
}

/** One statement keeps so many events. */
const mostAtOnce = 1000

/**
 * Keeps events, in the caller's transaction; what is known already is passed over. From the commit on
 * they are not lost. Answers how many are new.
 */
export async function storeIncomingEvents(
  tx: Db,
  projectId: ProjectId,
  events: readonly { connectionId: ConnectionId; event: ProviderEvent }[],
): Promise<number> {
  // One statement cannot pass over what it inserts itself. In one order of connections everywhere, so
  // that requests wait for each other instead of locking up.
  const unique = [
    ...new Map(events.map((one) => [`${one.connectionId} ${one.event.id}`, one])).values(),
  ].toSorted(byConnection)
  const fresh: ConnectionId[] = []
  for (let from = 0; from < unique.length; from += mostAtOnce) {
    const some = unique.slice(from, from + mostAtOnce)
    fresh.push(...(await store.insertEvents(tx, projectId, some)))
  }
  for (const connectionId of [...new Set(fresh)].toSorted()) {
    await enqueueDelivery(tx, { projectId, connectionId })
  }
  return fresh.length
}

/** Those of one connection stay in their order. */
const byConnection = (
  { connectionId: one }: { connectionId: ConnectionId },
  { connectionId: other }: { connectionId: ConnectionId },
) => Number(one > other) - Number(one < other)

/**
 * Stores the events of one connection that nobody can be asked to send again. What the database cannot
 * store is left out, with a line in the logs of the connection's installations.
 */
export async function takeInStorable(
  tx: Db,
  { projectId, connectionId }: { projectId: ProjectId; connectionId: ConnectionId },
  events: readonly ProviderEvent[],
): Promise<number> {
  const items = events.map((event) => ({ connectionId, event }))
  const { storable, unstorable } = sortByStorable(items)
  if (unstorable.length > 0) {
    const links = await store.findLinksOfConnection(tx, connectionId)
    for (const reason of new Set(unstorable.map((one) => one.reason))) {
      const msg = `A change is invalid and was skipped: ${reason}.`
      await logForMembers(tx, links, { severity: 'error', msg })
    }
  }
  return storeIncomingEvents(tx, projectId, storable)
}

/** So much of a connection waits to be sent on at the most. */
const mostPending = { events: 50_000, bytes: 256 * 1024 ** 2 }

/** Whether as many events of the connection wait as may: until then the provider keeps them. */
export const isFull = (db: Db, connectionId: ConnectionId): Promise<boolean> =>
  store.hasMorePending(db, connectionId, mostPending)

/** Has a connection's events sent on: when they wait for something until a later time, then; or at this one. */
export const enqueueDelivery = (
  tx: Db,
  payload: { projectId: ProjectId; connectionId: ConnectionId },
  runAt?: Date,
) =>
  enqueue(tx, 'deliver-changes', payload, {
    key: `deliver-changes:${payload.connectionId}`,
    queue: queueOf('changes', payload.projectId, payload.connectionId),
    ...(runAt ? { runAt } : { keepsTime: true }),
  })

/** Log text of a gap. */
export const gapSentence = ({ objectName, since, reason }: EventGap): string =>
  `Changes of ${objectName} ${since ? `since ${since} ` : ''}may be missing; checking for them. ${reason}`
