import type { LogCall, PauseCause } from '@platform/contract'
import { findConnectionRow } from '../connections/connections.ts'
import { inTransaction } from '../db/transaction.ts'
import { toInstallationRef } from '../installations/installation-record.ts'
import { setLastOperationStatus, type InstallationRow } from '../installations/installations.ts'
import type { Db } from '../db/database.ts'
import type { Services } from '../services.ts'
import { endOperation } from '../operations/fence.ts'
import { logOperation } from '../operations/logs.ts'
import { findOperation, findUnfinished, type OperationRow } from '../operations/operations.ts'
import { holdObject } from './hold-object.ts'
import { emitPaused, pauseFor, type Pause } from './pause.ts'
import { updateInstallationObject } from './store.ts'
import { TakenOver } from './taken-over.ts'
import { traceRun } from './trace-run.ts'
import { putInLine } from './turns/line.ts'
import { counted } from '../values/counted.ts'

/** So many scheduled operations may fail one after another before the object is paused. */
const maxFailuresInARow = 5

export type ReadOutcome =
  | { status: 'success' }
  | {
      status: 'failure'
      message: string
      cause: PauseCause
      at: string
      call?: LogCall | undefined
    }

/**
 * Ends a read: moves the watermark, tells the outcome by its event, pauses the object after too
 * many failures (at once on bad credentials, and without a destination), and lets the object's next read begin.
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
  await inTransaction(db, async (tx) => {
    const object = await holdObject(tx, installation.id, objectName)
    const ended = await findOperation(tx, id)
    const result = outcome.status === 'success' ? summaryOf(ended) : outcome.message.slice(0, 1000)
    const isOurs = await endOperation(tx, operation, { status: outcome.status, result })
    if (!isOurs || !object || !ended) throw new TakenOver()

    await logOperation(tx, {
      projectId,
      operationId: id,
      severity: outcome.status === 'success' ? 'info' : 'error',
      ...(outcome.status === 'success'
        ? { msg: result }
        : {
            msg: `Reading failed (${outcome.at}); the next read begins anew.`,
            error: result,
            call: outcome.call,
          }),
    })
    await setLastOperationStatus(tx, installation.id, outcome.status)

    const readsOnward = operation.readType !== 'triggered'
    const failuresInARow =
      outcome.status === 'success'
        ? 0
        : object.failuresInARow + (operation.readType === 'scheduled' ? 1 : 0)
    const pause = object.pausedFor === null ? reasonToPause(outcome, failuresInARow) : undefined
    await updateInstallationObject(tx, installation.id, objectName, {
      lastRunTime: new Date(),
      failuresInARow,
      retryingSince: null,
      retryingBecause: null,
      retryTime: null,
      ...pause,
      ...(outcome.status === 'success' &&
        readsOnward && {
          watermark: ended.asOf ?? operation.createTime,
          recentlyRead: JSON.stringify(ended.recentlyRead),
        }),
    })
    await emitOutcome(services, tx, { operation: ended, installation, outcome })
    if (pause) await emitPaused(services, tx, { installation, error: pause.pausedReason })
    const [next] = await findUnfinished(tx, installation.id, objectName)
    if (next) await putInLine(tx, { operationId: next.id })
  })
  traceRun(operation, outcome)
}

function summaryOf(read: OperationRow | undefined): string {
  const { recordsProcessed = 0, recordsLeftOut = 0 } = read ?? {}
  const all = `Read ${counted(recordsProcessed, 'record')}.`
  return recordsLeftOut === 0
    ? all
    : `${all} Left out as too large: ${recordsLeftOut}; the log names them.`
}

function reasonToPause(outcome: ReadOutcome, failuresInARow: number): Pause | undefined {
  if (outcome.status === 'success') return undefined
  if (outcome.cause !== 'failures') return pauseFor(outcome.cause, outcome.message)
  if (failuresInARow < maxFailuresInARow) return undefined
  return pauseFor(
    'failures',
    `${failuresInARow} scheduled reads failed one after another: ${outcome.message}`,
  )
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
  const { projectId, objectName, readType, since, until, recordsLeftOut } = operation
  const done = recordsLeftOut > 0 ? { recordsLeftOut } : {}
  const connection = (await findConnectionRow(tx, installation.connectionId))!
  const installationRef = toInstallationRef(installation, connection)
  if (readType === 'backfill' && outcome.status === 'success') {
    await services.notifications.emit(tx, {
      projectId,
      type: 'read.backfill.done',
      data: { ...installationRef, objectName, ...done },
    })
  }
  if (readType !== 'triggered') return
  const data = {
    ...installationRef,
    objectName,
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
