import type { Client, Query, Schemas } from '@platform/client'
import { base, inProject } from '../api/in-project.ts'
import type { ListQuery } from '../api/list-query.ts'

export function integrationQueries(client: Client, project: string) {
  const { params, key } = inProject(project)
  return {
    integrations: (): ListQuery<Schemas['Integration']> => ({
      key: key('integrations'),
      page: (query) => client.page(`${base}/integrations`, { params, query }),
    }),
    integration: (integrationIdOrName: string): Query<Schemas['Integration']> => ({
      key: key('integration', integrationIdOrName),
      fetch: () =>
        client.get(`${base}/integrations/{integrationIdOrName}`, {
          params: { ...params, integrationIdOrName },
        }),
    }),
  }
}
