import type { InstallationId } from '@platform/contract'
import type { Db } from '../db/database.ts'
import { lockInstallation } from '../installations/installations.ts'
import { lockInstallationObject, type InstallationObjectRow } from './store.ts'

/**
 * Holds an object of an installation until the transaction ends, so that its reads take turns.
 *
 * Whoever holds more than one thing comes to them in this order, so that no two wait for each other:
 * connection, installation, object, operation, turn. Who uninstalls comes to all of them.
 */
export async function holdObject(
  tx: Db,
  installationId: InstallationId,
  objectName: string,
): Promise<InstallationObjectRow | undefined> {
  await lockInstallation(tx, installationId)
  return lockInstallationObject(tx, installationId, objectName)
}
