import type { Database } from '../db/database.ts'
import { inBatches } from '../db/in-batches.ts'
import { cutOff, type Retention } from '../db/retention.ts'
import { removeEndedInvites } from './store.ts'

declare module '../jobs/enqueue.ts' {
  interface Jobs {
    'expire-invites': Record<string, never>
  }
}

export const organizationJobs = (
  database: Database,
  { messages }: Pick<Retention, 'messages'>,
) => ({
  'expire-invites': (_payload?: unknown, context?: { stopping: AbortSignal }) =>
    inBatches(
      (atMost) => removeEndedInvites(database.everything, { before: cutOff(messages), atMost }),
      context,
    ),
})
