import type { Client } from '@platform/client'
import { base, inProject } from '../api/in-project.ts'

export function approvalActions(client: Client, project: string) {
  const { params } = inProject(project)
  return {
    /** Approves the changes that were shown. */
    approveWrite: (approvalId: string, shown: string) =>
      client.post(`${base}/approvals/{approvalId}:approve`, {
        params: { ...params, approvalId },
        body: { shown },
      }),
    rejectWrite: (approvalId: string, reason: string) =>
      client.post(`${base}/approvals/{approvalId}:reject`, {
        params: { ...params, approvalId },
        body: { ...(reason && { reason }) },
      }),
  }
}
