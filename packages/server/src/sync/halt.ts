import type { OperationId } from '@platform/contract'
import { spokenName } from '../access/caller.ts'
import { findConnectionRow } from '../connections/connections.ts'
import type { Db } from '../db/database.ts'
import { toInstallationRef } from '../installations/installation-record.ts'
import { setLastOperationStatus, type InstallationRow } from '../installations/installations.ts'
import { cancelOperation, interrupt } from '../operations/fence.ts'
import { logOperation } from '../operations/logs.ts'
import { findOperation, findUnfinished, type OperationRow } from '../operations/operations.ts'
import type { Services } from '../services.ts'
import { putInLine, takeOutOfLine } from './turns/line.ts'

/** What the log says of it that somebody wishes so. */
export interface Wish {
  msg: string
  by: string
}

/**
 * Stops the reads of an object at their next page, and says so in their logs: `why`, or the `wish`. A
 * backfill keeps its place; of the others, the next one finds what they missed. Answers which there were.
 */
export async function haltReads(
  services: Services,
  tx: Db,
  {
    installation,
    objectName,
    why,
    wish,
  }: { installation: InstallationRow; objectName: string; why: string; wish?: Wish },
): Promise<OperationId[]> {
  const { projectId } = installation
  const unfinished = await findUnfinished(tx, installation.id, objectName)
  for (const { id, readType } of unfinished) {
    if (readType === 'backfill') {
      await interrupt(tx, id)
      await takeOutOfLine(tx, id)
      const said = wish ?? { msg: why }
      await logOperation(tx, { projectId, operationId: id, severity: 'info', ...said })
      continue
    }
    const operation = (await findOperation(tx, id))!
    await endAsCanceled(services, tx, { operation, installation, why, wish })
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
  const wish = by === undefined ? undefined : { msg: `It was canceled by ${spokenName(by)}.`, by }
  const isCanceled = await endAsCanceled(services, tx, { operation, installation, why, wish, by })
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
    wish,
    by,
  }: {
    operation: OperationRow
    installation: InstallationRow
    why: string
    wish: Wish | undefined
    by?: string | undefined
  },
): Promise<boolean> {
  const { projectId, id: operationId, objectName, readType, since, until } = operation
  if (!(await cancelOperation(tx, operationId, { result: why, by }))) return false
  await takeOutOfLine(tx, operationId)
  await logOperation(tx, { projectId, operationId, severity: 'info', ...(wish ?? { msg: why }) })
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
