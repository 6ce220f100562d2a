import type { Client } from '@platform/client'
import { base, inProject } from '../api/in-project.ts'

export function integrationActions(client: Client, project: string) {
  const { params } = inProject(project)
  return {
    deleteIntegration: (integrationIdOrName: string, force: boolean) =>
      client.delete(`${base}/integrations/{integrationIdOrName}`, {
        params: { ...params, integrationIdOrName },
        query: { force },
      }),
  }
}
