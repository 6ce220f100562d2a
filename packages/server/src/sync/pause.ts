import type { EventId, LogCall, PauseCause } from '@platform/contract'
import { findConnectionRow } from '../connections/connections.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Db } from '../db/database.ts'
import { newId } from '../db/new-id.ts'
import { configForEvent } from '../installations/config-for-event.ts'
import { toInstallationRef } from '../installations/installation-record.ts'
import { setLastOperationStatus, type InstallationRow } from '../installations/installations.ts'
import { interrupt } from '../operations/fence.ts'
import { logOperation } from '../operations/logs.ts'
import { findOperation, type OperationRow } from '../operations/operations.ts'
import type { Services } from '../services.ts'
import { holdObject } from './hold-object.ts'
import { updateInstallationObject } from './store.ts'
import { TakenOver } from './taken-over.ts'
import { takeOutOfLine } from './turns/line.ts'

export interface Pause {
  pausedFor: PauseCause
  /** The cause as a sentence for people. */
  pausedReason: string
  pausedTime: Date
  pausedBy: string | null
}

export const pauseFor = (
  pausedFor: PauseCause,
  message: string,
  { by = null }: { by?: string | null } = {},
): Pause => ({
  pausedFor,
  pausedReason: pausedFor === 'credentials' ? `Bad credentials: ${message}` : message,
  pausedTime: new Date(),
  pausedBy: by,
})

/** Pauses an object whose read cannot go on, and tells it. The read keeps its place for later. */
export async function pauseRead(
  services: Services,
  db: Db,
  {
    operation,
    installation,
    cause,
    message,
    at,
    call,
  }: {
    operation: OperationRow
    installation: InstallationRow
    cause: PauseCause
    message: string
    /** What was asked when that came. */
    at: string
    call?: LogCall | undefined
  },
): Promise<void> {
  const { projectId, objectName, id } = operation
  await inTransaction(db, async (tx) => {
    const object = await holdObject(tx, installation.id, objectName)
    const current = await findOperation(tx, id)
    const isOurs = current?.fence === operation.fence && current.status === 'in_progress'
    if (!isOurs || !object) throw new TakenOver()
    await interrupt(tx, id)
    await takeOutOfLine(tx, id)
    await logOperation(tx, {
      projectId,
      operationId: id,
      severity: 'error',
      msg: `Reading is paused (${at}); it goes on from here once that has been mended.`,
      error: message,
      call,
    })
    await setLastOperationStatus(tx, installation.id, 'failure')
    const pause = object.pausedFor === null ? pauseFor(cause, message) : undefined
    await updateInstallationObject(tx, installation.id, objectName, {
      retryingSince: null,
      retryingBecause: null,
      retryTime: null,
      ...pause,
    })
    if (pause) await emitPaused(services, tx, { installation, error: pause.pausedReason })
  })
}

export async function emitPaused(
  services: Services,
  tx: Db,
  { installation, error }: { installation: InstallationRow; error: string },
): Promise<EventId> {
  const connection = (await findConnectionRow(tx, installation.connectionId))!
  const eventId = newId('evt')
  await services.notifications.emit(tx, {
    id: eventId,
    projectId: installation.projectId,
    type: 'read.schedule.paused',
    data: {
      ...toInstallationRef(installation, connection),
      ...(await configForEvent(services, tx, installation, eventId)),
      error,
    },
  })
  return eventId
}
