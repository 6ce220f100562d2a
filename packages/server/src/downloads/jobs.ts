import type { Database } from '../db/database.ts'
import { deleteExpiredDownloads } from './downloads.ts'

declare module '../jobs/enqueue.ts' {
  interface Jobs {
    'delete-expired-downloads': Record<string, never>
  }
}

export const downloadJobs = (database: Database) => ({
  'delete-expired-downloads': async () => {
    await deleteExpiredDownloads(database.everything)
  },
})
