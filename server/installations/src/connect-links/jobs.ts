import type { Database } from '@platform/kernel/db/database'
import { inBatches } from '@platform/kernel/db/retention'
import { removeExpiredLinks } from './store.ts'

declare module '@platform/kernel/jobs/enqueue' {
  interface Jobs {
    'remove-expired-connect-links': Record<string, never>
  }
}

export const connectLinkJobs = ({ everything: db }: Database) => ({
  'remove-expired-connect-links': (_payload?: unknown, context?: { stopping: AbortSignal }) =>
    inBatches((atMost) => removeExpiredLinks(db, atMost), context),
})
