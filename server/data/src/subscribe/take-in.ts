import type { EventGap, ProviderEvent } from '@platform/connector'
import type { ConnectionId, ProjectId } from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import { enqueue, makeQueueName } from '@platform/kernel/jobs/enqueue'
import { logForMembers } from './stopped.ts'
import { sortByStorable } from './storable-event.ts'
import { countPending, insertEvents, type PendingEvents } from './event-store.ts'
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

/**
 * Maximum number and size of a connection's events that wait for their delivery, and of those that are
 * set aside.
 */
const maxPending = { events: 50_000, bytes: 256 * 1024 ** 2 }

/** An object whose events are set aside gets at most this part of the limit. */
const objectShare = 0.5

export interface EventRoom {
  /** Whether too many events wait for their delivery; until then the provider keeps further ones. */
  isFull: boolean
  /** Objects of which too many events are set aside. Theirs do not keep those of others waiting. */
  fullObjects: ReadonlySet<string>
  /**
   * Objects of which no events are kept for some installations while others receive them: before too
   * many are set aside, which would concern all.
   */
  objectsWithoutRoomForParts: ReadonlySet<string>
}

/** Returns which further events of the connection can be stored. */
export async function findEventRoom(db: Db, connectionId: ConnectionId): Promise<EventRoom> {
  const counts = await countPending(db, connectionId, 2 * maxPending.events + 1)
  const aside = counts.filter(({ isAside }) => isAside)
  const share = Math.min(objectShare, 1 / aside.length)
  const listBeyond = (part: number) =>
    new Set(aside.filter((one) => isMore(one, part)).map(({ objectName }) => objectName))
  return {
    isFull: isMore(sum(counts.filter(({ isAside }) => !isAside)), 1),
    fullObjects: listBeyond(share),
    objectsWithoutRoomForParts: listBeyond(0.8 * share),
  }
}

type Counted = Pick<PendingEvents, 'events' | 'bytes'>

const sum = (counts: readonly Counted[]): Counted =>
  counts.reduce(
    (total, { events, bytes }) => ({ events: total.events + events, bytes: total.bytes + bytes }),
    { events: 0, bytes: 0 },
  )

/** Reports whether the events are more than this part of the limit. */
const isMore = ({ events, bytes }: Counted, part: number): boolean =>
  events > part * maxPending.events || bytes > part * maxPending.bytes

/** Reports whether the connection has reached the limit of events that wait for their delivery. */
export const isFull = async (db: Db, connectionId: ConnectionId): Promise<boolean> =>
  (await findEventRoom(db, connectionId)).isFull

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
