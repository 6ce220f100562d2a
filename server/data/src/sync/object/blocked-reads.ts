import type { ConnectionId, DestinationId } from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import { inTransaction } from '@platform/kernel/db/transaction'
import {
  findInstallationsOfConnection,
  installationsMentioning,
  type InstallationRow,
} from '@platform/installations/installations/installations'
import { enqueue } from '@platform/kernel/jobs/enqueue'
import { hasDestination } from '@platform/delivery/notifications/set-up/destinations'
import type { Services } from '@platform/kernel/services'
import { changeObject, changeObjects } from './change-object.ts'
import type { ReadState } from './decide.ts'
import type { BlockCause } from './read-events.ts'
import { lockObject, lockObjects } from './hold-object.ts'
import { findReadPlan, listReadPlans } from './plans.ts'
import { findInstallationObjects, findObjectsPausedFor } from './store.ts'

/** Pauses reads into a destination that was deleted or renamed. */
export async function blockReadsInto(
  services: Services,
  db: Db,
  { destinationId, name }: { destinationId: DestinationId; name: string },
): Promise<void> {
  const missing: string[] = []
  for (const each of [destinationId, name]) {
    if (!(await hasDestination(db, each))) missing.push(each)
  }
  const reason = `The destination ${name} does not exist.`
  for await (const { installation, isInto } of findReaders(db, missing)) {
    await block(services, db, { installation, isBlocked: isInto, cause: 'destination', reason })
  }
}

/** Resumes reads that were paused for a missing destination, after one of its name was created. */
export async function unblockReadsInto(
  services: Services,
  db: Db,
  { name }: { name: string },
): Promise<void> {
  if (!(await hasDestination(db, name))) return
  const cause = 'destination'
  const paused = Map.groupBy(
    await findObjectsPausedFor(db, cause),
    ({ installationId }) => installationId,
  )
  // Few installations are paused, and all may read into the destination.
  if (paused.size === 0) return
  for await (const { installation, isInto } of findReaders(db, [name])) {
    const objects = (paused.get(installation.id) ?? []).filter(isInto)
    await unblock(services, db, { installation, objects, cause })
  }
}

/** Pauses reads through a connection that stopped working, before they fail. */
export async function blockReadsThrough(
  services: Services,
  db: Db,
  { connectionId, reason }: { connectionId: ConnectionId; reason: string },
): Promise<void> {
  for (const installation of await findInstallationsOfConnection(db, connectionId)) {
    await block(services, db, { installation, cause: 'credentials', reason })
  }
}

/** Resumes reads that were paused for bad credentials, after they work again. */
export async function unblockReadsThrough(
  services: Services,
  db: Db,
  connectionId: ConnectionId,
): Promise<void> {
  const installations = await findInstallationsOfConnection(db, connectionId)
  const all = await findInstallationObjects(
    db,
    installations.map(({ id }) => id),
  )
  for (const installation of installations) {
    const objects = all.filter(({ installationId }) => installationId === installation.id)
    await unblock(services, db, { installation, objects, cause: 'credentials' })
  }
  await inTransaction(db, async (tx) => {
    for (const { projectId, id: installationId } of installations) {
      await enqueue(tx, 'subscriptions-changed', {
        projectId,
        installationId,
        because: 'works-again',
      })
    }
  })
}

async function* findReaders(db: Db, destinations: readonly string[]) {
  if (destinations.length === 0) return
  for await (const installation of installationsMentioning(db, destinations)) {
    const plans = await listReadPlans(db, installation)
    const names = plans
      .filter(({ destination }) => destinations.includes(destination))
      .map(({ objectName }) => objectName)
    const isInto = ({ objectName }: ReadState) => names.includes(objectName)
    if (names.length > 0) yield { installation, isInto }
  }
}

/** Pauses active objects of an installation, and announces each pause. */
async function block(
  services: Services,
  db: Db,
  {
    installation,
    isBlocked = () => true,
    cause,
    reason,
  }: {
    installation: InstallationRow
    isBlocked?: (object: ReadState) => boolean
    cause: BlockCause
    reason: string
  },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const objects = (await lockObjects(tx, installation.id)).filter(isBlocked)
    const event = { type: 'blocked', cause, reason } as const
    const changes = objects.map((object) => ({ installation, object, event }))
    await changeObjects(services, tx, changes)
  })
}

/** Resumes the objects that are paused for the cause, each in its own transaction. */
async function unblock(
  services: Services,
  db: Db,
  {
    installation,
    objects,
    cause,
  }: { installation: InstallationRow; objects: readonly ReadState[]; cause: BlockCause },
): Promise<void> {
  for (const { objectName, pausedFor } of objects) {
    if (pausedFor !== cause) continue
    const plan = await findReadPlan(db, installation, objectName)
    await inTransaction(db, async (tx) => {
      const object = await lockObject(tx, installation.id, objectName)
      if (!object) return
      await changeObject(services, tx, installation, object, { type: 'unblocked', cause, plan })
    })
  }
}
