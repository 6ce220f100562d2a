import type { OperationId } from '@platform/contract'
import { spokenName } from '../../access/caller.ts'
import { findConnectionRow } from '../../connections/connections.ts'
import type { Db } from '../../db/database.ts'
import { toInstallationRef } from '../../installations/installation-record.ts'
import { setLastOperationStatus, type InstallationRow } from '../../installations/installations.ts'
import { toObjectRef } from '../../integrations/read-object.ts'
import { contentsOf } from '../../integrations/revision-content.ts'
import { cancelOperation, interrupt } from '../../operations/fence.ts'
import { logOperation } from '../../operations/logs.ts'
import { findOperation, findUnfinished, type OperationRow } from '../../operations/operations.ts'
import type { Services } from '../../services.ts'
import { putInLine, takeOutOfLine } from '../turns/line.ts'
import type { RequestNote } from './decide.ts'

/**
 * Stops the reads of an object at their next page, and logs `why`, or the `note` of a request. A backfill
 * keeps its place; what other reads missed, the next one finds. Returns the reads that were stopped.
 */
export async function haltReads(
  services: Services,
  tx: Db,
  {
    installation,
    objectName,
    why,
    note,
  }: {
    installation: InstallationRow
    objectName: string
    why: string
    note?: RequestNote | undefined
  },
): Promise<OperationId[]> {
  const { projectId } = installation
  const unfinished = await findUnfinished(tx, installation.id, objectName)
  for (const { id, readType } of unfinished) {
    if (readType === 'backfill') {
      await interrupt(tx, id)
      await takeOutOfLine(tx, id)
      const said = note ?? { msg: why }
      await logOperation(tx, { projectId, operationId: id, severity: 'info', ...said })
      continue
    }
    const operation = (await findOperation(tx, id))!
    await endAsCanceled(services, tx, { operation, installation, why, note })
  }
  return unfinished.map(({ id }) => id)
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
  const note = by === undefined ? undefined : { msg: `Canceled by ${spokenName(by)}.`, by }
  const isCanceled = await endAsCanceled(services, tx, { operation, installation, why, note, by })
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
    note,
    by,
  }: {
    operation: OperationRow
    installation: InstallationRow
    why: string
    note: RequestNote | undefined
    by?: string | undefined
  },
): Promise<boolean> {
  const { projectId, id: operationId, readType, since, until } = operation
  if (!(await cancelOperation(tx, operationId, { result: why, by }))) return false
  await takeOutOfLine(tx, operationId)
  await logOperation(tx, { projectId, operationId, severity: 'info', ...(note ?? { msg: why }) })
  if (readType !== 'triggered') return true
  const connection = (await findConnectionRow(tx, installation.connectionId))!
  const { latest, installed } = await contentsOf(tx, installation)
  await services.notifications.emit(tx, {
    projectId,
    type: 'read.triggered.error',
    data: {
      ...toInstallationRef(installation, connection),
      ...toObjectRef(operation.objectName, latest, installed),
      operationId,
      ...(since && { fromTimestamp: since.toISOString() }),
      ...(until && { untilTimestamp: until.toISOString() }),
      error: why,
    },
  })
  return true
}
