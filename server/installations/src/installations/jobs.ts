import type { Database } from '@platform/kernel/db/database'
import { type Retention, cutOff, inBatches } from '@platform/kernel/db/retention'
import { removeConfigs } from './config-store.ts'

declare module '@platform/kernel/jobs/enqueue' {
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
