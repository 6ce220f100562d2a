import type { ConnectionId, InstallationId, ProjectId } from '@platform/contract'
import { findExistingDestinations } from '@platform/delivery/notifications/set-up/destinations'
import type { Db } from '@platform/kernel/db/database'
import { inTransaction } from '@platform/kernel/db/transaction'
import { getNow } from '@platform/kernel/values'
import { insertEvents, replaceEvent, setEventsAside, type StoredEvent } from './event-store.ts'
import type { ChangeListener } from './read-changed-records.ts'
import * as store from './store.ts'
import { logForMembers } from './stopped.ts'
import { enqueueDeliveryAgain, findEventRoom } from './take-in.ts'

/** How long changes for a missing destination wait before it is looked for again. */
const holdMs = 300_000

/** Returns the destinations of the listeners' plans that do not exist. */
export async function findMissingDestinations(
  db: Db,
  listeners: readonly ChangeListener[],
): Promise<ReadonlySet<string>> {
  const named = listeners.flatMap(({ plans }) => plans.map(({ destination }) => destination))
  const existing = await findExistingDestinations(db, named)
  return new Set(named.filter((name) => !existing.has(name)))
}

export const sendsTo = (
  { plans }: Pick<ChangeListener, 'plans'>,
  destinations: ReadonlySet<string>,
): boolean => plans.some(({ destination }) => destinations.has(destination))

/** A change of which some listeners, or all, cannot receive messages. */
export interface Undeliverable {
  key: number
  event: StoredEvent
  /** Installations whose destination does not exist, and the others. */
  waiting: readonly InstallationId[]
  ready: readonly InstallationId[]
}

/**
 * Sets changes aside whose destination does not exist, so that those of other objects are
 * delivered, and reports it in the subscriptions concerned. A change that others can receive is
 * divided: the part of those who wait is set aside.
 */
export async function holdBack(
  db: Db,
  {
    payload,
    undeliverable,
    listeners,
    missing,
  }: {
    payload: { projectId: ProjectId; connectionId: ConnectionId }
    undeliverable: readonly Undeliverable[]
    listeners: readonly ChangeListener[]
    missing: ReadonlySet<string>
  },
): Promise<void> {
  const { projectId, connectionId } = payload
  const retryTime = getNow(holdMs)
  const names = [...missing].join(', ')
  await inTransaction(db, async (tx) => {
    for (const { link } of listeners.filter((listener) => sendsTo(listener, missing))) {
      await store.updateLink(tx, link.installationId, {
        error: `No destination has the ID or name ${names}; its changes are kept.`.slice(0, 1000),
        errorTime: link.errorTime ?? getNow(),
      })
    }
    const keys = undeliverable.flatMap(({ key, ready }) => (ready.length === 0 ? [key] : []))
    if (keys.length > 0) await setEventsAside(tx, connectionId, { keys, retryTime })
    const { objectsWithoutRoomForParts } = await findEventRoom(tx, connectionId)
    const leftOut = new Map<InstallationId, string>()
    for (const { key, event, waiting, ready } of undeliverable) {
      if (ready.length === 0) continue
      if (!(await replaceEvent(tx, connectionId, { key, event: { ...event, only: ready } })))
        continue
      if (objectsWithoutRoomForParts.has(event.objectName)) {
        for (const installationId of waiting) leftOut.set(installationId, event.objectName)
        continue
      }
      const id = `${event.id} for ${waiting.join()}`
      const part = { ...event, id, only: waiting }
      await insertEvents(tx, projectId, [{ connectionId, event: part, retryTime }])
    }
    for (const [installationId, objectName] of leftOut) {
      const links = listeners.map(({ link }) => link)
      await logForMembers(
        tx,
        links.filter((link) => link.installationId === installationId),
        {
          severity: 'error',
          msg: `Further changes of ${objectName} are not kept: too many wait for the destination ${names}. The next read finds them.`,
        },
      )
    }
    await enqueueDeliveryAgain(tx, payload, retryTime)
  })
}
