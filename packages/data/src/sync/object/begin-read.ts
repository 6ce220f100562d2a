import { spokenName } from '@platform/kernel/access/caller'
import type { Db } from '@platform/kernel/db/database'
import {
  setLastOperationStatus,
  type InstallationRow,
} from '@platform/installations/installations/installations'
import { logOperation } from '@platform/installations/operations/logs'
import { insertOperations } from '@platform/installations/operations/operations'
import { traceparentNow } from '@platform/kernel/telemetry/trace'
import { firstOf } from '@platform/kernel/values/must'
import { putAllInLine } from '../turns/line.ts'
import type { NewRead } from './decide.ts'

export interface BegunRead {
  installation: InstallationRow
  objectName: string
  read: NewRead
}

/**
 * Inserts the operations of reads of one project, and queues those whose object has no other unfinished
 * read. The caller wakes the readers.
 */
export async function beginReads(tx: Db, begun: readonly BegunRead[]): Promise<void> {
  if (begun.length === 0) return
  const { projectId } = firstOf(begun).installation
  const traceparent = traceparentNow() ?? null
  await insertOperations(
    tx,
    projectId,
    begun.map(({ installation, objectName, read }) => ({
      id: read.id,
      readType: read.readType,
      since: read.since,
      isSinceByOurClock: read.isSinceByOurClock,
      until: read.until,
      createdBy: read.createdBy,
      objectName,
      integrationId: installation.integrationId,
      installationId: installation.id,
      configId: installation.configId,
      actionType: 'read',
      status: 'in_progress',
      traceparent,
    })),
  )
  for (const { read } of begun) {
    if (read.createdBy === null) continue
    const msg = `Requested by ${spokenName(read.createdBy)}.`
    await logOperation(tx, { projectId, operationId: read.id, severity: 'info', msg })
  }
  await setLastOperationStatus(
    tx,
    begun.map(({ installation }) => installation.id),
    'in_progress',
  )
  const first = begun.filter(({ read }) => !read.mustWait).map(({ read }) => read.id)
  if (first.length > 0) await putAllInLine(tx, first)
}
