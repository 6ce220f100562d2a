import type { Database } from '@platform/kernel/db/database'
import { type Retention, cutOff, inBatches } from '@platform/kernel/db/retention'
import { removeRecords } from './store.ts'

declare module '@platform/kernel/jobs/enqueue' {
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
