import type { Database } from '../db/database.ts'
import { removeExpiredReplies } from './idempotency.ts'

declare module '../jobs/enqueue.ts' {
  interface Jobs {
    'delete-expired-replies': Record<string, never>
  }
}

export const httpJobs = ({ database }: { database: Database }) => ({
  'delete-expired-replies': async () => {
    await removeExpiredReplies(database.everything)
  },
})
