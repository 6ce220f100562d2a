import type { LogCall, OperationId, ProjectId } from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import * as store from './log-store.ts'
import { getNowMs } from '@platform/kernel/values'

/** Writes to the operation's log, which builders read. */
export const logOperation = store.insertLog
/** Writes one entry to the log of each of several operations. */
export const logOperations = store.insertLogs

/**
 * Returns the severity of a failed attempt that is repeated: the first failure may pass by itself,
 * another one in a row is an error, although the operation continues.
 */
export const rateRetriedFailure = (attempt: number): 'warning' | 'error' =>
  attempt > 1 ? 'error' : 'warning'

const minuteMs = 60_000

/**
 * Counts frequent events in the operation's log, with one line per minute. Calls for one operation
 * must not run concurrently.
 */
export async function countInLog(
  tx: Db,
  {
    projectId,
    operationId,
    counted,
    msgOf,
    call,
  }: {
    projectId: ProjectId
    operationId: OperationId
    counted: Record<string, number>
    msgOf: (counted: Record<string, number>) => string
    /** The last call that contributed. */
    call?: LogCall | undefined
  },
): Promise<void> {
  const line = await store.findCounting(tx, operationId, new Date(getNowMs() - minuteMs))
  const before = line?.message.counted ?? {}
  const names = new Set([...Object.keys(before), ...Object.keys(counted)])
  const sum = Object.fromEntries(
    [...names].map((name) => [name, (before[name] ?? 0) + (counted[name] ?? 0)]),
  )
  const entry = { msg: msgOf(sum), counted: sum, ...(call && { call }) }
  if (!line) return store.insertLog(tx, { projectId, operationId, severity: 'info', ...entry })
  await store.rewriteLog(tx, { id: line.id, projectId, message: { ...line.message, ...entry } })
}
