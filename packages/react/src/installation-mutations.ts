'use client'

import { ProblemError } from '@platform/client'
import type { UiApi } from './api.ts'
import { listChangedPaths, configToWire, installationFromWire } from './config/config.ts'
import type { InstallationConfig, UiInstallation } from './config/config.ts'
import { useInstallationScope } from './installation-provider.tsx'
import { localProblem } from './config/local-problem.ts'
import { usePlatform } from './platform-provider.tsx'
import { installationQuery, keys, ofAccount } from './queries.ts'
import { useConnection } from './use-connection.ts'
import { useInstallation, useIntegration } from './use-installation.ts'
import { useMutation, type Mutation, type MutationCallbacks } from './use-mutation.ts'

type Acting = Omit<Mutation<never, never>, 'mutate'>
export type SaveConfig = MutationCallbacks<UiInstallation> & { config: InstallationConfig }

/** Installs the integration for the group with its connection. */
export function useCreateInstallation(): Acting & {
  createInstallation: (params: SaveConfig) => Promise<UiInstallation>
} {
  const { api, consumerRef } = useInstallationScope()
  const { store, emit } = usePlatform()
  const { integration } = useIntegration()
  const { connection } = useConnection()
  const { mutate, ...state } = useMutation(async (config: InstallationConfig) => {
    if (!integration) throw new Error('The integration is still loading.')
    const created = await api.post(
      '/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations',
      {
        params: { projectIdOrName: api.project, integrationId: integration.id },
        body: {
          groupRef: api.caller.groupRef,
          ...ofAccount(api),
          connectionId: connection?.id,
          config: {
            revisionId: integration.latestRevision.id,
            createdBy: `consumer:${consumerRef}`,
            content: configToWire(config),
          },
        },
      },
    )
    const installation = installationFromWire(created)
    store.set(installationQuery(api, integration), installation)
    void store.invalidate(keys.list(api))
    emit({ type: 'installed', installationId: installation.id })
    return installation
  })

  return { ...state, createInstallation: ({ config, ...then }) => mutate(config, then) }
}

/**
 * Saves the objects of the config that differ from the installation. Concurrent changes of other
 * objects are kept. If the same object was changed concurrently, saving fails once and loads the
 * saved state; the next attempt overwrites it.
 */
export function useUpdateInstallation(): Acting & {
  updateInstallation: (params: SaveConfig) => Promise<UiInstallation>
} {
  const { api } = useInstallationScope()
  const { store, emit } = usePlatform()
  const { installation } = useInstallation()
  const { mutate, ...state } = useMutation(async (config: InstallationConfig) => {
    if (!installation) throw new Error('There is no installation to update.')
    const mask = listChangedPaths(installation.config, config)
    if (!mask.length) return installation

    const query = installationQuery(api, { id: installation.integrationId })
    const now = await readInstallation(api, installation)
    const changedByOthers = listChangedPaths(installation.config, now.installation.config)
    if (mask.some((path) => changedByOthers.includes(path))) {
      store.set(query, now.installation)
      throw localProblem('precondition-failed', 'The object was changed since it was read.', 412)
    }

    const updated = await api
      .patch(installationPath, {
        params: toMutationParams(api, installation),
        query: { groupRef: api.caller.groupRef },
        body: { updateMask: mask, installation: { config: { content: configToWire(config) } } },
        ...(now.etag && { ifMatch: now.etag }),
      })
      .catch(async (error: unknown) => {
        if (error instanceof ProblemError && error.status === 412) {
          store.set(query, (await readInstallation(api, installation)).installation)
        }
        throw error
      })
    const saved = installationFromWire(updated)
    store.set(query, saved)
    emit({ type: 'updated', installationId: saved.id })
    return saved
  })

  return { ...state, updateInstallation: ({ config, ...then }) => mutate(config, then) }
}

/** Uninstalls the integration. Resolves with the installation ID. */
export function useDeleteInstallation(): Acting & {
  deleteInstallation: (callbacks?: MutationCallbacks<string>) => Promise<string>
} {
  const { api, setDraft } = useInstallationScope()
  const { store, emit } = usePlatform()
  const { installation } = useInstallation()
  const { mutate, ...state } = useMutation<void, string>(async () => {
    if (!installation) throw new Error('There is no installation to delete.')
    const { id, integrationId } = installation
    await api.delete(installationPath, {
      params: toMutationParams(api, installation),
      query: { groupRef: api.caller.groupRef },
    })
    setDraft(null)
    store.set(installationQuery(api, { id: integrationId }), null)
    void store.invalidate(keys.list(api))
    // The connection is deleted too if nothing else uses it.
    void store.invalidate(keys.connections(api))
    emit({ type: 'uninstalled', installationId: id })
    return id
  })

  return { ...state, deleteInstallation: (callbacks) => mutate(undefined, callbacks) }
}

/** Pauses and resumes reads of one object. The configuration does not change. */
export function usePauseReading(): Acting & {
  pauseReading: (objectName: string) => Promise<void>
  resumeReading: (objectName: string) => Promise<void>
} {
  const { api } = useInstallationScope()
  const { store } = usePlatform()
  const { installation } = useInstallation()
  const { mutate, ...state } = useMutation(async ({ act, objectName }: PauseRequest) => {
    if (!installation) throw new Error('There is no installation to pause.')
    await api.post(`/read${installationPath}:${act}`, {
      params: toMutationParams(api, installation),
      query: { groupRef: api.caller.groupRef },
      body: { objects: [objectName] },
    })
    await store.invalidate(keys.installations(api))
  })

  return {
    ...state,
    pauseReading: (objectName) => mutate({ act: 'pause', objectName }),
    resumeReading: (objectName) => mutate({ act: 'unpause', objectName }),
  }
}

/** Allows or no longer allows the product's team to view the records of the installation. */
export function useSetSupportAccess(): Acting & {
  setSupportAccess: (enabled: boolean) => Promise<UiInstallation>
} {
  const { api } = useInstallationScope()
  const { store } = usePlatform()
  const { installation } = useInstallation()
  const { mutate, ...state } = useMutation(async (enabled: boolean) => {
    if (!installation) throw new Error('There is no installation to change.')
    const updated = await api.post(`${installationPath}:setSupportAccess`, {
      params: toMutationParams(api, installation),
      query: { groupRef: api.caller.groupRef },
      body: { enabled },
    })
    const saved = installationFromWire(updated)
    store.set(installationQuery(api, { id: installation.integrationId }), saved)
    return saved
  })

  return { ...state, setSupportAccess: (enabled) => mutate(enabled) }
}

interface PauseRequest {
  act: 'pause' | 'unpause'
  objectName: string
}

const installationPath =
  '/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations/{installationId}'

const toMutationParams = (
  api: UiApi,
  { integrationId, id }: Pick<UiInstallation, 'integrationId' | 'id'>,
) => ({
  projectIdOrName: api.project,
  integrationId,
  installationId: id,
})

async function readInstallation(api: UiApi, installation: UiInstallation) {
  const { data, headers } = await api.send('get', installationPath, {
    params: toMutationParams(api, installation),
    query: { groupRef: api.caller.groupRef },
  })
  return { installation: installationFromWire(data), etag: headers.get('etag') }
}
