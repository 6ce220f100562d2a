import type { Client, Query, Schemas } from '@platform/client'
import { base, inProject } from '../api/in-project.ts'
import type { ListQuery } from '../api/list-query.ts'

type State = Schemas['Approval']['state']

export function approvalQueries(client: Client, project: string) {
  const { params, key } = inProject(project)
  return {
    approvals: (
      filter: { groupRef?: string; state?: State } = {},
    ): ListQuery<Schemas['Approval']> => ({
      key: key('approvals', filter.groupRef ?? '', filter.state ?? ''),
      page: (page) => client.page(`${base}/approvals`, { params, query: { ...filter, ...page } }),
    }),
    /** With what the write will change, which is read from the provider. */
    approval: (approvalId: string): Query<Schemas['ApprovalDetails']> => ({
      key: key('approval', approvalId),
      fetch: () =>
        client.get(`${base}/approvals/{approvalId}`, { params: { ...params, approvalId } }),
    }),
  }
}
