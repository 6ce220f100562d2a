import type { Database } from '@platform/kernel/db/database'
import { type Retention, cutOff, inBatches } from '@platform/kernel/db/retention'
import { removeEndedInvites } from './store.ts'

declare module '@platform/kernel/jobs/enqueue' {
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
