import type { Database } from '../../db/database.ts'
import { inBatches } from '../../db/in-batches.ts'
import { removeExpiredBudgets } from './store.ts'

declare module '../../jobs/enqueue.ts' {
  interface Jobs {
    'forget-provider-budgets': Record<string, never>
  }
}

export const budgetJobs = ({ everything: db }: Database) => ({
  'forget-provider-budgets': (_payload?: unknown, context?: { stopping: AbortSignal }) =>
    inBatches((atMost) => removeExpiredBudgets(db, atMost), context),
})
