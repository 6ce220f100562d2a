import type { Database } from '@platform/kernel/db/database'
import { inBatches } from '@platform/kernel/db/retention'
import { removeExpired } from './store.ts'

declare module '@platform/kernel/jobs/enqueue' {
  interface Jobs {
    'forget-written-records': Record<string, never>
  }
}

export const echoJobs = (database: Database) => ({
  'forget-written-records': (_payload?: unknown, context?: { stopping: AbortSignal }) =>
    inBatches((atMost) => removeExpired(database.everything, atMost), context),
})
