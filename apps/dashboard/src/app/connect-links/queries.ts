import type { Client, Schemas } from '@platform/client'
import { base, inProject } from '../api/in-project.ts'
import type { ListQuery } from '../api/list-query.ts'

export function connectLinkQueries(client: Client, project: string) {
  const { params, key } = inProject(project)
  return {
    /** Links that have neither expired nor been revoked. */
    connectLinks: (filter: { groupRef?: string } = {}): ListQuery<Schemas['ConnectLink']> => ({
      key: key('connect-links', ...Object.values(filter)),
      page: (page) =>
        client.page(`${base}/connect-links`, { params, query: { ...filter, ...page } }),
    }),
  }
}
