import type { Client, Query, Schemas } from '@platform/client'
import { base, inProject } from '../api/in-project.ts'
import type { ListQuery } from '../api/list-query.ts'

/** Fetches what a client asks for, by the query string with which it opened this page. */
export const agentRequest = (client: Client, request: string): Query<Schemas['AgentRequest']> => ({
  key: ['agent-request', request],
  fetch: () => client.get('/v1/agent-request', { query: { request } }),
})

export function agentQueries(client: Client, project: string) {
  const { params, key } = inProject(project)
  return {
    agents: (): ListQuery<Schemas['Agent']> => ({
      key: key('agents'),
      page: (query) => client.page(`${base}/agents`, { params, query }),
    }),
  }
}
