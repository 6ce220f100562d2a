import type { EventId, ProjectId } from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import { earliestId, timeOfId } from '@platform/kernel/db/new-id'
import * as store from './store.ts'
import { deleteUsage } from './usage-store.ts'

/** Whom an event may be about. */
export type ErasedParty = { groupRef: string } | { consumerRef: string }

interface Meant {
  about: ErasedParty
  /** Those with this as a value in them are meant as well. */
  mentioning?: string
}

const toErasable = ({ about, mentioning }: Meant): store.Erasable => ({
  said: 'groupRef' in about ? ['groupRef', about.groupRef] : ['consumerRef', about.consumerRef],
  mentioning,
})

const hourMs = 3_600_000

/** Longer than a transaction takes, and clocks differ: what has an older ID is there. */
const minimumAgeMs = 15 * 60_000

/**
 * Deletes what `eraseEvents` would delete, but for the newest: an hour's at a time, as no statement may
 * take as long as to look through all of them. Answers how many there were, and since when the rest is.
 */
export async function eraseOlderEvents(
  db: Db,
  projectId: ProjectId,
  meant?: Meant,
): Promise<{ count: number; since: EventId }> {
  const since = earliestId('evt', Date.now() - minimumAgeMs)
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
 * Deletes the project's events, or those that are meant, their deliveries and what they left for download;
 * of a group also what was sent about it in each month. What is under way is still sent. Answers how many
 * events there were.
 */
export async function eraseEvents(
  tx: Db,
  projectId: ProjectId,
  meant?: Meant & { since?: EventId },
): Promise<number> {
  if (!meant) await deleteUsage(tx, projectId, undefined)
  else if ('groupRef' in meant.about) await deleteUsage(tx, projectId, meant.about.groupRef)
  return store.eraseEvents(tx, projectId, meant && toErasable(meant), { from: meant?.since })
}

/** Erases events by ID. */
export const eraseNamedEvents = (
  tx: Db,
  projectId: ProjectId,
  ids: readonly EventId[],
): Promise<number> => store.eraseEvents(tx, projectId, { ids })
