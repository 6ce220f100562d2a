import type { Database } from '@platform/kernel/db/database'
import { inBatches } from '@platform/kernel/db/in-batches'
import { cutOff, type Retention } from '@platform/kernel/db/retention'
import { removeRevisions } from './store.ts'

declare module '@platform/kernel/jobs/enqueue' {
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
