import type { Client, Query, Schemas } from '@platform/client'
import { base, inProject } from '../api/in-project.ts'
import type { ListQuery } from '../api/list-query.ts'

export function customerQueries(client: Client, project: string) {
  const { params, key } = inProject(project)
  return {
    customers: (search: string): ListQuery<Schemas['Group']> => ({
      key: key('customers', search),
      page: (page) =>
        client.page(`${base}/groups`, { params, query: { ...page, ...(search && { search }) } }),
    }),
    /** Fetches CSV rows. */
    usage: (): Promise<string> => client.get(`${base}/usage.csv`, { params }),
    found: (text: string): Query<Schemas['Found'][]> => ({
      key: key('found', text),
      fetch: async () => (text ? client.get(`${base}/find`, { params, query: { text } }) : []),
    }),
  }
}
