import type { Destination, ManifestIntegration } from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import { inTransaction } from '@platform/kernel/db/transaction'
import {
  installationsMentioning,
  type InstallationRow,
} from '@platform/installations/installations/installations'
import { integrationsSendingTo } from '@platform/installations/integrations/integrations'
import { findContents } from '@platform/installations/integrations/revision-content'
import type { Notifications } from '@platform/delivery/notifications/notifications'
import {
  deleteDestination,
  destinationDeleted,
  lockDestination,
} from '@platform/delivery/notifications/set-up/destinations'
import { updateDestination } from '@platform/delivery/notifications/set-up/update-destination'
import { deleteReceiveKeys } from '@platform/tenancy/projects/api-keys'
import { planSubscriptions } from '@platform/data/subscribe/plan-subscribe'
import { planReads } from '@platform/data/sync/object/plans'
import { inUse, maxNamed, type ResourceUser } from './in-use.ts'

/** What happened to the users of a destination. */
export interface RemovedDestination {
  installations: number
  canceledDeliveries: number
}

/**
 * Deletes a destination. Rejected while installations use it or a deployed manifest names it,
 * unless forced; then their reads are paused until there is a destination of that name again.
 */
export async function removeDestination(
  notifications: Notifications,
  db: Db,
  { destination, force }: { destination: string; force: boolean },
): Promise<RemovedDestination> {
  return inTransaction(db, async (tx) => {
    const { id, name, projectId } = await lockDestination(tx, destination)
    const { users, installations } = await findUsers(tx, [id, name], { withIntegrations: !force })
    if (!force && users.count > 0) throw inUse(users, describeDeletion(name, installations))
    const canceledDeliveries = await deleteDestination(notifications, tx, { destination, force })
    await deleteReceiveKeys(tx, id)
    if (installations > 0) await destinationDeleted(tx, { projectId, destinationId: id, name })
    return { installations, canceledDeliveries }
  })
}

/**
 * Changes a destination. A new name is rejected while installations or deployed manifests refer to
 * the old one, unless forced; then their reads are paused until there is a destination of that name
 * again.
 */
export async function changeDestination(
  notifications: Notifications,
  db: Db,
  { force, ...change }: Parameters<typeof updateDestination>[2] & { force: boolean },
): Promise<Destination> {
  return inTransaction(db, async (tx) => {
    const { updateMask, changes } = change
    const { name } = await lockDestination(tx, change.destination)
    const isRenamed =
      updateMask.includes('name') && changes.name !== undefined && changes.name !== name
    if (isRenamed && !force) {
      const { users } = await findUsers(tx, [name], { withIntegrations: true })
      if (users.count > 0) throw inUse(users, describeRenaming(name))
    }
    return updateDestination(notifications, tx, change)
  })
}

/** Returns what refers to a destination by one of these names, and how many are installations. */
async function findUsers(
  tx: Db,
  names: readonly string[],
  { withIntegrations }: { withIntegrations: boolean },
) {
  const users = { count: 0, named: [] as ResourceUser[] }
  const add = (user: ResourceUser) => {
    users.count++
    if (users.named.length < maxNamed) users.named.push(user)
  }
  const installed = new Set<string>()
  for await (const { installation, does } of findInstallationUsers(tx, names)) {
    const { id, groupRef, integrationName } = installation
    installed.add(integrationName)
    const says = `${groupRef} ${does.join(', ')} (${integrationName}, ${id}).`
    add({ type: 'installation', id, says })
  }
  const installations = users.count
  if (!withIntegrations) return { users, installations }
  for (const { id, name, latestRevisionId } of await integrationsSendingTo(tx, names)) {
    if (installed.has(name)) continue
    const says = `The manifest of ${name} refers to it (${latestRevisionId}), so new installations would send to it.`
    add({ type: 'integration', id, says })
  }
  return { users, installations }
}

const describeDeletion = (name: string, installations: number) => ({
  detail:
    installations > 0
      ? `${installations === 1 ? '1 installation sends' : `${installations} installations send`} to ${name}. If you delete it anyway, their reads are paused until a destination named ${name} exists again.`
      : `No installation sends to ${name} yet, but a deployed manifest refers to it: reads of new installations would be paused until a destination named ${name} exists again.`,
  remedy: 'Use another destination in the manifest, or repeat the request with `force=true`.',
})

const describeRenaming = (name: string) => ({
  detail: `Installations and deployed manifests refer to the destination by its name ${name}. If you rename it anyway, reads into it are paused until a destination named ${name} exists again.`,
  remedy:
    'Create a destination with the new name, deploy a manifest that names it, and delete this one; or repeat the request with `force=true`.',
})

/**
 * Yields the installations that send to a destination of one of these names, and how they use it.
 */
async function* findInstallationUsers(tx: Db, names: readonly string[]) {
  for await (const installation of installationsMentioning(tx, names)) {
    const { latest, installed } = await findContents(tx, installation)
    const does = findUses(installation, { latest, installed, names })
    if (does.length > 0) yield { installation, does }
  }
}

function findUses(
  { content }: InstallationRow,
  {
    latest,
    installed,
    names,
  }: { latest: ManifestIntegration; installed: ManifestIntegration; names: readonly string[] },
): string[] {
  const here = <Plan extends { objectName: string; destination: string }>(plans: Plan[]) =>
    plans.filter(({ destination }) => names.includes(destination)).map((plan) => plan.objectName)
  const read = here(planReads(content, latest, installed))
  const heard = here(planSubscriptions(content, latest, installed))
  const watches = latest.watchSchema && names.includes(latest.watchSchema.destination)
  return [
    ...(read.length > 0 ? [`reads ${read.join(', ')} into it`] : []),
    ...(heard.length > 0 ? [`sends changes of ${heard.join(', ')} to it`] : []),
    ...(watches ? ['sends schema changes to it'] : []),
  ]
}
