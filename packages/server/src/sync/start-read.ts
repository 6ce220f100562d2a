import type { OperationId } from '@platform/contract'
import type { Db } from '../db/database.ts'
import { newId } from '../db/new-id.ts'
import type { ReadType } from '../db/tables/integrations.ts'
import { setLastOperationStatus, type InstallationRow } from '../installations/installations.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { findUnfinished, insertOperation } from '../operations/operations.ts'
import { lockInstallationObject } from './store.ts'

declare module '../jobs/enqueue.ts' {
  interface Jobs {
    /** Reads an object of a provider, from the operation's checkpoint on. */
    read: { projectId: string; operationId: string }
  }
}

/**
 * Makes the operation of a read and has it run; reads of the same object wait for each other.
 *
 * A scheduled read is left out (undefined) while another read of the object has not ended: what it
 * would find, the next one finds.
 */
export async function startRead(
  tx: Db,
  installation: InstallationRow,
  read: { objectName: string; readType: ReadType; since?: Date | null; until?: Date | null },
): Promise<OperationId | undefined> {
  const { projectId, integrationId, configId, id: installationId } = installation
  await lockInstallationObject(tx, installationId, read.objectName)
  const unfinished = await findUnfinished(tx, installationId, read.objectName)
  if (read.readType === 'scheduled' && unfinished.length > 0) return undefined

  const id = newId('op')
  await insertOperation(tx, {
    id,
    projectId,
    integrationId,
    installationId,
    configId,
    actionType: 'read',
    objectName: read.objectName,
    readType: read.readType,
    status: 'in_progress',
    since: read.since ?? null,
    until: read.until ?? null,
  })
  await setLastOperationStatus(tx, installationId, 'in_progress')
  if (unfinished.length === 0) await enqueueRead(tx, { projectId, operationId: id })
  return id
}

export const enqueueRead = (
  tx: Db,
  payload: { projectId: string; operationId: string },
  runAt?: Date,
) => enqueue(tx, 'read', payload, { key: payload.operationId, ...(runAt && { runAt }) })
