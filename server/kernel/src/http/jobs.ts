import type { Database } from '../db/database.ts'
import { type Retention, inBatches } from '../db/retention.ts'
import { removeExpiredReplies } from './idempotency.ts'
import { removeQuietCallers } from './rate-limit.ts'

declare module '../jobs/enqueue.ts' {
  interface Jobs {
    'delete-expired-replies': Record<string, never>
    'forget-quiet-callers': Record<string, never>
  }
}

export const httpJobs = (
  { everything: db }: Database,
  { replies: keepDays }: Pick<Retention, 'replies'>,
) => ({
  'delete-expired-replies': (_payload?: unknown, context?: { stopping: AbortSignal }) =>
    inBatches((atMost) => removeExpiredReplies(db, { keepDays, atMost }), context),
  'forget-quiet-callers': (_payload?: unknown, context?: { stopping: AbortSignal }) =>
    inBatches((atMost) => removeQuietCallers(db, atMost), context),
})
