'use client'

import type { Query, QueryStore } from '@platform/client'
import type { UiApi } from '../api.ts'
import { installationFromWire, type UiInstallation } from '../config/config.ts'
import { usePlatform } from '../platform-provider.tsx'
import { keys, providerQuery } from '../queries.ts'
import { useUiQuery } from '../use-query.ts'
import type { Integration, ProviderInfo } from '../config/wire.ts'

export interface ListedIntegration {
  integration: Integration
  provider: ProviderInfo
  /** The group's installation; `null` if the integration is not installed. */
  installation: UiInstallation | null
}

export interface IntegrationsState {
  /** `undefined` while loading. */
  integrations: ListedIntegration[] | undefined
  isLoaded: boolean
  isError: boolean
  error: Error | null
  refetch: () => void
}

/** Returns all integrations of the project with their providers and the group's installations. */
export function useIntegrations({
  groupRef,
  consumerRef,
}: {
  groupRef: string
  consumerRef?: string
}): IntegrationsState {
  const { apiFor, store } = usePlatform()
  const { data, isSuccess, isError, error, refetch } = useUiQuery(
    integrationsQuery(apiFor({ groupRef, consumerRef }), store),
  )
  return { integrations: data, isLoaded: isSuccess, isError, error, refetch }
}

/** One query, because the list is shown as a whole. Every installation that is created or deleted invalidates it. */
function integrationsQuery(api: UiApi, store: QueryStore): Query<ListedIntegration[]> {
  const params = { projectIdOrName: api.project }
  const { groupRef } = api.caller
  return {
    key: keys.list(api),
    fetch: async () => {
      const [integrations, installed] = await Promise.all([
        everyPage((page) =>
          api.page('/v1/projects/{projectIdOrName}/integrations', {
            params,
            query: { ...page, brief: true },
          }),
        ),
        everyPage((page) =>
          api.page('/v1/projects/{projectIdOrName}/installations', {
            params,
            query: { ...page, groupRef },
          }),
        ),
      ])
      const providers = await Promise.all(
        integrations.map(({ provider }) => store.get(providerQuery(api, provider))),
      )
      return integrations.flatMap((integration, index) => {
        const provider = providers[index]
        const mine = installed.find(
          ({ integrationId, instance }) => integrationId === integration.id && !instance,
        )
        const installation = mine ? installationFromWire(mine) : null
        return provider ? [{ integration, provider, installation }] : []
      })
    },
  }
}

interface PageOf<Row> {
  data: Row[]
  nextPageToken?: string | undefined
}

async function everyPage<Row>(
  fetchPage: (page: { pageSize: number; pageToken?: string }) => Promise<PageOf<Row>>,
): Promise<Row[]> {
  const rows: Row[] = []
  let pageToken: string | undefined
  do {
    const page = await fetchPage({ pageSize: 200, ...(pageToken && { pageToken }) })
    rows.push(...page.data)
    pageToken = page.nextPageToken
  } while (pageToken)
  return rows
}
