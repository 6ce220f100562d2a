import type { Client, Query, Schemas } from '@platform/client'

export const catalogue = (client: Client): Query<Schemas['CatalogType']> => ({
  key: ['providers'],
  fetch: () => client.get('/v1/providers'),
})
