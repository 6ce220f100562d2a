import type { LogCall, PauseCause } from '@platform/contract'
import { inTransaction } from '@platform/kernel/db/transaction'
import type { Db } from '@platform/kernel/db/database'
import {
  setLastOperationStatus,
  type InstallationRow,
} from '@platform/installations/installations/installations'
import { interrupt } from '@platform/installations/operations/fence'
import { logOperation } from '@platform/installations/operations/logs'
import { findOperation, type OperationRow } from '@platform/installations/operations/operations'
import type { Services } from '@platform/kernel/services'
import { changeObject } from './object/change-object.ts'
import { lockObject } from './object/hold-object.ts'
import { TakenOver } from './taken-over.ts'
import { takeOutOfLine } from './turns/line.ts'

/** Pauses an object whose read cannot continue, and announces it. The read keeps its position. */
export async function pauseRead(
  services: Services,
  db: Db,
  {
    operation,
    installation,
    cause,
    message,
    reason,
    at,
    call,
  }: {
    operation: OperationRow
    installation: InstallationRow
    cause: PauseCause
    message: string
    /** Reason, as a sentence. */
    reason: string
    /** The failed call, in words. */
    at: string
    call?: LogCall | undefined
  },
): Promise<void> {
  const { projectId, objectName, id } = operation
  await inTransaction(db, async (tx) => {
    const object = await lockObject(tx, installation.id, objectName)
    const current = await findOperation(tx, id)
    const isOurs = current?.fence === operation.fence && current.status === 'in_progress'
    if (!isOurs || !object) throw new TakenOver()
    await interrupt(tx, id)
    await takeOutOfLine(tx, id)
    await logOperation(tx, {
      projectId,
      operationId: id,
      severity: 'error',
      msg: `Reading is paused (${at}); it resumes here once the cause is fixed.`,
      error: message,
      call,
    })
    await setLastOperationStatus(tx, [installation.id], 'failure')
    await changeObject(
      services,
      tx,
      installation,
      object,
      { type: 'read-blocked', cause, error: reason },
      { operationId: id },
    )
  })
}
