import type { Client, Query, Schemas } from '@platform/client'
import { base, inProject } from '../api/in-project.ts'
import type { ListQuery } from '../api/list-query.ts'

interface ConnectionFilter {
  groupRef?: string
  provider?: string
}

export function connectionQueries(client: Client, project: string) {
  const { params, key } = inProject(project)
  return {
    connections: (filter: ConnectionFilter = {}): ListQuery<Schemas['Connection']> => ({
      key: key('connections', JSON.stringify(filter)),
      page: (page) => client.page(`${base}/connections`, { params, query: { ...filter, ...page } }),
    }),
    connection: (connectionId: string): Query<Schemas['Connection']> => ({
      key: key('connection', connectionId),
      fetch: () =>
        client.get(`${base}/connections/{connectionId}`, { params: { ...params, connectionId } }),
    }),
    refreshes: (connectionId: string): ListQuery<Schemas['ConnectionRefresh']> => ({
      key: key('refreshes', connectionId),
      page: (query) =>
        client.page(`${base}/connections/{connectionId}/refreshes`, {
          params: { ...params, connectionId },
          query,
        }),
    }),
  }
}
