import type { Db } from '../db/database.ts'
import { logOperation } from '../operations/logs.ts'
import type { LinkRow } from './store.ts'

/** Tells, in the log of each installation's set-up, what happened to all of them. */
export async function logForMembers(
  tx: Db,
  links: readonly LinkRow[],
  line: { severity: 'info' | 'warning' | 'error'; msg: string; error?: string },
): Promise<void> {
  for (const { projectId, operationId } of links) {
    if (operationId) await logOperation(tx, { projectId, operationId, ...line })
  }
}
