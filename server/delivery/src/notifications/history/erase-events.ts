import type { EventId, ProjectId } from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import { earliestId, timeOfId } from '@platform/kernel/db/new-id'
import { markStale } from '../message-log/log-store.ts'
import { deleteOfCustomer } from '../customers/customer-store.ts'
import * as store from './store.ts'
import { deleteUsage } from './usage-store.ts'
import { getNowMs } from '@platform/kernel/values'

/** Subject of an event to erase. */
export type ErasedParty = { groupRef: string } | { consumerRef: string }

interface Meant {
  about: ErasedParty
  /** Also erases events that contain this as a value. */
  mentioning?: string
}

const toErasable = ({ about, mentioning }: Meant) => ({ member: getAboutMember(about), mentioning })

const getAboutMember = (about: ErasedParty): [field: string, value: string] =>
  'groupRef' in about ? ['groupRef', about.groupRef] : ['consumerRef', about.consumerRef]

const hourMs = 3_600_000

/** Longer than any transaction and clock difference: events with older IDs are visible. */
const minimumAgeMs = 15 * 60_000

/**
 * Deletes what `eraseEvents` would delete, except for the newest, in batches of an hour, because
 * one statement would exceed its timeout. Returns the number of deleted events, and the time from
 * which the rest starts.
 */
export async function eraseOlderEvents(
  db: Db,
  projectId: ProjectId,
  meant?: Meant,
): Promise<{ count: number; since: EventId }> {
  const since = earliestId('evt', getNowMs() - minimumAgeMs)
  let count = 0
  let next = await store.findEventFrom(db, projectId, earliestId('evt', 0))
  while (next !== undefined && next < since) {
    const hour = earliestId('evt', timeOfId(next) + hourMs)
    const before = hour < since ? hour : since
    const which = meant && toErasable(meant)
    count += await store.eraseEvents(db, projectId, which, { from: next, before })
    next = await store.findEventFrom(db, projectId, before)
  }
  return { count, since }
}

/**
 * Deletes the project's events, or a part of them, with their deliveries and downloads; for a group
 * also its monthly usage. Deliveries in progress are still sent. Returns the number of deleted
 * events.
 */
export async function eraseEvents(
  tx: Db,
  projectId: ProjectId,
  meant?: Meant & { since?: EventId },
): Promise<number> {
  // Entries outlive their events for some days.
  await markStale(tx, projectId, meant && toErasable(meant))
  if (!meant) await deleteUsage(tx, projectId, undefined)
  else if ('groupRef' in meant.about) {
    await deleteUsage(tx, projectId, meant.about.groupRef)
    await deleteOfCustomer(tx, projectId, meant.about.groupRef)
  }
  return store.eraseEvents(tx, projectId, meant && toErasable(meant), { from: meant?.since })
}

/** Erases events by ID. */
export const eraseNamedEvents = (
  tx: Db,
  projectId: ProjectId,
  ids: readonly EventId[],
): Promise<number> => store.eraseEvents(tx, projectId, { ids })
