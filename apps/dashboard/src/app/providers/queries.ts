import type { Client, Query, Schemas } from '@platform/client'

export const catalogueQuery = (client: Client): Query<Schemas['CatalogType']> => ({
  key: ['providers'],
  fetch: () => client.get('/v1/providers'),
})

export const catalogueEntryQuery = (
  client: Client,
  provider: string,
): Query<Schemas['ProviderInfo']> => ({
  key: ['provider', provider],
  fetch: () => client.get('/v1/providers/{provider}', { params: { provider } }),
})

/** Fetches the objects that are known without an account. */
export const providerObjectsQuery = (client: Client, provider: string): Query<ProviderObjects> => ({
  key: ['provider', provider, 'objects'],
  fetch: () => client.get('/v1/providers/{provider}/objects', { params: { provider } }),
})

type ProviderObjects = Record<string, Schemas['ProviderObject']>
