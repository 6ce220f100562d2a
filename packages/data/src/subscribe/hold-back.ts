import type { ConnectionId, ProjectId } from '@platform/contract'
import { findExistingDestinations } from '@platform/delivery/notifications/set-up/destinations'
import type { Db } from '@platform/kernel/db/database'
import { inTransaction } from '@platform/kernel/db/transaction'
import { enqueue } from '@platform/kernel/jobs/enqueue'
import { makeQueueName } from '@platform/kernel/jobs/lines'
import { getNow } from '@platform/kernel/values/database-clock'
import { setEventsAside } from './event-store.ts'
import type { ChangeListener } from './read-changed-records.ts'
import * as store from './store.ts'

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

/**
 * Sets changes aside whose destination does not exist, so that those of other objects are
 * delivered, and reports it in the subscriptions concerned.
 */
export async function holdBack(
  db: Db,
  {
    payload,
    keys,
    listeners,
    missing,
  }: {
    payload: { projectId: ProjectId; connectionId: ConnectionId }
    keys: readonly number[]
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
    await setEventsAside(tx, connectionId, { keys, retryTime })
    await enqueue(tx, 'deliver-changes', payload, {
      // Not the key of new events, which would then wait for it.
      key: `deliver-changes-again:${connectionId}`,
      queue: makeQueueName('changes', projectId, connectionId),
      runAt: retryTime,
    })
  })
}
