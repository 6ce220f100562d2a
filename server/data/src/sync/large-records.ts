import { getHeapStatistics } from 'node:v8'
import {
  ProviderError,
  type AssociationReader,
  type ReadPage,
  type ReadRequest,
} from '@platform/connector'
import type { OperationId, ProjectId } from '@platform/contract'

declare module '@platform/kernel/services' {
  interface Services {
    /** Reads records that are too large to be in memory together with others. */
    largeRecords: LargeRecords
  }
}

/** Serializes reads of records that are too large to be in memory together with others. */
export interface LargeRecords {
  /** Maximum size of a reply with such a record. */
  maxBytes: number
  /**
   * Reports whether the operation must still wait for its turn; asking keeps its place in the
   * queue.
   */
  mustWait(asker: Asker): boolean
  /** Runs the work unless another is in progress or comes first; then returns `busy`. */
  tryRun<Done>(asker: Asker, work: () => Promise<Done>): Promise<Done | 'busy'>
}

export interface Asker {
  projectId: ProjectId
  operationId: OperationId
}

/** An operation that has not asked for this time loses its place. */
const forgottenMs = 30_000

/** Operations in order of their first request, with the time of their last one. */
type Line = Map<OperationId, number>

/**
 * Allows one at a time in this process. Projects take turns, and the operations of each in order of
 * their first request. A record takes several times its size until it is stored, so the limit is
 * chosen to fit in memory.
 */
export function createLargeRecords({
  maxBytes,
  heapBytes = getHeapStatistics().heap_size_limit,
  now = () => performance.now(),
}: {
  maxBytes: number
  heapBytes?: number
  now?: () => number
}): LargeRecords {
  /** Projects in the order of their turns. */
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
    maxBytes: Math.min(maxBytes, Math.floor(heapBytes / 16)),
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

/** A page with its associations. */
export interface TakenPage extends ReadPage {
  /** IDs of existing records that are too large. */
  leftOut: readonly string[]
  leftOutBecause?: string
  /** IDs of records that do not match the filter. */
  unmatched: readonly string[]
}

/** Page sizes tried for records with many associations, largest first. */
const smallerSizes = [25, 1]

/**
 * Reads a page with a client that accepts as much as the process can hold. A record that is even
 * larger is requested without its fields, to report the skipped record and continue after it.
 */
export async function readLargePage(
  readWholePage: (request: ReadRequest, associations?: AssociationReader) => Promise<TakenPage>,
  request: ReadRequest,
  associations?: AssociationReader,
): Promise<TakenPage> {
  const sizes = associations ? [undefined, ...smallerSizes] : [undefined]
  let reason: ProviderError | undefined
  for (const pageSize of sizes) {
    try {
      const asked = pageSize === undefined ? request : { ...request, pageSize }
      const page = await readWholePage(asked, associations)
      return pageSize === undefined ? page : { ...page, smallerPage: pageSize }
    } catch (error) {
      if (!isTooLarge(error) || (request.fieldNames.length === 0 && !associations)) throw error
      reason = error
    }
  }
  const page = await readWholePage({ ...request, fieldNames: [], pageSize: 1 })
  return {
    ...page,
    records: [],
    smallerPage: 1,
    leftOut: [...page.leftOut, ...page.records.map(({ id }) => id)],
    ...(reason && { leftOutBecause: reason.message }),
  }
}

export const isTooLarge = (error: unknown): error is ProviderError =>
  error instanceof ProviderError && error.failure === 'too-large'
