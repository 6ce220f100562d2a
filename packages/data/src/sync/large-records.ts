import { getHeapStatistics } from 'node:v8'
import type { OperationId, ProjectId } from '@platform/contract'

declare module '@platform/kernel/services' {
  interface Services {
    /** Reads records that are too large to be in memory beside others. */
    largeRecords: LargeRecords
  }
}

/** Where records are read that are too large to be in memory beside others. */
export interface LargeRecords {
  /** The longest reply with such a record. */
  mostBytes: number
  /** Whether the asker waits for its turn still; it keeps its place by asking. */
  mustWait(asker: Asker): boolean
  /** Does the work unless somebody else's is under way or comes first; then answers `busy`. */
  tryRun<Done>(asker: Asker, work: () => Promise<Done>): Promise<Done | 'busy'>
}

export interface Asker {
  projectId: ProjectId
  operationId: OperationId
}

/** Who does not ask again for so long has no place in line any more. */
const forgottenMs = 30_000

/** Operations in the order in which they asked first, with when they asked last. */
type Line = Map<OperationId, number>

/**
 * One at a time in this process. Projects take turns, and the operations of each are taken in the order
 * in which they asked first. A record takes several times its size until it is stored, so one is never
 * so large that the process could not hold that.
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
  /** The project whose turn it is comes first. */
  const lines = new Map<ProjectId, Line>()
  let isBusy = false

  const forget = () => {
    for (const [projectId, line] of lines) {
      for (const [id, askedAt] of line) if (askedAt < now() - forgottenMs) line.delete(id)
      if (line.size === 0) lines.delete(projectId)
    }
  }
  const first = () => lines.values().next().value?.keys().next().value
  const enter = ({ projectId, operationId }: Asker) => {
    const line: Line = lines.get(projectId) ?? new Map()
    lines.set(projectId, line.set(operationId, now()))
  }
  const leave = ({ projectId, operationId }: Asker) => {
    const line = lines.get(projectId)
    line?.delete(operationId)
    if (line?.size === 0) lines.delete(projectId)
  }
  const letOthersGoFirst = (projectId: ProjectId) => {
    const line = lines.get(projectId)
    if (line && lines.delete(projectId)) lines.set(projectId, line)
  }

  return {
    mostBytes: Math.min(mostBytes, Math.floor(heapBytes / 16)),
    mustWait(asker) {
      forget()
      const isInLine = lines.get(asker.projectId)?.has(asker.operationId) ?? false
      const mayGo = !isBusy && first() === asker.operationId
      if (!isInLine || mayGo) return false
      enter(asker)
      return true
    },
    async tryRun(asker, work) {
      forget()
      if (isBusy || (first() ?? asker.operationId) !== asker.operationId) {
        enter(asker)
        return 'busy'
      }
      leave(asker)
      isBusy = true
      try {
        return await work()
      } finally {
        isBusy = false
        letOthersGoFirst(asker.projectId)
      }
    },
  }
}
