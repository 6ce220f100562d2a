import type { OperationId } from '@platform/contract'
import { earliestId } from '@platform/kernel/db/new-id'
import type { Database } from '@platform/kernel/db/database'
import { type Retention, cutOff, inBatches } from '@platform/kernel/db/retention'
import * as logStore from './log-store.ts'
import * as upkeepStore from './upkeep-store.ts'

declare module '@platform/kernel/jobs/enqueue' {
  interface Jobs {
    'expire-operations': Record<string, never>
    'expire-empty-reads': Record<string, never>
  }
}

/** How far the hourly job looks back; the nightly one removes what it missed. */
const lookBackMs = 24 * 3600_000
const atOnce = 1000

type Context = { stopping: AbortSignal } | undefined

export const operationJobs = (
  database: Database,
  { operations, emptyReads, logs }: Pick<Retention, 'operations' | 'emptyReads' | 'logs'>,
) => {
  const db = database.everything

  /** Continues after the last batch, so that reads that are kept are looked at only once. */
  const expireEmptyReads = async (from: number, context: Context) => {
    const before = cutOff(emptyReads)
    let after: OperationId | undefined = earliestId('op', from)
    while (after !== undefined && !context?.stopping.aborted) {
      after = await upkeepStore.removeEmptyReads(db, { after, before, atMost: atOnce })
    }
  }

  return {
    'expire-operations': async (_payload?: unknown, context?: Context) => {
      await inBatches(
        (atMost) => logStore.removeLogs(db, { before: cutOff(logs), atMost }),
        context,
      )
      await inBatches(
        (atMost) => upkeepStore.removeOperations(db, { before: cutOff(operations), atMost }),
        context,
      )
      await expireEmptyReads(0, context)
    },
    'expire-empty-reads': (_payload?: unknown, context?: Context) =>
      expireEmptyReads(cutOff(emptyReads).getTime() - lookBackMs, context),
  }
}
