import type { Client, Query, Schemas } from '@platform/client'
import { base, inProject } from '../api/in-project.ts'
import type { ListQuery } from '../api/list-query.ts'

export function providerAppQueries(client: Client, project: string) {
  const { params, key } = inProject(project)
  return {
    providerApps: (): ListQuery<Schemas['ProviderApp']> => ({
      key: key('provider-apps'),
      page: (query) => client.page(`${base}/provider-apps`, { params, query }),
    }),
    providerAppWebhook: (providerAppId: string): Query<Schemas['ProviderAppWebhook']> => ({
      key: key('provider-apps', providerAppId, 'webhook'),
      fetch: () =>
        client.get(`${base}/provider-apps/{providerAppId}/webhook`, {
          params: { ...params, providerAppId },
        }),
    }),
    connectProblems: (): Query<Schemas['ConnectProblem'][]> => ({
      key: key('provider-apps', 'connect-problems'),
      fetch: () => client.get(`${base}/connect-problems`, { params }),
    }),
  }
}
