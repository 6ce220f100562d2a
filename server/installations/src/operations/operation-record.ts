import type { BackfillProgress, Id, Log, Operation, OperationLog } from '@platform/contract'
import { timeOfId } from '@platform/kernel/db/new-id'
import { nameAccount } from '../installations/installation-record.ts'
import type { GroupOfInstallation } from '../installations/installations.ts'
import type { LogRow } from './log-store.ts'
import type { OperationRow } from './store.ts'

export const toOperation = (row: OperationRow, group?: GroupOfInstallation): Operation => ({
  id: row.id,
  projectId: row.projectId,
  integrationId: row.integrationId,
  configId: row.configId,
  installationId: row.installationId,
  ...nameGroup(group),
  ...(group && nameAccount(group)),
  actionType: row.actionType,
  status: row.status,
  result: row.result ?? undefined,
  incomplete: row.status === 'incomplete' ? (row.incomplete ?? undefined) : undefined,
  metadata: {
    objects: row.objectNames ?? [row.objectName],
    progress: {
      installationId: row.installationId,
      objectName: row.objectName,
      operationId: row.id,
      recordsProcessed: row.recordsProcessed,
      recordsEstimatedTotal: row.recordsEstimatedTotal ?? undefined,
      percent: getPercent(row),
    },
    retry: { attempts: row.attempts },
    successfulRecordIds: row.successfulRecordIds ?? undefined,
  },
  mode: row.readType ?? undefined,
  since: row.since?.toISOString(),
  until: row.until?.toISOString(),
  createdBy: row.createdBy ?? undefined,
  canceledBy: row.canceledBy ?? undefined,
  createTime: row.createTime.toISOString(),
  endTime: row.status === 'in_progress' ? undefined : row.updateTime?.toISOString(),
})

/** Returns the progress in percent, if known; 100 only once it has ended. */
function getPercent({
  status,
  recordsProcessed,
  recordsEstimatedTotal: total,
}: OperationRow): number | undefined {
  if (status === 'success') return 100
  if (status === 'incomplete') return undefined
  if (total === null) return undefined
  return total === 0 ? 0 : Math.min(99, Math.floor((100 * recordsProcessed) / total))
}

export const toBackfillProgress = (row: OperationRow): BackfillProgress => ({
  installationId: row.installationId,
  objectName: row.objectName,
  operationId: row.id,
  recordsProcessed: row.recordsProcessed,
  recordsEstimatedTotal: row.recordsEstimatedTotal ?? undefined,
  percent: getPercent(row),
  createTime: row.createTime.toISOString(),
  updateTime: row.updateTime?.toISOString(),
})

/**
 * Uses the time of the ID, by which lines are sorted, because lines of one transaction share a
 * timestamp.
 */
export const toLog = (row: { id: Id<'log'>; severity: string; message: Log['message'] }): Log => ({
  timestamp: new Date(timeOfId(row.id)).toISOString(),
  message: row.message,
  severity: row.severity,
})

/** Converts a line for a list of several operations, with its operation. */
export const toOperationLog = (row: LogRow, group?: GroupOfInstallation): OperationLog => ({
  ...toLog(row),
  operationId: row.operationId,
  integrationId: row.integrationId,
  installationId: row.installationId,
  ...nameGroup(group),
  objectName: row.objectName,
})

const nameGroup = (group: GroupOfInstallation | undefined) =>
  group && { groupRef: group.groupRef, groupName: group.groupName }
