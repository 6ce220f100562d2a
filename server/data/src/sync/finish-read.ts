import type { LogCall, PauseCause } from '@platform/contract'
import { findConnectionRow } from '@platform/connections/connections/connections'
import { inTransaction } from '@platform/kernel/db/transaction'
import { toInstallationRef } from '@platform/installations/installations/installation-record'
import {
  setLastOperationStatus,
  type InstallationRow,
} from '@platform/installations/installations/installations'
import type { Db } from '@platform/kernel/db/database'
import { toObjectRef } from '@platform/installations/integrations/read-object'
import { findContents } from '@platform/installations/integrations/revision-content'
import type { Services } from '@platform/kernel/services'
import { endOperation } from '@platform/installations/operations/fence'
import { logOperation } from '@platform/installations/operations/logs'
import {
  findOperation,
  findUnfinishedReads,
  type OperationRow,
} from '@platform/installations/operations/operations'
import { changeObject } from './object/change-object.ts'
import { lockObject } from './object/hold-object.ts'
import { LeaseLostError } from '@platform/kernel/leases/lease'
import { traceRun } from './trace-run.ts'
import { queueRead } from './turns/line.ts'
import { formatCounted, must } from '@platform/kernel/values'

export const severities = { success: 'info', incomplete: 'warning', failure: 'error' } as const

export type ReadOutcome =
  | { status: 'success' }
  | {
      status: 'failure'
      message: string
      /** Reason, as a sentence. */
      reason: string
      cause: PauseCause
      at: string
      call?: LogCall | undefined
    }

/**
 * Ends a read, as `incomplete` if it may have missed records: moves the watermark, emits the event,
 * pauses the object after too many failures (immediately for bad credentials or without a
 * destination), and starts the object's next read.
 */
export async function finishRead(
  services: Services,
  db: Db,
  {
    operation,
    installation,
    outcome,
  }: { operation: OperationRow; installation: InstallationRow; outcome: ReadOutcome },
): Promise<void> {
  const { projectId, objectName, id } = operation
  const readType = must(operation.readType, 'type of the read')
  await inTransaction(db, async (tx) => {
    const object = await lockObject(tx, installation.id, objectName)
    const ended = await findOperation(tx, id)
    const status =
      outcome.status === 'success' && ended?.incomplete ? ('incomplete' as const) : outcome.status
    const result =
      outcome.status === 'success' ? summarizeRead(ended) : outcome.message.slice(0, 1000)
    const isOurs = await endOperation(tx, operation, { status, result })
    if (!isOurs || !object || !ended) throw new LeaseLostError()

    await logOperation(tx, {
      projectId,
      operationId: id,
      severity: severities[status],
      ...(outcome.status === 'success'
        ? { msg: result }
        : {
            msg: `Reading failed (${outcome.at}); the next read starts from the beginning.`,
            error: result,
            call: outcome.call,
          }),
    })
    await setLastOperationStatus(tx, [installation.id], status)

    await emitOutcome(services, tx, { operation: ended, installation, outcome })
    await changeObject(
      services,
      tx,
      installation,
      object,
      outcome.status === 'success'
        ? {
            type: 'read-succeeded',
            readType,
            watermark: ended.asOf ?? operation.createTime,
            recentlyRead: ended.recentlyRead,
          }
        : { type: 'read-failed', readType, cause: outcome.cause, error: outcome.reason },
      { operationId: id },
    )
    const [next] = await findUnfinishedReads(tx, [{ installationId: installation.id, objectName }])
    if (next) await queueRead(tx, { operationId: next.id })
  })
  traceRun(operation, outcome)
}

/** Summarizes a successful read, as a sentence. */
export function summarizeRead(
  read: Pick<OperationRow, 'recordsProcessed' | 'recordsLeftOut' | 'incomplete'> | undefined,
): string {
  const { recordsProcessed = 0, recordsLeftOut = 0, incomplete } = read ?? {}
  const parts = [
    `Read ${formatCounted(recordsProcessed, 'record')}.`,
    recordsLeftOut > 0 &&
      `Skipped because they are too large or unreadable: ${recordsLeftOut}; the log has details.`,
    incomplete && `Records may be missing: ${incomplete}`,
  ]
  return parts.filter((part) => typeof part === 'string' && part !== '').join(' ')
}

async function emitOutcome(
  services: Services,
  tx: Db,
  {
    operation,
    installation,
    outcome,
  }: { operation: OperationRow; installation: InstallationRow; outcome: ReadOutcome },
): Promise<void> {
  const { id: operationId, projectId, readType, since, until } = operation
  const isReported =
    readType === 'triggered' || (readType === 'backfill' && outcome.status === 'success')
  if (!isReported) return
  const { recordsLeftOut, incomplete } = operation
  const done = {
    ...(recordsLeftOut > 0 && { recordsLeftOut }),
    ...(incomplete !== null && { incomplete }),
  }
  const connection = must(await findConnectionRow(tx, installation.connectionId), 'row')
  const { latest, installed } = await findContents(tx, installation)
  const about = {
    ...toInstallationRef(installation, connection),
    ...toObjectRef(operation.objectName, latest, installed),
    operationId,
  }
  if (readType === 'backfill') {
    await services.notifications.emit(tx, {
      projectId,
      type: 'read.backfill.done',
      data: { ...about, ...done },
    })
    return
  }
  const data = {
    ...about,
    ...(since && { fromTimestamp: since.toISOString() }),
    ...(until && { untilTimestamp: until.toISOString() }),
  }
  await (outcome.status === 'success'
    ? services.notifications.emit(tx, {
        projectId,
        type: 'read.triggered.done',
        data: { ...data, ...done },
      })
    : services.notifications.emit(tx, {
        projectId,
        type: 'read.triggered.error',
        data: { ...data, error: outcome.message },
      }))
}
