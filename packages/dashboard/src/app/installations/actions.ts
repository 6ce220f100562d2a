import type { Client } from '@platform/client'
import { inProject } from '../api/in-project.ts'

const readBase =
  '/read/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations/{installationId}'

export function installationActions(client: Client, project: string) {
  const { params } = inProject(project)
  const of = (integrationId: string, installationId: string) => ({
    params: { ...params, integrationId, installationId },
  })
  return {
    pauseObject: (
      integrationId: string,
      installationId: string,
      { object, note }: { object: string; note: string },
    ) =>
      client.post(`${readBase}:pause`, {
        ...of(integrationId, installationId),
        body: { objects: [object], ...(note && { note }) },
      }),
    resumeObject: (integrationId: string, installationId: string, object: string) =>
      client.post(`${readBase}:unpause`, {
        ...of(integrationId, installationId),
        body: { objects: [object] },
      }),
    cancelOperation: (operationId: string) =>
      client.post('/v1/projects/{projectIdOrName}/operations/{operationId}:cancel', {
        params: { ...params, operationId },
      }),
  }
}
