import type { ApprovalId, OperationId } from '@platform/contract'
import type { InstallationRow } from '@platform/installations/installations/installations'
import { takeOperations } from '@platform/installations/operations/fence'
import type { Db } from '@platform/kernel/db/database'
import { must } from '@platform/kernel/values'
import * as store from './store.ts'

/** A write held by this process. */
export interface TakenWrite {
  row: store.WriteRow
  fence: number
  /** Number of the attempt, from 1. */
  attempt: number
  /** What a write that was just accepted waits for. */
  approvalId?: ApprovalId
}

/** A write that this request has accepted; other processes take it over only if this one dies. */
export interface AcceptedWrite {
  write: TakenWrite
  installation: InstallationRow
}

/**
 * Takes over the unfinished writes and loads them again: rows loaded before may be older than what
 * another process has sent.
 */
export async function takeOver(
  db: Db,
  operationIds: readonly OperationId[],
): Promise<TakenWrite[]> {
  if (operationIds.length === 0) return []
  const operations = await takeOperations(db, operationIds)
  if (operations.length === 0) return []
  const taken = new Map(operations.map((operation) => [operation.id, operation]))
  // A separate statement: the first may have waited for the previous holder to record what it sent.
  const rows = await store.findWrites(db, [...taken.keys()])
  return rows.map((row) => {
    const { fence, attempts } = must(taken.get(row.operationId), 'operation')
    return { row, fence, attempt: attempts + 1 }
  })
}
