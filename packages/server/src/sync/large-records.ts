import { getHeapStatistics } from 'node:v8'
import type { OperationId } from '@platform/contract'

/** Where records are read that are too large to be in memory beside others. */
export interface LargeRecords {
  /** The longest reply with such a record. */
  mostBytes: number
  /** Does the work unless somebody else's is under way or comes first; then answers `busy`. */
  tryRun<Done>(operationId: OperationId, work: () => Promise<Done>): Promise<Done | 'busy'>
}

/** Who does not ask again for so long has no place in line any more. */
const forgottenMs = 30_000

/**
 * One at a time in this process, in the order in which they asked first. A record takes several times
 * its size until it is stored, so one is never so large that the process could not hold that.
 */
export function createLargeRecords({
  mostBytes,
  heapBytes = getHeapStatistics().heap_size_limit,
  now = () => performance.now(),
}: {
  mostBytes: number
  heapBytes?: number
  now?: () => number
}): LargeRecords {
  const line = new Map<OperationId, number>()
  let isBusy = false

  return {
    mostBytes: Math.min(mostBytes, Math.floor(heapBytes / 16)),
    async tryRun(operationId, work) {
      for (const [id, askedAt] of line) if (askedAt < now() - forgottenMs) line.delete(id)
      const isFirst = line.size === 0 || line.keys().next().value === operationId
      if (isBusy || !isFirst) {
        line.set(operationId, now())
        return 'busy'
      }
      line.delete(operationId)
      isBusy = true
      try {
        return await work()
      } finally {
        isBusy = false
      }
    },
  }
}
