import type { Database } from '../db/database.ts'
import { inBatches } from '../db/in-batches.ts'
import { cutOff, type Retention } from '../db/retention.ts'
import * as store from './store.ts'

declare module '../jobs/enqueue.ts' {
  interface Jobs {
    'expire-operations': Record<string, never>
  }
}

export const operationJobs = (
  database: Database,
  { operations, logs }: Pick<Retention, 'operations' | 'logs'>,
) => ({
  'expire-operations': async (_payload?: unknown, context?: { stopping: AbortSignal }) => {
    const db = database.everything
    await inBatches((atMost) => store.removeLogs(db, { before: cutOff(logs), atMost }), context)
    await inBatches(
      (atMost) => store.removeOperations(db, { before: cutOff(operations), atMost }),
      context,
    )
  },
})
