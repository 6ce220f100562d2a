import { spokenName } from '@platform/kernel/access/caller'
import type { Db } from '@platform/kernel/db/database'
import { setLastOperationStatus, type InstallationRow } from '@platform/installations/installations/installations'
import { logOperation } from '@platform/installations/operations/logs'
import { insertOperation } from '@platform/installations/operations/operations'
import { traceparentNow } from '@platform/kernel/telemetry/trace'
import { putInLine } from '../turns/line.ts'
import type { NewRead } from './decide.ts'

/**
 * Inserts the operation of a read, and enqueues its turn unless another read of the object runs
 * first.
 */
export async function beginRead(
  tx: Db,
  installation: InstallationRow,
  { mustWait, ...read }: NewRead & { objectName: string },
): Promise<void> {
  const { projectId, integrationId, configId, id: installationId } = installation
  await insertOperation(tx, {
    ...read,
    projectId,
    integrationId,
    installationId,
    configId,
    actionType: 'read',
    status: 'in_progress',
    traceparent: traceparentNow() ?? null,
  })
  if (read.createdBy !== null) {
    const msg = `Requested by ${spokenName(read.createdBy)}.`
    await logOperation(tx, { projectId, operationId: read.id, severity: 'info', msg })
  }
  await setLastOperationStatus(tx, installationId, 'in_progress')
  if (!mustWait) await putInLine(tx, { operationId: read.id })
}
