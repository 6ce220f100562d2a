import type { ConnectionId } from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import { inTransaction } from '@platform/kernel/db/transaction'
import {
  findInstallationsOfConnection,
  lockInstallation,
} from '@platform/installations/installations/installations'
import { enqueue } from '@platform/kernel/jobs/enqueue'
import { cancelReads } from '@platform/installations/operations/operations'
import type { Services } from '@platform/kernel/services'
import { applyConfiguration } from './apply-configuration.ts'
import { deleteInstallationObjects } from './store.ts'

/**
 * Restarts the reads of all installations of a connection: it belongs to another account now, to
 * which earlier watermarks and pages do not apply.
 */
export async function startAnew(
  services: Services,
  db: Db,
  connectionId: ConnectionId,
): Promise<void> {
  for (const { id, projectId } of await findInstallationsOfConnection(db, connectionId)) {
    await inTransaction(db, async (tx) => {
      await lockInstallation(tx, id)
      await enqueue(tx, 'subscriptions-changed', {
        projectId,
        installationId: id,
        because: 'new-account',
      })
      await cancelReads(tx, id, 'The connection now uses another account.')
      await deleteInstallationObjects(tx, id)
    })
    await applyConfiguration(services, db, id)
  }
}
