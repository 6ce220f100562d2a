import type { ConnectionId } from '@platform/contract'
import {
  deleteConnection,
  findConnectionRow,
  lockConnectionAgainstUse,
} from '@platform/connections/connections/connections'
import type { Db } from '@platform/kernel/db/database'
import { newId } from '@platform/kernel/db/new-id'
import { inTransaction } from '@platform/kernel/db/transaction'
import { enqueue } from '@platform/kernel/jobs/enqueue'
import type { Services } from '@platform/kernel/services'
import { configForEvent } from './config-for-event.ts'
import { toInstallationRef } from './installation-record.ts'
import { installationNotFound } from './installations.ts'
import * as store from './store.ts'

declare module '@platform/kernel/services' {
  interface Services {
    /** Reports whether deleting the connection would leave something behind at the provider. */
    isSubscribed(db: Db, connectionId: ConnectionId): Promise<boolean>
  }
}

/** Uninstalls: reads stop, and the connection is deleted unless something else uses it. */
export async function deleteInstallation(
  services: Services,
  db: Db,
  installation: store.InstallationRow,
): Promise<void> {
  if (!(await uninstall(services, db, installation))) throw installationNotFound(installation.id)
}

/** Uninstalls. Returns whether the installation still existed. */
export async function uninstall(
  services: Services,
  db: Db,
  installation: store.InstallationRow,
): Promise<boolean> {
  const { projectId } = installation
  return inTransaction(db, async (tx) => {
    // Locked first, in the same order as the erasure of a group.
    await lockConnectionAgainstUse(tx, installation.connectionId)
    const [locked] = await store.lockInstallation(tx, installation.id)
    const connection = locked && (await findConnectionRow(tx, locked.connectionId))
    if (!connection) return false
    const eventId = newId('evt')
    await services.notifications.emit(tx, {
      id: eventId,
      projectId,
      type: 'installation.deleted',
      data: {
        ...toInstallationRef(installation, connection),
        ...(await configForEvent(services, tx, installation, eventId)),
      },
    })
    await store.deleteInstallation(tx, installation.id)
    await enqueue(tx, 'subscriptions-changed', {
      projectId,
      installationId: installation.id,
      because: 'configuration',
    })
    // The connection is deleted after its subscriptions have been removed at the provider.
    if (!(await services.isSubscribed(tx, connection.id))) {
      await deleteUnusedConnection(services, tx, connection.id)
    }
    return true
  })
}

/**
 * Deletes a connection that no installation uses; does nothing if it is used or already deleted.
 */
export async function deleteUnusedConnection(
  services: Services,
  tx: Db,
  connectionId: ConnectionId,
): Promise<void> {
  // Prevents an installation between the check and the deletion.
  if (!(await lockConnectionAgainstUse(tx, connectionId))) return
  if (await store.isConnectionUsed(tx, connectionId)) return
  await deleteConnection(services, tx, connectionId)
}
