'use client'

import type { InstallationConfig } from './config/config.ts'
import { useOptionalInstallationScope } from './installation-provider.tsx'
import { usePlatform } from './platform-provider.tsx'
import { installationQuery, integrationQuery } from './queries.ts'
import { useUiQuery } from './use-query.ts'

export interface IsIntegrationInstalled {
  isLoaded: boolean
  isIntegrationInstalled: boolean
  isError: boolean
  error: Error | null
  config: InstallationConfig | undefined
}

/**
 * Reports whether anyone in the group has installed the integration.
 *
 * An installation exists as soon as one object is saved: check `config` for whether a given object
 * is configured. With `getToken`, pass `consumerRef` or call it inside `InstallationProvider`.
 */
export function useIsIntegrationInstalled(
  integration: string,
  groupRef: string,
  consumerRef?: string,
): IsIntegrationInstalled {
  const { apiFor, options } = usePlatform()
  const scope = useOptionalInstallationScope()
  const consumer = consumerRef ?? scope?.consumerRef
  if (options.getToken && !consumer) {
    throw new Error(
      'useIsIntegrationInstalled needs consumerRef when PlatformProvider has getToken: pass it as the third argument, or call the hook inside InstallationProvider.',
    )
  }

  const api = apiFor({ groupRef, consumerRef: consumer })
  const integrations = useUiQuery(integrationQuery(api, integration))
  const found = integrations.data
  const installations = useUiQuery(found ? installationQuery(api, found) : null)
  const installation = installations.data

  return {
    isLoaded: integrations.isSuccess && installations.isSuccess,
    isIntegrationInstalled: Boolean(installation),
    isError: integrations.isError || installations.isError,
    error: integrations.error ?? installations.error,
    config: installation?.config,
  }
}
