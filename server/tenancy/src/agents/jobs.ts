import type { Database } from '@platform/kernel/db/database'
import { inBatches } from '@platform/kernel/db/retention'
import { removeExpiredAgents } from './store.ts'

declare module '@platform/kernel/jobs/enqueue' {
  interface Jobs {
    'remove-expired-agents': Record<string, never>
  }
}

export const agentJobs = ({ everything: db }: Database) => ({
  'remove-expired-agents': (_payload?: unknown, context?: { stopping: AbortSignal }) =>
    inBatches((atMost) => removeExpiredAgents(db, atMost), context),
})
