import type { InstallationId } from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import { lockInstallation } from '@platform/installations/installations/installations'
import { lockInstallationObjects, type InstallationObjectRow } from './store.ts'

/**
 * Locks an object of an installation until the transaction ends, to serialize its reads. Locks are
 * taken in this order, so that transactions cannot deadlock: connection, installation, object,
 * operation, turn. Uninstalling takes all of them.
 */
export async function lockObject(
  tx: Db,
  installationId: InstallationId,
  objectName: string,
): Promise<InstallationObjectRow | undefined> {
  await lockInstallation(tx, installationId)
  const [object] = await lockInstallationObjects(tx, installationId, objectName)
  return object
}

/** Locks an installation and all of its objects until the transaction ends. */
export async function lockObjects(
  tx: Db,
  installationId: InstallationId,
): Promise<InstallationObjectRow[]> {
  await lockInstallation(tx, installationId)
  return lockInstallationObjects(tx, installationId)
}
