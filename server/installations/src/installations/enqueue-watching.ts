import type { InstallationId, ProjectId } from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import { enqueue, makeQueueName } from '@platform/kernel/jobs/enqueue'

declare module '@platform/kernel/jobs/enqueue' {
  interface Jobs {
    /** Checks the objects of an installation for created, deleted or changed fields. */
    'watch-schema': { projectId: ProjectId; installationId: InstallationId }
  }
}

export const enqueueWatching = (
  tx: Db,
  payload: { projectId: ProjectId; installationId: InstallationId },
  runAt?: Date,
): Promise<void> =>
  enqueue(tx, 'watch-schema', payload, {
    key: `watch-schema:${payload.installationId}`,
    queue: makeQueueName('fields', payload.projectId, payload.installationId),
    ...(runAt && { runAt }),
  })
