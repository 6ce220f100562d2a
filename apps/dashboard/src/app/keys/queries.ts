import type { Client, Schemas } from '@platform/client'
import { base, inProject } from '../api/in-project.ts'
import type { ListQuery } from '../api/list-query.ts'

export function keyQueries(client: Client, project: string) {
  const { params, key } = inProject(project)
  return {
    apiKeys: (): ListQuery<Schemas['ApiKey']> => ({
      key: key('api-keys'),
      page: (query) => client.page(`${base}/api-keys`, { params, query }),
    }),
    jwtKeys: (): ListQuery<Schemas['JWTKey']> => ({
      key: key('jwt-keys'),
      page: (query) => client.page(`${base}/jwt-keys`, { params, query }),
    }),
  }
}
