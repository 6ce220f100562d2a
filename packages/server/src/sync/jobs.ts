import type { Database } from '../db/database.ts'
import type { JobHandlers } from '../jobs/worker.ts'
import type { Services } from '../services.ts'
import {
  applyConfiguration,
  applyRevision,
  resumeConnection,
  startScheduledRead,
} from './schedule.ts'
import { startAnew } from './start-anew.ts'
import { resumeReadsInto, stopReadsInto, stopReadsThrough } from './stop-reads.ts'

/** The background work of reading. */
export const syncJobs = (database: Database, services: Services) =>
  ({
    'installation-saved': ({ projectId, installationId }) =>
      applyConfiguration(services, database.tenant(projectId), installationId),
    'scheduled-read': ({ projectId, installationId, objectName }) =>
      startScheduledRead(database.tenant(projectId), {
        installationId: installationId,
        objectName,
      }),
    'integration-revised': ({ projectId, integrationId, isDestructive }) =>
      applyRevision(services, database.tenant(projectId), {
        integrationId,
        isDestructive,
      }),
    'connection-works-again': ({ projectId, connectionId }) =>
      resumeConnection(database.tenant(projectId), connectionId),
    'connection-stopped': ({ projectId, ...stopped }) =>
      stopReadsThrough(services, database.tenant(projectId), stopped),
    'destination-deleted': ({ projectId, ...deleted }) =>
      stopReadsInto(services, database.tenant(projectId), deleted),
    'destination-named': ({ projectId, ...named }) =>
      resumeReadsInto(database.tenant(projectId), named),
    'connection-changed-account': ({ projectId, connectionId }) =>
      startAnew(services, database.tenant(projectId), connectionId),
  }) satisfies Partial<JobHandlers>
