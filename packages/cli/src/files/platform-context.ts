import { type Client, ProblemError, type Schemas } from '@platform/client'
import type { ManifestContext } from '@platform/manifest'

/** Returns what the platform knows for checking a manifest. */
export async function fetchManifestContext(
  client: Client,
  project: string | undefined,
): Promise<ManifestContext> {
  const catalogue: Record<string, Schemas['ProviderInfo']> = await client.get('/v1/providers')
  const providers = {
    findProvider: (name: string) =>
      // The catalogue in the API and in the contract has the same type.
      Object.hasOwn(catalogue, name) ? catalogue[name] : undefined,
    providerNames: Object.keys(catalogue),
  }
  if (project === undefined) return providers

  const params = { projectIdOrName: project }
  const [destinations, apps] = await Promise.all([
    client.get('/v1/projects/{projectIdOrName}/destinations', {
      params,
      query: { pageSize: 1000 },
    }),
    client.get('/v1/projects/{projectIdOrName}/provider-apps', {
      params,
      query: { pageSize: 1000 },
    }),
  ])
  return {
    ...providers,
    destinationNames: destinations.map(({ name }) => name),
    providersWithApp: apps.map(({ provider }) => provider),
  }
}

/** Reports whether the failure only means that the platform is unreachable. */
export const isUnreachable = (error: unknown): error is ProblemError =>
  error instanceof ProblemError && error.status === 0
