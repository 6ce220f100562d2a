import type { Database } from '@platform/kernel/db/database'
import { inTransaction } from '@platform/kernel/db/transaction'
import { cutOff, inBatches } from '@platform/kernel/db/retention'
import type { Services } from '@platform/kernel/services'
import { calmAt } from './kept-usage.ts'
import * as store from './store.ts'

declare module '@platform/kernel/jobs/enqueue' {
  interface Jobs {
    'remove-ended-lists': Record<string, never>
    'remove-old-kept-records': Record<string, never>
  }
}

/** Days for which deletions are listed. */
const deletionDays = 30
const objectsAtOnce = 500

type Context = { stopping: AbortSignal }

export const keptRecordJobs = (
  { everything: db, tenant }: Database,
  { retention, keptUsage }: Pick<Services, 'retention' | 'keptUsage'>,
) => ({
  'remove-ended-lists': (_payload?: unknown, context?: Context) =>
    inBatches(
      (atMost) =>
        inTransaction(db, async (tx) => {
          await store.followIndex(tx)
          return store.removeEnded(tx, atMost)
        }),
      context,
    ),
  async 'remove-old-kept-records'(_payload?: unknown, context?: Context) {
    const before = cutOff(deletionDays)
    await inBatches((atMost) => store.removeOldDeletions(db, { before, atMost }), context)
    await store.forgetLimits(db, keptUsage.maxBytes * calmAt)
    if (!Number.isFinite(retention.keptRecords)) return
    const old = cutOff(retention.keptRecords)
    let key = 0
    for (;;) {
      const objects = await store.findObjectsAfter(db, { key, atMost: objectsAtOnce })
      for (const { key: objectKey, projectId } of objects) {
        await inBatches(
          (atMost) => store.removeOlder(tenant(projectId), { objectKey, before: old, atMost }),
          context,
        )
      }
      const last = objects.at(-1)
      if (!last || objects.length < objectsAtOnce || context?.stopping.aborted) return
      key = last.key
    }
  },
})
