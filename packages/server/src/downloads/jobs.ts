import type { Database } from '../db/database.ts'
import { inBatches } from '../db/in-batches.ts'
import { earliestId } from '../db/new-id.ts'
import { cutOff, type Retention } from '../db/retention.ts'
import { deleteExpiredDownloads } from './downloads.ts'

declare module '../jobs/enqueue.ts' {
  interface Jobs {
    'delete-expired-downloads': Record<string, never>
  }
}

export const downloadJobs = (database: Database, retention: Retention) => ({
  'delete-expired-downloads': (_payload?: unknown, context?: { stopping: AbortSignal }) => {
    const before = earliestId('evt', +cutOff(retention.messages))
    return inBatches(
      (atMost) => deleteExpiredDownloads(database.everything, { before, atMost }),
      context,
    )
  },
})
