import { findConnectionRow } from '../connections/connections.ts'
import type { Db } from '../db/database.ts'
import { toInstallationRef } from '../installations/installation-record.ts'
import { setLastOperationStatus, type InstallationRow } from '../installations/installations.ts'
import { cancelOperation, interrupt } from '../operations/fence.ts'
import { logOperation } from '../operations/logs.ts'
import { findOperation, findUnfinished, type OperationRow } from '../operations/operations.ts'
import type { Services } from '../services.ts'
import { putInLine, takeOutOfLine } from './turns/line.ts'

/**
 * Stops the reads of an object at their next page. A backfill keeps its place; of the others, the
 * next one finds what they missed.
 */
export async function haltReads(
  services: Services,
  tx: Db,
  {
    installation,
    objectName,
    why,
  }: { installation: InstallationRow; objectName: string; why: string },
): Promise<void> {
  for (const { id, readType } of await findUnfinished(tx, installation.id, objectName)) {
    if (readType === 'backfill') {
      await interrupt(tx, id)
      await takeOutOfLine(tx, id)
      continue
    }
    const operation = (await findOperation(tx, id))!
    await endAsCanceled(services, tx, { operation, installation, why })
  }
}

/** Ends the operation, whoever works on it, and lets the object's next read begin. */
export async function cancelRead(
  services: Services,
  tx: Db,
  {
    operation,
    installation,
    why,
    by,
  }: { operation: OperationRow; installation: InstallationRow; why: string; by?: string },
): Promise<boolean> {
  const isCanceled = await endAsCanceled(services, tx, { operation, installation, why, by })
  if (!isCanceled) return false
  await setLastOperationStatus(tx, installation.id, 'success')
  const [next] = await findUnfinished(tx, installation.id, operation.objectName)
  if (next) await putInLine(tx, { operationId: next.id })
  return true
}

async function endAsCanceled(
  services: Services,
  tx: Db,
  {
    operation,
    installation,
    why,
    by,
  }: {
    operation: OperationRow
    installation: InstallationRow
    why: string
    by?: string | undefined
  },
): Promise<boolean> {
  const { projectId, id: operationId, objectName, readType, since, until } = operation
  if (!(await cancelOperation(tx, operationId, { result: why, by }))) return false
  await takeOutOfLine(tx, operationId)
  const msg = by === undefined ? why : `It was cancelled by ${by}.`
  await logOperation(tx, { projectId, operationId, severity: 'info', msg })
  if (readType !== 'triggered') return true
  const connection = (await findConnectionRow(tx, installation.connectionId))!
  await services.notifications.emit(tx, {
    projectId,
    type: 'read.triggered.error',
    data: {
      ...toInstallationRef(installation, connection),
      objectName,
      ...(since && { fromTimestamp: since.toISOString() }),
      ...(until && { untilTimestamp: until.toISOString() }),
      error: why,
    },
  })
  return true
}
