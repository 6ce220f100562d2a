import type { Database } from '../db/database.ts'
import { removeExpiredReplies } from './idempotency.ts'
import { removeQuietCallers } from './rate-limit.ts'

declare module '../jobs/enqueue.ts' {
  interface Jobs {
    'delete-expired-replies': Record<string, never>
    'forget-quiet-callers': Record<string, never>
  }
}

export const httpJobs = (database: Database) => ({
  'delete-expired-replies': async () => {
    await removeExpiredReplies(database.everything)
  },
  'forget-quiet-callers': async () => {
    await removeQuietCallers(database.everything)
  },
})
