import type { Database } from '@platform/kernel/db/database'
import { inBatches } from '@platform/kernel/db/retention'
import { removeExpiredBudgets } from './store.ts'

declare module '@platform/kernel/jobs/enqueue' {
  interface Jobs {
    'forget-provider-budgets': Record<string, never>
  }
}

export const budgetJobs = ({ everything: db }: Database) => ({
  'forget-provider-budgets': (_payload?: unknown, context?: { stopping: AbortSignal }) =>
    inBatches((atMost) => removeExpiredBudgets(db, atMost), context),
})
