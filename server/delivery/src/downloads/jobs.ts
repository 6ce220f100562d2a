import type { Database } from '@platform/kernel/db/database'
import { type Retention, cutOff, inBatches } from '@platform/kernel/db/retention'
import { earliestId } from '@platform/kernel/db/new-id'
import { deleteExpiredDownloads } from './downloads.ts'

declare module '@platform/kernel/jobs/enqueue' {
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
