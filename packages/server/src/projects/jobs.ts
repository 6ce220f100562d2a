import type { Database } from '../db/database.ts'
import { inBatches } from '../db/in-batches.ts'
import { foldStoredBytes } from './store.ts'

declare module '../jobs/enqueue.ts' {
  interface Jobs {
    'fold-stored-bytes': Record<string, never>
  }
}

export const projectJobs = ({ everything: db }: Database) => ({
  'fold-stored-bytes': (_payload?: unknown, context?: { stopping: AbortSignal }) =>
    inBatches((atMost) => foldStoredBytes(db, atMost), context),
})
