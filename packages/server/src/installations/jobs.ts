import type { Database } from '../db/database.ts'
import { inBatches } from '../db/in-batches.ts'
import { cutOff, type Retention } from '../db/retention.ts'
import { removeConfigs } from './store.ts'

declare module '../jobs/enqueue.ts' {
  interface Jobs {
    'expire-configs': Record<string, never>
  }
}

export const installationJobs = (database: Database, { configs }: Pick<Retention, 'configs'>) => ({
  'expire-configs': (_payload?: unknown, context?: { stopping: AbortSignal }) =>
    inBatches(
      (atMost) => removeConfigs(database.everything, { before: cutOff(configs), atMost }),
      context,
    ),
})
