import type { Query } from '@platform/client'
import { getJson } from '../api/sign-in.ts'
import { useQuery } from '../api/use-query.ts'
import { words } from '../ui/format.ts'

/** Asked once: what the catalogue says changes only when the server starts anew. */
const names: Query<Record<string, string>> = {
  key: ['provider-names'],
  fetch: () => getJson('/provider-names.json'),
  staleMs: Infinity,
}

export type ProviderNames = (provider: string) => string

/** What people call each provider, as the catalogue has it and the server's own entries. */
export function useProviderNames(): ProviderNames {
  const { data } = useQuery(names)
  return (provider) =>
    data !== undefined && Object.hasOwn(data, provider)
      ? (data[provider] ?? provider)
      : words(provider)
}
