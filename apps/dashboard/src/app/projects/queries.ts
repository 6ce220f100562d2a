import type { Client, Query, Schemas } from '@platform/client'
import { base, inProject } from '../api/in-project.ts'
import type { ListQuery } from '../api/list-query.ts'

export const projects = (client: Client): ListQuery<Schemas['Project']> => ({
  key: ['projects'],
  page: (query) => client.page('/v1/projects', { query }),
})

export function projectQueries(client: Client, project: string) {
  const { params, key } = inProject(project)
  return {
    project: (): Query<Schemas['Project']> => ({
      key: key('project'),
      fetch: () => client.get(base, { params, query: { includeEntitlements: true } }),
    }),
  }
}
