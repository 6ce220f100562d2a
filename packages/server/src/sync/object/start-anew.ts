import type { ConnectionId } from '@platform/contract'
import type { Db } from '../../db/database.ts'
import { inTransaction } from '../../db/transaction.ts'
import {
  findInstallationsOfConnection,
  lockInstallation,
} from '../../installations/installations.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { cancelReads } from '../../operations/operations.ts'
import type { Services } from '../../services.ts'
import { applyConfiguration } from './apply-configuration.ts'
import { deleteInstallationObjects } from './store.ts'

/**
 * Reads all installations of a connection as if they were new: it is another account's now, to which the
 * watermarks and pages of the one before do not apply.
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
