import { getNowMs } from '../values/database-clock.ts'

/** Days for which each kind of finished row is kept. */
export interface Retention {
  messages: number
  operations: number
  emptyReads: number
  logs: number
  configs: number
  revisions: number
  auditLog: number
  replies: number
  /** Infinity without a limit. */
  keptRecords: number
}

const dayMs = 24 * 3600 * 1000

/** Returns the time before which finished rows are removed. */
export const cutOff = (days: number, now = getNowMs()) => new Date(now - days * dayMs)

const atOnce = 1000

/**
 * Removes rows in batches, each in its own transaction, until none are left or the process stops.
 */
export async function inBatches(
  removeSome: (atMost: number) => Promise<number>,
  { stopping }: { stopping?: AbortSignal } = {},
): Promise<void> {
  let removed = atOnce
  while (removed >= atOnce && !stopping?.aborted) removed = await removeSome(atOnce)
}
