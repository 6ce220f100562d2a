'use client'

import type { Query } from '@platform/client'
import type { UiInstallation } from './config/config.ts'
import { useInstallationScope } from './installation-provider.tsx'
import { usePlatform } from './platform-provider.tsx'
import { connectionsQuery, installationQuery, integrationQuery } from './queries.ts'
import { useUiQuery, type QueryResult } from './use-query.ts'
import type { Integration } from './config/wire.ts'

/** Returns the integration of `InstallationProvider`. */
export function useIntegration(): QueryResult<Integration> & {
  integration: Integration | undefined
} {
  const { api, integration } = useInstallationScope()
  const result = useUiQuery(integrationQuery(api, integration))
  return { ...result, integration: result.data }
}

/** Returns the group's installation; `null` if the integration is not installed. */
export function useInstallation(): QueryResult<UiInstallation | null> & {
  installation: UiInstallation | null | undefined
} {
  const { api } = useInstallationScope()
  const { integration, error } = useIntegration()
  const { store } = usePlatform()
  const result = useUiQuery(integration ? makeInstallationQuery(integration) : null)

  // An installation requires a connection: without one, nothing is requested.
  function makeInstallationQuery(wanted: Integration): Query<UiInstallation | null> {
    const query = installationQuery(api, wanted)
    const fetch = async () => {
      const connections = await store.get(connectionsQuery(api))
      return connections.some(({ provider }) => provider === wanted.provider) ? query.fetch() : null
    }
    return { ...query, fetch }
  }

  return {
    ...result,
    installation: result.data,
    error: error ?? result.error,
    isError: Boolean(error) || result.isError,
  }
}
