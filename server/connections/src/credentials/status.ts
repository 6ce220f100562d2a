import type { ConnectionId, ProjectId } from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import { enqueue } from '@platform/kernel/jobs/enqueue'
import type { Services } from '@platform/kernel/services'
import { toConnectionRef } from './connection-record.ts'
import * as store from './store.ts'
import { firstTrial } from './trials.ts'
import { getNow } from '@platform/kernel/values'

declare module '@platform/kernel/jobs/enqueue' {
  interface Jobs {
    /**
     * Emitted when a connection with refused credentials works again or gets new ones: objects that
     * were paused for this reason are resumed.
     */
    'connection-works-again': { projectId: ProjectId; connectionId: ConnectionId }
  }
}

/**
 * Records that the connection works, and resumes objects that were paused because of it.
 * @returns Whether its credentials were refused before
 */
export async function markWorking(
  tx: Db,
  { id: connectionId, projectId, status }: store.ConnectionRow,
): Promise<boolean> {
  const isChanged = await store.markWorking(tx, connectionId)
  const worksAgain = isChanged && status === 'bad_credentials'
  if (worksAgain) await enqueue(tx, 'connection-works-again', { projectId, connectionId })
  return worksAgain
}

/**
 * Resumes objects that were paused while the credentials were refused: only their calls can verify
 * new ones.
 */
export async function wakeForNew(
  tx: Db,
  { id: connectionId, projectId, status }: store.ConnectionRow,
): Promise<void> {
  if (status !== 'bad_credentials') return
  await enqueue(tx, 'connection-works-again', { projectId, connectionId })
}

/**
 * Records that the provider refuses the credentials, and reports it once. If the platform `canTry`
 * them without the end user, they are retried daily for a week before that is reported again; hourly
 * if the refusal `isInDoubt`, because its words are not known to mean one.
 */
export async function markRejected(
  services: Services,
  tx: Db,
  connection: store.ConnectionRow,
  {
    reason,
    canTry,
    wasCall = false,
    isInDoubt = false,
  }: { reason: string; canTry: boolean; wasCall?: boolean; isInDoubt?: boolean },
): Promise<void> {
  const isChanged = await store.markRejected(tx, connection.id, {
    refusal: reason,
    refusedCall: wasCall,
    trialTime: canTry ? firstTrial(getNow(), Math.random(), { isInDoubt }) : null,
  })
  if (isChanged) await emitConnectionError(services, tx, connection, [reason])
}

/** Emits `connection.error`. */
export const emitConnectionError = (
  { notifications }: Services,
  tx: Db,
  connection: store.ConnectionRow,
  errors: string[],
) =>
  notifications.emit(tx, {
    projectId: connection.projectId,
    type: 'connection.error',
    data: { ...toConnectionRef(connection), errors },
    groupName: connection.groupName,
  })
