import type { Services } from '../services.ts'
import { deleteExpiredDownloads } from './downloads.ts'

declare module '../jobs/enqueue.ts' {
  interface Jobs {
    'delete-expired-downloads': Record<string, never>
  }
}

export const downloadJobs = ({ database }: Services) => ({
  'delete-expired-downloads': async () => {
    await deleteExpiredDownloads(database.everything)
  },
})
