import type { ConnectionId, DestinationId, PauseCause } from '@platform/contract'
import type { Db } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import {
  findInstallationsOfConnection,
  installationsMentioning,
  type InstallationRow,
} from '../installations/installations.ts'
import { contentsOf } from '../integrations/revision-content.ts'
import { hasDestination } from '../notifications/set-up/destinations.ts'
import type { Services } from '../services.ts'
import { haltReads } from './halt.ts'
import { holdObject } from './hold-object.ts'
import { emitPaused, pauseFor } from './pause.ts'
import { planReads, resume } from './schedule.ts'
import { findInstallationObjects, updateInstallationObject } from './store.ts'

/** Pauses what is read into a destination that was deleted, or has another name. */
export async function stopReadsInto(
  services: Services,
  db: Db,
  { destinationId, name }: { destinationId: DestinationId; name: string },
): Promise<void> {
  const missing = []
  for (const each of [destinationId, name]) {
    if (!(await hasDestination(db, each))) missing.push(each)
  }
  for await (const { installation, plans } of readersOf(db, missing)) {
    await pauseAll(services, db, {
      installation,
      objectNames: plans.map(({ objectName }) => objectName),
      cause: 'destination',
      reason: noDestination(name),
    })
  }
}

/** Has what was paused for want of a destination go on, now that there is one of its name. */
export async function resumeReadsInto(db: Db, { name }: { name: string }): Promise<void> {
  if (!(await hasDestination(db, name))) return
  for await (const { installation, plans } of readersOf(db, [name])) {
    const objects = await findInstallationObjects(db, [installation.id])
    for (const plan of plans) {
      const object = objects.find(({ objectName }) => objectName === plan.objectName)
      if (object?.pausedFor !== 'destination') continue
      await inTransaction(db, (tx) => resume(tx, installation, object, plan))
    }
  }
}

/** Pauses what is read through a connection that has stopped, before its reads find that out. */
export async function stopReadsThrough(
  services: Services,
  db: Db,
  { connectionId, reason }: { connectionId: ConnectionId; reason: string },
): Promise<void> {
  for (const installation of await findInstallationsOfConnection(db, connectionId)) {
    const objects = await findInstallationObjects(db, [installation.id])
    const objectNames = objects.map(({ objectName }) => objectName)
    await pauseAll(services, db, { installation, objectNames, cause: 'credentials', reason })
  }
}

const noDestination = (name: string) => `There is no destination ${name}.`

async function* readersOf(db: Db, destinations: readonly string[]) {
  if (destinations.length === 0) return
  for await (const installation of installationsMentioning(db, destinations)) {
    const { latest, installed } = await contentsOf(db, installation)
    const plans = planReads(installation.content, latest, installed).filter(({ destination }) =>
      destinations.includes(destination),
    )
    if (plans.length > 0) yield { installation, plans }
  }
}

/** Pauses objects that are not paused yet, and tells it once. */
async function pauseAll(
  services: Services,
  db: Db,
  {
    installation,
    objectNames,
    cause,
    reason,
  }: {
    installation: InstallationRow
    objectNames: readonly string[]
    cause: PauseCause
    reason: string
  },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const pause = pauseFor(cause, reason)
    let isPaused = false
    for (const objectName of objectNames) {
      const object = await holdObject(tx, installation.id, objectName)
      if (!object || object.pausedFor !== null) continue
      await haltReads(services, tx, { installation, objectName, why: pause.pausedReason })
      await updateInstallationObject(tx, installation.id, objectName, pause)
      isPaused = true
    }
    if (isPaused) await emitPaused(services, tx, { installation, error: pause.pausedReason })
  })
}
