import type { OperationId } from '@platform/contract'
import { spokenName } from '../access/caller.ts'
import type { Db } from '../db/database.ts'
import { newId } from '../db/new-id.ts'
import type { ReadType } from '../db/tables/integrations.ts'
import { setLastOperationStatus, type InstallationRow } from '../installations/installations.ts'
import { logOperation } from '../operations/logs.ts'
import { findUnfinished, insertOperation } from '../operations/operations.ts'
import { traceparentNow } from '../telemetry/trace.ts'
import { holdObject } from './hold-object.ts'
import { putInLine } from './turns/line.ts'

/**
 * Makes the operation of a read and has it run; reads of the same object wait for each other.
 *
 * A scheduled read is left out (undefined) while another read of the object has not ended: what it
 * would find, the next one finds.
 */
export async function startRead(
  tx: Db,
  installation: InstallationRow,
  read: {
    objectName: string
    readType: ReadType
    since?: Date | null
    /** `since` is a time of ours, not of the provider's clock. */
    isSinceByOurClock?: boolean
    until?: Date | null
    /** Who asked for it, where somebody did. */
    createdBy?: string
  },
): Promise<OperationId | undefined> {
  const { projectId, integrationId, configId, id: installationId } = installation
  await holdObject(tx, installationId, read.objectName)
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
    isSinceByOurClock: read.isSinceByOurClock ?? false,
    until: read.until ?? null,
    traceparent: traceparentNow() ?? null,
    createdBy: read.createdBy ?? null,
  })
  if (read.createdBy !== undefined) {
    const msg = `It was asked for by ${spokenName(read.createdBy)}.`
    await logOperation(tx, { projectId, operationId: id, severity: 'info', msg })
  }
  await setLastOperationStatus(tx, installationId, 'in_progress')
  if (unfinished.length === 0) await putInLine(tx, { operationId: id })
  return id
}
