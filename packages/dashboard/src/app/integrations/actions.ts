import { becameOf, type Client, type Schemas } from '@platform/client'
import { base, inProject } from '../api/in-project.ts'

export function integrationActions(client: Client, project: string) {
  const { params } = inProject(project)
  const ofRevision = (integrationId: string, revisionId: string) => ({
    params: { ...params, integrationId, revisionId },
  })
  return {
    rollBack: (integrationId: string, revisionId: string) =>
      client.post(
        `${base}/integrations/{integrationId}/revisions/{revisionId}:rollback`,
        ofRevision(integrationId, revisionId),
      ),
    /** What a deployment would change, and for whom. Whatever is JSON is YAML, too. */
    rehearse: async ({ specVersion, content }: Schemas['Revision']) => {
      const answer = await client.put(`${base}/integrations:batch`, {
        params,
        query: { validateOnly: true },
        body: { sourceYaml: JSON.stringify({ specVersion, integrations: [content] }) },
      })
      return 'findings' in answer ? answer : undefined
    },
    deleteIntegration: async (integrationIdOrName: string, force: boolean) => {
      const { headers } = await client.send(
        'delete',
        `${base}/integrations/{integrationIdOrName}`,
        {
          params: { ...params, integrationIdOrName },
          query: { force },
        },
      )
      return becameOf(headers)
    },
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
