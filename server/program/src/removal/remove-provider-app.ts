import type { ProviderAppId } from '@platform/contract'
import { connectionsOfApp, loseProviderApp } from '@platform/connections/connections/lost-app'
import type { Db } from '@platform/kernel/db/database'
import { inTransaction } from '@platform/kernel/db/transaction'
import { deleteProviderApp, lockProviderApp } from '@platform/tenancy/projects/provider-apps'
import type { Services } from '@platform/kernel/services'
import { inUse, maxNamed } from './in-use.ts'

/**
 * Deletes a provider app. Rejected while connections use it, unless forced; then they stop. Returns
 * how many stopped.
 */
export async function removeProviderApp(
  services: Services,
  db: Db,
  { providerAppId, force }: { providerAppId: ProviderAppId; force: boolean },
): Promise<number> {
  return inTransaction(db, async (tx) => {
    const app = await lockProviderApp(tx, providerAppId)
    const connections = await connectionsOfApp(tx, app.id)
    if (connections.length > 0 && !force) {
      throw inUse(
        {
          count: connections.length,
          named: connections.slice(0, maxNamed).map(({ id, groupRef }) => ({
            type: 'connection',
            id,
            says: `${groupRef} is connected with it (${id}).`,
          })),
        },
        {
          detail: `Connections that use this app of ${app.provider}: ${connections.length}. If you delete it anyway, they stop working until it is added again or the customers reconnect.`,
          remedy:
            'Let the customers connect with another app, or repeat the request with `force=true`.',
        },
      )
    }
    await loseProviderApp(services, tx, app, connections)
    await deleteProviderApp(tx, app.id)
    return connections.length
  })
}
