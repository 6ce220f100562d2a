import type { Client, Query, Schemas } from '@platform/client'
import { base, inProject } from '../api/in-project.ts'

export function appearanceQueries(client: Client, project: string) {
  const { params, key } = inProject(project)
  return {
    branding: (): Query<Schemas['Branding']> => ({
      key: key('branding'),
      fetch: () => client.get(`${base}/branding`, { params }),
    }),
  }
}
