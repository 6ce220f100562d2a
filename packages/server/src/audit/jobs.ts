import type { Database } from '../db/database.ts'
import { inBatches } from '../db/in-batches.ts'
import { cutOff, type Retention } from '../db/retention.ts'
import { removeRecords } from './store.ts'

declare module '../jobs/enqueue.ts' {
  interface Jobs {
    'expire-audit-log': Record<string, never>
  }
}

export const auditJobs = (database: Database, { auditLog }: Pick<Retention, 'auditLog'>) => ({
  'expire-audit-log': async (_payload?: unknown, context?: { stopping: AbortSignal }) => {
    const before = cutOff(auditLog)
    await database.asOwner((owner) =>
      inBatches((atMost) => removeRecords(owner, { before, atMost }), context),
    )
  },
})
