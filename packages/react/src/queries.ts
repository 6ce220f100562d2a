import type { Query } from '@platform/client'
import type { UiApi } from './api.ts'
import { installationFromWire, type UiInstallation } from './config/config.ts'
import type {
  BackfillProgress,
  Connection,
  ConnectSession,
  HydratedRevision,
  InstallationActivity,
  Integration,
  ProviderInfo,
  SampleRecord,
} from './config/wire.ts'

/** Names the account, unless it is the default one. */
export const ofAccount = ({ caller: { instance } }: UiApi) => (instance ? { instance } : {})

/** Defines all cache keys. Everything a caller sees is below `['caller', …]`. */
export const keys = {
  caller: (api: UiApi) => ['caller', api.callerKey],
  connections: (api: UiApi) => [...keys.caller(api), 'connections'],
  installations: (api: UiApi) => [...keys.caller(api), 'installations'],
  /** All integrations with the group's installations. */
  list: (api: UiApi) => [...keys.installations(api), 'all'],
  manifests: (api: UiApi) => [...keys.caller(api), 'manifests'],
}

export const integrationQuery = (api: UiApi, integration: string): Query<Integration> => ({
  key: [...keys.caller(api), 'integration', integration],
  staleMs: 60_000,
  fetch: () =>
    api.get('/v1/projects/{projectIdOrName}/integrations/{integrationIdOrName}', {
      params: { projectIdOrName: api.project, integrationIdOrName: integration },
    }),
})

/** Fetches the group's installation of the integration; `null` if there is none. */
export const installationQuery = (
  api: UiApi,
  { id: integrationId }: Pick<Integration, 'id'>,
): Query<UiInstallation | null> => ({
  key: [...keys.installations(api), integrationId],
  fetch: async () => {
    const [installation] = await api.get(
      '/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations',
      {
        params: { projectIdOrName: api.project, integrationId },
        query: {
          groupRef: api.caller.groupRef,
          instance: api.caller.instance ?? '',
          pageSize: 1,
        },
      },
    )
    return installation ? installationFromWire(installation) : null
  },
})

/** Fetches the group's connections, the caller's own first; for a named account, none of other accounts. */
export const connectionsQuery = (api: UiApi): Query<Connection[]> => ({
  key: keys.connections(api),
  fetch: async () => {
    const params = { projectIdOrName: api.project }
    const { groupRef, instance } = api.caller
    const [all, installed] = await Promise.all([
      api.get('/v1/projects/{projectIdOrName}/connections', { params, query: { groupRef } }),
      instance
        ? api.get('/v1/projects/{projectIdOrName}/installations', { params, query: { groupRef } })
        : [],
    ])
    const others = installed.filter((one) => one.instance !== instance)
    const connections = all.filter(
      ({ id }) => !others.some(({ connection }) => connection.id === id),
    )
    const isOthers = (connection: Connection) =>
      Number(connection.consumer.consumerRef !== api.caller.consumerRef)
    return connections.toSorted((a, b) => isOthers(a) - isOthers(b))
  },
})

export const providerQuery = (api: UiApi, provider: string): Query<ProviderInfo> => ({
  key: ['provider', provider],
  staleMs: Infinity,
  fetch: () => api.get('/v1/providers/{provider}', { params: { provider } }),
})

/**
 * Fetches the revision with the live fields of the connection. Slow at the provider, so fetched
 * once.
 */
export const manifestQuery = (
  api: UiApi,
  { integrationId, revisionId, connectionId }: ManifestOf,
): Query<HydratedRevision> => ({
  key: [...keys.manifests(api), revisionId, connectionId],
  staleMs: Infinity,
  fetch: () =>
    api.get(
      '/v1/projects/{projectIdOrName}/integrations/{integrationId}/revisions/{revisionId}:hydrate',
      {
        params: { projectIdOrName: api.project, integrationId, revisionId },
        query: { connectionId },
      },
    ),
})

export interface ManifestOf {
  integrationId: string
  revisionId: string
  connectionId: string
}

/** Fetches the progress of an object's first read; `null` if the object is no longer read. */
export const backfillQuery = (
  api: UiApi,
  { integrationId, id }: Pick<UiInstallation, 'integrationId' | 'id'>,
  objectName: string,
): Query<BackfillProgress | null> => ({
  key: [...keys.installations(api), integrationId, 'backfill', objectName],
  fetch: () =>
    api
      .get(
        '/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations/{installationId}/objects/{objectName}/backfill-progress',
        {
          params: { projectIdOrName: api.project, integrationId, installationId: id, objectName },
          query: { groupRef: api.caller.groupRef },
        },
      )
      .catch((error: Error & { status?: number }) => {
        if (error.status === 404) return null
        throw error
      }),
})

/** Fetches some live records of the object with these fields, once. */
export const sampleQuery = (
  api: UiApi,
  integrationId: string,
  objectName: string,
  fieldNames: string[],
): Query<SampleRecord[]> => ({
  key: [...keys.manifests(api), 'sample', integrationId, objectName, ...fieldNames],
  staleMs: Infinity,
  fetch: async () => {
    const { records } = await api.get(
      '/v1/projects/{projectIdOrName}/integrations/{integrationId}/objects/{objectName}/sample',
      {
        params: { projectIdOrName: api.project, integrationId, objectName },
        query: {
          groupRef: api.caller.groupRef,
          ...ofAccount(api),
          fieldNames: fieldNames.join(','),
        },
      },
    )
    return records
  },
})

/** Fetches the number of records on each of the last days. */
export const activityQuery = (
  api: UiApi,
  { integrationId, id }: Pick<UiInstallation, 'integrationId' | 'id'>,
): Query<InstallationActivity> => ({
  key: [...keys.installations(api), integrationId, 'activity'],
  fetch: () =>
    api.get(
      '/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations/{installationId}/activity',
      {
        params: { projectIdOrName: api.project, integrationId, installationId: id },
        query: { groupRef: api.caller.groupRef },
      },
    ),
})

export const connectionByIdQuery = (api: UiApi, connectionId: string): Promise<Connection> =>
  api.get('/v1/projects/{projectIdOrName}/connections/{connectionId}', {
    params: { projectIdOrName: api.project, connectionId },
    query: { groupRef: api.caller.groupRef },
  })

export const getConnectSession = (api: UiApi, connectSessionId: string): Promise<ConnectSession> =>
  api.get('/v1/projects/{projectIdOrName}/connect-sessions/{connectSessionId}', {
    params: { projectIdOrName: api.project, connectSessionId },
  })
