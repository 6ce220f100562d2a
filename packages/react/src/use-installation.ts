'use client'

import type { Installation } from './config.ts'
import { useInstallationScope } from './installation-provider.tsx'
import { installationQuery, integrationQuery } from './queries.ts'
import { useQuery, type QueryResult } from './use-query.ts'
import type { Integration } from './wire.ts'

/** The integration that `InstallationProvider` names. */
export function useIntegration(): QueryResult<Integration> & {
  integration: Integration | undefined
} {
  const { api, integration } = useInstallationScope()
  const result = useQuery(integrationQuery(api, integration))
  return { ...result, integration: result.data }
}

/** The group's installation; `null` when the integration is not installed. */
export function useInstallation(): QueryResult<Installation | null> & {
  installation: Installation | null | undefined
} {
  const { api } = useInstallationScope()
  const { integration, error } = useIntegration()
  const result = useQuery(integration ? installationQuery(api, integration) : null)
  return {
    ...result,
    installation: result.data,
    error: error ?? result.error,
    isError: Boolean(error) || result.isError,
  }
}
