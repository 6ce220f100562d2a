import type { ManifestIntegration } from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import { inTransaction } from '@platform/kernel/db/transaction'
import {
  installationsMentioning,
  type InstallationRow,
} from '@platform/installations/installations/installations'
import { integrationsSendingTo } from '@platform/installations/integrations/integrations'
import { contentsOf } from '@platform/installations/integrations/revision-content'
import type { Notifications } from '@platform/delivery/notifications/notifications'
import {
  deleteDestination,
  destinationDeleted,
  lockDestination,
} from '@platform/delivery/notifications/set-up/destinations'
import { planSubscriptions } from '@platform/data/subscribe/plan-subscribe'
import { planReads } from '@platform/data/sync/object/plans'
import { inUse, mostNamed, type ResourceUser } from './in-use.ts'

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
    const users = { count: 0, named: [] as ResourceUser[] }
    const installed = new Set<string>()
    for await (const { installation, does } of usersOf(tx, [id, name])) {
      users.count++
      installed.add(installation.integrationName)
      if (users.named.length >= mostNamed) continue
      users.named.push({
        type: 'installation',
        id: installation.id,
        says: `${installation.groupRef} ${does.join(', ')} (${installation.integrationName}, ${installation.id}).`,
      })
    }
    const installations = users.count
    if (!force) {
      for (const integration of await integrationsSendingTo(tx, [id, name])) {
        if (installed.has(integration.name)) continue
        users.count++
        if (users.named.length >= mostNamed) continue
        users.named.push({
          type: 'integration',
          id: integration.id,
          says: `The manifest of ${integration.name} refers to it (${integration.latestRevisionId}), so new installations would send to it.`,
        })
      }
      if (users.count > 0) throw inUse(users, refusalOf(name, installations))
    }
    const canceledDeliveries = await deleteDestination(notifications, tx, { destination, force })
    if (installations > 0) await destinationDeleted(tx, { projectId, destinationId: id, name })
    return { installations, canceledDeliveries }
  })
}

const refusalOf = (name: string, installations: number) => ({
  detail:
    installations > 0
      ? `${name} installations ${installations} send to it. If you delete it anyway, their reads are paused until a destination named ${name} exists again.`
      : `No installation sends to ${name} yet, but a deployed manifest refers to it: reads of new installations would be paused until a destination named ${name} exists again.`,
  remedy: 'Use another destination in the manifest, or repeat the request with `force=true`.',
})

/**
 * Yields the installations that send to a destination of one of these names, and how they use it.
 */
async function* usersOf(tx: Db, names: readonly string[]) {
  for await (const installation of installationsMentioning(tx, names)) {
    const { latest, installed } = await contentsOf(tx, installation)
    const does = usesOf(installation, { latest, installed, names })
    if (does.length > 0) yield { installation, does }
  }
}

function usesOf(
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
