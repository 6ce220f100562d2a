import type { Database } from '../db/database.ts'
import { inBatches } from '../db/in-batches.ts'
import { deleteExpiredDownloads } from './downloads.ts'

declare module '../jobs/enqueue.ts' {
  interface Jobs {
    'delete-expired-downloads': Record<string, never>
  }
}

export const downloadJobs = (database: Database) => ({
  'delete-expired-downloads': (_payload?: unknown, context?: { stopping: AbortSignal }) =>
    inBatches((atMost) => deleteExpiredDownloads(database.everything, atMost), context),
})
