import type { Client, OptionsOf, Query, Schemas } from '@platform/client'
import { base, inProject } from '../api/in-project.ts'
import type { ListQuery } from '../api/list-query.ts'

type CustomerSort = NonNullable<OptionsOf<'get', `${typeof base}/group-summaries`>['query']>['sort']

export function customerQueries(client: Client, project: string) {
  const { params, key } = inProject(project)
  return {
    customers: (search: string): ListQuery<Schemas['Group']> => ({
      key: key('customers', search),
      page: (page) =>
        client.page(`${base}/groups`, { params, query: { ...page, ...(search && { search }) } }),
    }),
    /** Customers with health, tools, last read and records of this month. */
    customerSummaries: (
      search: string,
      sort?: CustomerSort,
    ): ListQuery<Schemas['GroupSummary']> => ({
      key: key('customer-summaries', search, sort ?? ''),
      page: (page) =>
        client.page(`${base}/group-summaries`, {
          params,
          query: { ...page, ...(search && { search }), ...(sort && { sort }) },
        }),
    }),
    customerSummary: (groupRef: string): Query<Schemas['GroupSummary'] | null> => ({
      key: key('customer-summary', groupRef),
      fetch: async () => {
        const found = await client.get(`${base}/group-summaries`, { params, query: { groupRef } })
        return found[0] ?? null
      },
    }),
    /** Fetches CSV rows. */
    usage: (): Promise<string> => client.get(`${base}/usage.csv`, { params }),
    found: (text: string): Query<Schemas['Found'][]> => ({
      key: key('found', text),
      fetch: async () => (text ? client.get(`${base}/find`, { params, query: { text } }) : []),
    }),
  }
}
