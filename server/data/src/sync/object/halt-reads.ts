import type { OperationId } from '@platform/contract'
import { toSpokenName } from '@platform/kernel/access'
import { findConnectionRow } from '@platform/connections/connections/connections'
import type { Db } from '@platform/kernel/db/database'
import { toInstallationRef } from '@platform/installations/installations/installation-record'
import {
  setLastOperationStatus,
  type InstallationRow,
} from '@platform/installations/installations/installations'
import { toObjectRef } from '@platform/installations/integrations/read-object'
import { findContents } from '@platform/installations/integrations/revision-content'
import { cancelOperation, interrupt } from '@platform/installations/operations/fence'
import { logOperation } from '@platform/installations/operations/logs'
import {
  findOperation,
  findUnfinishedReads,
  type OperationRow,
} from '@platform/installations/operations/operations'
import type { Services } from '@platform/kernel/services'
import { queueRead, dequeueRead } from '../turns/store.ts'
import type { RequestNote } from './read-events.ts'
import { must } from '@platform/kernel/values'

/**
 * Stops the reads of an object at their next page, and logs `why`, or the `note` of a request. A
 * backfill keeps its position; what other reads missed, the next one finds. Returns the stopped
 * reads.
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
  const unfinished = await findUnfinishedReads(tx, [
    { installationId: installation.id, objectName },
  ])
  for (const { id, readType } of unfinished) {
    if (readType === 'backfill') {
      await interrupt(tx, id)
      await dequeueRead(tx, id)
      const entry = note ?? { msg: why }
      await logOperation(tx, { projectId, operationId: id, severity: 'info', ...entry })
      continue
    }
    const operation = must(await findOperation(tx, id), 'row')
    await endAsCanceled(services, tx, { operation, installation, why, note })
  }
  return unfinished.map(({ id }) => id)
}

/** Ends the operation, whoever runs it, and starts the object's next read. */
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
  const note = by === undefined ? undefined : { msg: `Canceled by ${toSpokenName(by)}.`, by }
  const isCanceled = await endAsCanceled(services, tx, { operation, installation, why, note, by })
  if (!isCanceled) return false
  await setLastOperationStatus(tx, [installation.id], 'success')
  const [next] = await findUnfinishedReads(tx, [
    { installationId: installation.id, objectName: operation.objectName },
  ])
  if (next) await queueRead(tx, { operationId: next.id })
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
  await dequeueRead(tx, operationId)
  await logOperation(tx, { projectId, operationId, severity: 'info', ...(note ?? { msg: why }) })
  if (readType !== 'triggered') return true
  const connection = must(await findConnectionRow(tx, installation.connectionId), 'row')
  const { latest, installed } = await findContents(tx, installation)
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
