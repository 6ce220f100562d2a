import type { Database } from '../db/database.ts'
import { inBatches } from '../db/in-batches.ts'
import { cutOff, type Retention } from '../db/retention.ts'
import { removeRevisions } from './store.ts'

declare module '../jobs/enqueue.ts' {
  interface Jobs {
    'expire-revisions': Record<string, never>
  }
}

export const integrationJobs = (
  database: Database,
  { revisions }: Pick<Retention, 'revisions'>,
) => ({
  'expire-revisions': (_payload?: unknown, context?: { stopping: AbortSignal }) =>
    inBatches(
      (atMost) => removeRevisions(database.everything, { before: cutOff(revisions), atMost }),
      context,
    ),
})
