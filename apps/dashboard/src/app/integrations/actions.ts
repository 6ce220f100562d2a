import { parseDeletionEffects, type Client } from '@platform/client'
import { base, inProject } from '../api/in-project.ts'

export function integrationActions(client: Client, project: string) {
  const { params } = inProject(project)
  return {
    /** `destructive`: pauses objects that the revision does not contain. */
    rollBack: (
      integrationId: string,
      revisionId: string,
      { destructive, force }: { destructive: boolean; force: boolean },
    ) =>
      client.post(`${base}/integrations/{integrationId}/revisions/{revisionId}:rollback`, {
        params: { ...params, integrationId, revisionId },
        query: { destructive, ...(force && { force }) },
      }),
    /** `destructive`: pauses objects that the file does not contain. */
    deploy: (
      sourceYaml: string,
      { destructive = false, force = false }: { destructive?: boolean; force?: boolean } = {},
    ) =>
      client.put(`${base}/integrations:batch`, {
        params,
        query: { ...(destructive && { destructive }), ...(force && { force }) },
        body: { sourceYaml },
      }),
    deleteIntegration: async (integrationIdOrName: string, force: boolean) => {
      const { headers } = await client.send(
        'delete',
        `${base}/integrations/{integrationIdOrName}`,
        {
          params: { ...params, integrationIdOrName },
          query: { force },
        },
      )
      return parseDeletionEffects(headers)
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
