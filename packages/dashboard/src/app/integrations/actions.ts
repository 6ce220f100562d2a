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
    previewMapping: (
      integrationId: string,
      { sourceYaml, ...of }: { installationId: string; objectName: string; sourceYaml: string },
    ) =>
      client.post(
        `${base}/integrations/{integrationId}/installations/{installationId}/objects/{objectName}:preview`,
        { params: { ...params, integrationId, ...of }, body: { sourceYaml } },
      ),
  }
}
