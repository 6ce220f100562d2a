import type { InstallationId, IntegrationId } from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import { isDatabaseOutOfReach } from '@platform/kernel/db/errors'
import { inTransaction } from '@platform/kernel/db/transaction'
import { enqueueWatching } from '@platform/installations/installations/enqueue-watching'
import {
  findInstallation,
  installationFilter,
  lockInstallation,
  type InstallationRow,
} from '@platform/installations/installations/installations'
import { getIntegration } from '@platform/installations/integrations/integrations'
import {
  findReadObject,
  listKeptObjects,
  type ReadPlan,
} from '@platform/installations/integrations/read-object'
import { findContents } from '@platform/installations/integrations/revision-content'
import { enqueue } from '@platform/kernel/jobs/enqueue'
import { hasDestination } from '@platform/delivery/notifications/set-up/destinations'
import type { Services } from '@platform/kernel/services'
import { endLists, endOtherLists } from '../../kept-records/keep-records.ts'
import { changeObject, changeObjects, type ObjectChange } from './change-object.ts'
import type { ReadState } from './decide.ts'
import { lockObjects } from './hold-object.ts'
import { listReadPlans } from './plans.ts'
import { addInstallationObject } from './store.ts'

/**
 * Applies an installation's configuration to its reads: a new object gets one backfill, and every
 * active one its schedule. If one object cannot be applied, the others are.
 */
export async function applyConfiguration(
  services: Services,
  db: Db,
  installationId: InstallationId,
): Promise<void> {
  const installation = await findInstallation(db, installationId)
  if (!installation) return
  const plans = await listReadPlans(db, installation)
  try {
    await applyPlans(services, db, { installation, plans, applied: plans })
  } catch (error) {
    if (isDatabaseOutOfReach(error) || plans.length < 2) throw error
    await doEach(plans, (plan) =>
      applyPlans(services, db, { installation, plans, applied: [plan] }),
    )
  }
}

/** Applies these of the plans of an installation, and switches off the objects without a plan. */
async function applyPlans(
  services: Services,
  db: Db,
  {
    installation,
    plans,
    applied,
  }: { installation: InstallationRow; plans: readonly ReadPlan[]; applied: readonly ReadPlan[] },
): Promise<void> {
  const { id: installationId, projectId } = installation
  await inTransaction(db, async (tx) => {
    // It may have been uninstalled since.
    if ((await lockInstallation(tx, installationId)).length === 0) return
    const objects = await lockObjects(tx, installationId)
    for (const plan of applied) {
      const object = objects.find(({ objectName }) => objectName === plan.objectName)
      await takeUp(services, tx, installation, { plan, object })
    }
    for (const object of objects) {
      if (plans.some(({ objectName }) => objectName === object.objectName)) continue
      await changeObject(services, tx, installation, object, { type: 'switched-off' })
    }
    const { latest, installed } = await findContents(tx, installation)
    await endOtherLists(
      tx,
      installationId,
      listKeptObjects(installation.content, latest, installed),
    )
    const because = 'configuration'
    await enqueue(tx, 'subscriptions-changed', { projectId, installationId, because })
    await enqueueWatching(tx, { projectId, installationId })
  })
}

/**
 * Does all of a job's parts, also those after one that fails.
 * @throws the first failure, or immediately if the database is unavailable
 */
async function doEach<Part>(
  parts: readonly Part[],
  act: (part: Part) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = []
  for (const part of parts) {
    try {
      await act(part)
    } catch (error) {
      if (isDatabaseOutOfReach(error)) throw error
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}

/**
 * Applies the new revision of an integration to its installations. Removed objects are still read
 * or, if `isDestructive`, paused until they are declared again.
 */
export async function applyRevision(
  services: Services,
  db: Db,
  {
    integrationId,
    isDestructive,
    unkept = [],
  }: { integrationId: IntegrationId; isDestructive: boolean; unkept?: readonly string[] },
): Promise<void> {
  const { content, name } = await getIntegration(db, integrationId)
  const installations = await installationFilter(db)
    .where('n.installedIntegrationId', '=', integrationId)
    .execute()
  // Also if a later revision keeps them again: what was delivered meanwhile is missing.
  await endLists(db, integrationId, unkept)
  await doEach(installations, async (installation) => {
    await applyConfiguration(services, db, installation.id)
    const plans = await listReadPlans(db, installation)
    await inTransaction(db, async (tx) => {
      const objects = await lockObjects(tx, installation.id)
      const changes = objects.flatMap((object): ObjectChange[] => {
        const { objectName } = object
        const cause = 'removed'
        if (findReadObject(objectName, content)) {
          const plan = plans.find((each) => each.objectName === objectName)
          return [{ installation, object, event: { type: 'unblocked', cause, plan } }]
        }
        const reason = `${name} no longer declares ${objectName}.`
        return isDestructive
          ? [{ installation, object, event: { type: 'blocked', cause, reason } }]
          : []
      })
      await changeObjects(services, tx, changes)
    })
  })
}

/**
 * Locks and returns the objects of an installation, including those configured a moment ago,
 * without waiting for the job that applies the configuration.
 */
export async function lockAllObjects(
  services: Services,
  tx: Db,
  installation: InstallationRow,
): Promise<{ objects: ReadState[]; plans: ReadPlan[] }> {
  const plans = await listReadPlans(tx, installation)
  const objects = await lockObjects(tx, installation.id)
  const isKnown = ({ objectName }: ReadPlan) =>
    objects.some((object) => object.objectName === objectName)
  const unknown = plans.filter((plan) => !isKnown(plan))
  if (unknown.length === 0) return { objects, plans }
  for (const plan of unknown) {
    await takeUp(services, tx, installation, { plan, object: undefined })
  }
  return { objects: await lockObjects(tx, installation.id), plans }
}

async function takeUp(
  services: Services,
  tx: Db,
  installation: InstallationRow,
  { plan, object: known }: { plan: ReadPlan; object: ReadState | undefined },
): Promise<void> {
  const { projectId, id: installationId } = installation
  const { objectName, destination } = plan
  const object =
    known ?? (await addInstallationObject(tx, { projectId, installationId, objectName }))
  await changeObject(services, tx, installation, object, {
    type: 'configured',
    plan,
    hasDestination: object.pausedFor === 'destination' && (await hasDestination(tx, destination)),
  })
}
