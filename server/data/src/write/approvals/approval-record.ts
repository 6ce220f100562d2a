import type { Approval, EventData } from '@platform/contract'
import { nameAccount } from '@platform/installations/installations/installation-record'
import { Problem } from '@platform/kernel/problems/problem'
import type { ApprovalRow } from './store.ts'

/** Returns who has decided and how, as it is named in results and events. */
export const toDecision = ({ state, decidedBy, decideTime, reason }: ApprovalRow) => ({
  state,
  ...(decidedBy !== null && { decidedBy }),
  ...(decideTime && { decideTime: decideTime.toISOString() }),
  ...(reason !== null && { reason }),
})

export const toApproval = (row: ApprovalRow): Approval => ({
  id: row.id,
  projectId: row.projectId,
  operationId: row.operationId,
  integrationId: row.integrationId,
  integrationName: row.integrationName,
  installationId: row.installationId,
  provider: row.provider,
  groupRef: row.groupRef,
  ...nameAccount(row),
  objectName: row.objectName,
  type: row.type,
  recordCount: row.recordCount,
  ...(row.role !== null && { role: row.role }),
  requestedBy: row.requestedBy,
  ...toDecision(row),
  expireTime: row.expireTime.toISOString(),
  createTime: row.createTime.toISOString(),
})

type OfEvent = Pick<
  EventData['approval.requested'],
  'approvalId' | 'type' | 'recordCount' | 'role' | 'requestedBy' | 'expireTime'
>

/** Returns what events say about an approval. */
export const toApprovalOfEvent = ({
  id: approvalId,
  type,
  recordCount,
  role,
  requestedBy,
  expireTime,
}: ApprovalRow): OfEvent => ({
  ...{ approvalId, type, recordCount, requestedBy },
  ...(role !== null && { role }),
  expireTime: expireTime.toISOString(),
})

export const noSuchApproval = (id: string) =>
  new Problem('approval-not-found', { detail: `No approval has the ID ${id}.` })
