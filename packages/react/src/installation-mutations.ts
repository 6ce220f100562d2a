'use client'

import { changedPaths, configToWire, installationFromWire } from './config.ts'
import type { Config, Installation } from './config.ts'
import { useInstallationScope } from './installation-provider.tsx'
import { usePlatform } from './platform-provider.tsx'
import { installationQuery, keys } from './queries.ts'
import { useConnection } from './use-connection.ts'
import { useInstallation, useIntegration } from './use-installation.ts'
import { useMutation, type Mutation, type MutationCallbacks } from './use-mutation.ts'

type Acting = Omit<Mutation<never, never>, 'mutate'>
export type SaveConfig = MutationCallbacks<Installation> & { config: Config }

/** Installs the integration for the group, with the group's connection. */
export function useCreateInstallation(): Acting & {
  createInstallation: (params: SaveConfig) => Promise<Installation>
} {
  const { api, consumerRef } = useInstallationScope()
  const { store, emit } = usePlatform()
  const { integration } = useIntegration()
  const { connection } = useConnection()
  const { mutate, ...state } = useMutation(async (config: Config) => {
    if (!integration) throw new Error('The integration is still loading.')
    const created = await api.post(
      '/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations',
      {
        params: { projectIdOrName: api.project, integrationId: integration.id },
        body: {
          groupRef: api.caller.groupRef,
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
    emit({ type: 'installed', installationId: installation.id })
    return installation
  })

  return { ...state, createInstallation: ({ config, ...then }) => mutate(config, then) }
}

/** Saves the objects of the config that differ from what is installed. */
export function useUpdateInstallation(): Acting & {
  updateInstallation: (params: SaveConfig) => Promise<Installation>
} {
  const { api } = useInstallationScope()
  const { store, emit } = usePlatform()
  const { installation } = useInstallation()
  const { mutate, ...state } = useMutation(async (config: Config) => {
    if (!installation) throw new Error('There is no installation to update.')
    const mask = changedPaths(installation.config, config)
    if (!mask.length) return installation

    const updated = await api.patch(
      '/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations/{installationId}',
      {
        params: {
          projectIdOrName: api.project,
          integrationId: installation.integrationId,
          installationId: installation.id,
        },
        query: { groupRef: api.caller.groupRef },
        body: { updateMask: mask, installation: { config: { content: configToWire(config) } } },
      },
    )
    const saved = installationFromWire(updated)
    store.set(installationQuery(api, { id: installation.integrationId }), saved)
    emit({ type: 'updated', installationId: saved.id })
    return saved
  })

  return { ...state, updateInstallation: ({ config, ...then }) => mutate(config, then) }
}

/** Uninstalls; resolves with the ID of what was installed. */
export function useDeleteInstallation(): Acting & {
  deleteInstallation: (callbacks?: MutationCallbacks<string>) => Promise<string>
} {
  const { api, setDraft } = useInstallationScope()
  const { store, emit } = usePlatform()
  const { installation } = useInstallation()
  const { mutate, ...state } = useMutation<void, string>(async () => {
    if (!installation) throw new Error('There is no installation to delete.')
    const { id, integrationId } = installation
    await api.delete(
      '/v1/projects/{projectIdOrName}/integrations/{integrationId}/installations/{installationId}',
      {
        params: { projectIdOrName: api.project, integrationId, installationId: id },
        query: { groupRef: api.caller.groupRef },
      },
    )
    setDraft(null)
    store.set(installationQuery(api, { id: integrationId }), null)
    // The connection goes too when nothing else uses it.
    void store.invalidate(keys.connections(api))
    emit({ type: 'uninstalled', installationId: id })
    return id
  })

  return { ...state, deleteInstallation: (callbacks) => mutate(undefined, callbacks) }
}
