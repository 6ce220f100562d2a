import type { PauseCause } from '@platform/contract'
import { findConnectionRow } from '../connections/connections.ts'
import { inTransaction } from '../db/transaction.ts'
import { configForEvent } from '../installations/config-for-event.ts'
import { toInstallationRef } from '../installations/installation-record.ts'
import { setLastOperationStatus, type InstallationRow } from '../installations/installations.ts'
import type { Db } from '../db/database.ts'
import type { Services } from '../services.ts'
import { endOperation } from '../operations/fence.ts'
import { logOperation } from '../operations/logs.ts'
import { findOperation, findUnfinished, type OperationRow } from '../operations/operations.ts'
import { enqueueRead } from './start-read.ts'
import { lockInstallationObject, updateInstallationObject } from './store.ts'

/** So many scheduled operations may fail one after another before the object is paused. */
const maxFailuresInARow = 5

export type ReadOutcome =
  { status: 'success' } | { status: 'failure'; message: string; badCredentials: boolean }

/**
 * Ends a read: moves the watermark, tells the outcome by its event, pauses the object after too
 * many failures (at once on bad credentials), and lets the object's next read begin.
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
    const object = await lockInstallationObject(tx, installation.id, objectName)
    const ended = await findOperation(tx, id)
    const result =
      outcome.status === 'success'
        ? `Read ${ended?.recordsProcessed ?? 0} records.`
        : outcome.message.slice(0, 1000)
    const isOurs = await endOperation(tx, operation, { status: outcome.status, result })
    if (!isOurs || !object || !ended) return

    await logOperation(tx, {
      projectId,
      operationId: id,
      severity: outcome.status === 'success' ? 'info' : 'error',
      msg: result,
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
      ...pause,
      ...(outcome.status === 'success' &&
        readsOnward && {
          watermark: ended.asOf ?? operation.createTime,
          recentlyRead: JSON.stringify(ended.recentlyRead),
        }),
    })
    await emitOutcome(services, tx, { operation, installation, outcome })
    if (pause) await emitPaused(services, tx, { installation, error: pause.pausedReason })
    const [next] = await findUnfinished(tx, installation.id, objectName)
    if (next) await enqueueRead(tx, { projectId, operationId: next.id })
  })
}

export interface Pause {
  pausedFor: PauseCause
  pausedReason: string
}

function reasonToPause(outcome: ReadOutcome, failuresInARow: number): Pause | undefined {
  if (outcome.status === 'success') return undefined
  const { message, badCredentials } = outcome
  if (badCredentials) {
    return { pausedFor: 'credentials', pausedReason: `Bad credentials: ${message}` }
  }
  if (failuresInARow < maxFailuresInARow) return undefined
  return {
    pausedFor: 'failures',
    pausedReason: `${failuresInARow} scheduled reads failed one after another: ${message}`,
  }
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
  const { projectId, objectName, readType, since, until } = operation
  const connection = (await findConnectionRow(tx, installation.connectionId))!
  const installationRef = toInstallationRef(installation, connection)
  if (readType === 'backfill' && outcome.status === 'success') {
    await services.notifications.emit(tx, {
      projectId,
      type: 'read.backfill.done',
      data: { ...installationRef, objectName },
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
    ? services.notifications.emit(tx, { projectId, type: 'read.triggered.done', data })
    : services.notifications.emit(tx, {
        projectId,
        type: 'read.triggered.error',
        data: { ...data, error: outcome.message },
      }))
}

async function emitPaused(
  services: Services,
  tx: Db,
  { installation, error }: { installation: InstallationRow; error: string },
): Promise<void> {
  const connection = (await findConnectionRow(tx, installation.connectionId))!
  await services.notifications.emit(tx, {
    projectId: installation.projectId,
    type: 'read.schedule.paused',
    data: {
      ...toInstallationRef(installation, connection),
      ...(await configForEvent(services, tx, installation)),
      error,
    },
  })
}
