import type { Database } from '@platform/kernel/db/database'
import { inBatches } from '@platform/kernel/db/in-batches'
import { cutOff, type Retention } from '@platform/kernel/db/retention'
import * as logStore from './log-store.ts'
import * as store from './store.ts'

declare module '@platform/kernel/jobs/enqueue' {
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
    await inBatches((atMost) => logStore.removeLogs(db, { before: cutOff(logs), atMost }), context)
    await inBatches(
      (atMost) => store.removeOperations(db, { before: cutOff(operations), atMost }),
      context,
    )
  },
})
