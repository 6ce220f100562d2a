import type { Query } from '@platform/client'
import { getJson } from '../api/sign-in.ts'
import { useQuery } from '../api/use-query.ts'
import { words } from '../ui/format.ts'

/** Fetched once: the catalogue changes only when the server restarts. */
const names: Query<Record<string, string>> = {
  key: ['provider-names'],
  fetch: () => getJson('/provider-names.json'),
  staleMs: Infinity,
}

export type ProviderNames = (provider: string) => string

/** Returns the display names of all providers, including the server's own. */
export function useProviderNames(): ProviderNames {
  const { data } = useQuery(names)
  return (provider) =>
    data !== undefined && Object.hasOwn(data, provider)
      ? (data[provider] ?? provider)
      : words(provider)
}
