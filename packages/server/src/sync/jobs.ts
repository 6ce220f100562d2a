import type { ConnectionId, InstallationId, OperationId, ProjectId } from '@platform/contract'
import type { JobHandlers } from '../jobs/worker.ts'
import type { Services } from '../services.ts'
import { readObject } from './read.ts'
import { applyConfiguration, resumeConnection, startScheduledRead } from './schedule.ts'

/** The background work of reading. */
export const syncJobs = (services: Services) =>
  ({
    'installation-saved': (payload) =>
      applyConfiguration(
        services,
        payload as { projectId: ProjectId; installationId: InstallationId },
      ),
    'scheduled-read': (payload) =>
      startScheduledRead(
        services,
        payload as { projectId: ProjectId; installationId: InstallationId; objectName: string },
      ),
    read: (payload, { stopping }) =>
      readObject(services, payload as { projectId: ProjectId; operationId: OperationId }, stopping),
    'connection-works-again': (payload) =>
      resumeConnection(services, payload as { projectId: ProjectId; connectionId: ConnectionId }),
  }) satisfies Partial<JobHandlers>
