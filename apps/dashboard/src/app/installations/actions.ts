import type { Client, OptionsOf, Schemas } from '@platform/client'
import { base, inProject } from '../api/in-project.ts'

const readBase =
  '/read/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations/{installationId}'

const readPath =
  '/read/v1/projects/{projectIdOrName}/integrations/{integrationId}/objects/{objectName}'
const installationPath =
  `${base}/integrations/{integrationId}/installations/{installationId}` as const

interface RecordsOf {
  integrationId: string
  installationId: string
  objectName: string
}

export function installationActions(client: Client, project: string) {
  const { params } = inProject(project)
  const of = (integrationId: string, installationId: string) => ({
    params: { ...params, integrationId, installationId },
  })
  return {
    /** Not a query, because the audit log records each view. */
    listRecords: (
      { integrationId, installationId, objectName }: RecordsOf,
      query: { pageToken?: string; includeDeleted: boolean },
    ) =>
      client.get(`${installationPath}/objects/{objectName}/records`, {
        params: { ...params, integrationId, installationId, objectName },
        query: { ...query, pageSize: 50 },
      }),
    /** Pauses one object, or all. */
    pauseReads: (
      integrationId: string,
      installationId: string,
      { object, note }: { object?: string; note: string },
    ) =>
      client.post(`${readBase}:pause`, {
        ...of(integrationId, installationId),
        body: { ...(object && { objects: [object] }), ...(note && { note }) },
      }),
    resumeReads: (integrationId: string, installationId: string, object?: string) =>
      client.post(`${readBase}:unpause`, {
        ...of(integrationId, installationId),
        body: object ? { objects: [object] } : {},
      }),
    readNow: (
      {
        integrationId,
        objectName,
        instance,
      }: { integrationId: string; objectName: string; instance: string | undefined },
      body: OptionsOf<'post', typeof readPath>['body'],
    ) =>
      client.post(readPath, {
        params: { ...params, integrationId, objectName },
        ...(instance && { query: { instance } }),
        body,
      }),
    renameAccount: (integrationId: string, installationId: string, displayName: string) =>
      client.patch(installationPath, {
        ...of(integrationId, installationId),
        body: {
          updateMask: ['displayName'],
          installation: displayName === '' ? {} : { displayName },
        },
      }),
    /** Reloads the fields of the objects; returns why some failed. */
    reloadFields: async ({ integrationId, config, connection }: Schemas['Installation']) => {
      const { content } = await client.get(
        `${base}/integrations/{integrationId}/revisions/{revisionId}:hydrate`,
        {
          params: { ...params, integrationId, revisionId: config.revisionId },
          query: { connectionId: connection.id },
        },
      )
      return (content.read?.objects ?? []).flatMap(({ objectName, error }) =>
        error === undefined ? [] : [`${objectName}: ${error}`],
      )
    },
    changeConfiguration: (
      integrationId: string,
      installationId: string,
      content: Schemas['ConfigContent'],
    ) =>
      client.patch(installationPath, {
        ...of(integrationId, installationId),
        body: { updateMask: ['config.content'], installation: { config: { content } } },
      }),
    uninstall: (integrationId: string, installationId: string) =>
      client.delete(installationPath, of(integrationId, installationId)),
    cancelOperation: (operationId: string) =>
      client.post('/v1/projects/{projectIdOrName}/operations/{operationId}:cancel', {
        params: { ...params, operationId },
      }),
  }
}
