import type { ConnectionId, ConnectionStatus, ProjectId } from '@platform/contract'
import type { Db } from '../../db/database.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import type { Services } from '../../services.ts'
import { toConnectionRef } from '../connection-record.ts'
import * as store from '../store.ts'

declare module '../../jobs/enqueue.ts' {
  interface Jobs {
    /** A connection whose credentials were bad works again: what paused for it resumes. */
    'connection-works-again': { projectId: ProjectId; connectionId: ConnectionId }
  }
}

/**
 * Records how the connection fares. Bad credentials are told by `connection.error`, once, and
 * working ones wake what was paused for them.
 */
export async function setConnectionStatus(
  services: Services,
  tx: Db,
  connection: store.ConnectionRow,
  status: ConnectionStatus,
  errors: string[] = [],
): Promise<void> {
  const changed = await store.setStatus(tx, connection.id, status)
  if (!changed) return
  const { projectId, id: connectionId } = connection
  if (status === 'bad_credentials') {
    await services.notifications.emit(tx, {
      projectId,
      type: 'connection.error',
      data: { ...toConnectionRef(connection), errors },
    })
  } else if (connection.status === 'bad_credentials') {
    await enqueue(tx, 'connection-works-again', { projectId, connectionId })
  }
}
