import type { Db } from '@platform/kernel/db/database'
import { inTransaction } from '@platform/kernel/db/transaction'
import { installationFilter } from '@platform/installations/installations/installations'
import { uninstall } from '@platform/installations/installations/uninstall'
import {
  deleteIntegration,
  getIntegration,
  integrationNotFound,
  lockIntegration,
} from '@platform/installations/integrations/integrations'
import type { Services } from '@platform/kernel/services'
import { inUse, maxNamed } from './in-use.ts'

/**
 * Deletes an integration. Rejected while it is installed, unless forced; then it is uninstalled
 * everywhere. Returns how often.
 */
export async function removeIntegration(
  services: Services,
  db: Db,
  { integrationIdOrName, force }: { integrationIdOrName: string; force: boolean },
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const integration = await getIntegration(tx, integrationIdOrName)
    // Locked, so that nobody installs it and every installation gets an event.
    const locked = await lockIntegration(tx, integration.name)
    if (locked?.id !== integration.id) throw integrationNotFound(integrationIdOrName)
    const installations = await installationFilter(tx)
      .where('n.installedIntegrationId', '=', integration.id)
      .orderBy('n.id')
      .execute()
    if (installations.length > 0 && !force) {
      throw inUse(
        {
          count: installations.length,
          named: installations.slice(0, maxNamed).map(({ id, groupRef }) => ({
            type: 'installation',
            id,
            says: `${groupRef} has it installed (${id}).`,
          })),
        },
        {
          detail: `Installations of ${integration.name}: ${installations.length}. They are uninstalled if you delete it anyway.`,
          remedy: 'Delete them first, or repeat the request with `force=true`.',
        },
      )
    }
    let uninstalled = 0
    for (const installation of installations) {
      if (await uninstall(services, tx, installation)) uninstalled++
    }
    await deleteIntegration(tx, integration.id)
    return uninstalled
  })
}
