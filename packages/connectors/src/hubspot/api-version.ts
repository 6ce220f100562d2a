import type { ProviderClient, ProviderRequest, ProviderResponse } from '@platform/connector'
import { readClockMs } from '../clock.ts'

/**
 * Version of HubSpot's API that this connector uses. HubSpot supports a dated version for 18 months
 * (developers.hubspot.com, "Developer platform and API versioning").
 */
export const hubspotVersion = '2026-09'

/**
 * Paths of the version, and those of the API before dated versions, which is supported until September
 * 2027, its associations until 2027-03-30. Source: HubSpot/HubSpot-public-api-spec-collection.
 */
const legacyPaths = [
  [`/crm/objects/${hubspotVersion}`, '/crm/v3/objects'],
  [`/crm/properties/${hubspotVersion}`, '/crm/v3/properties'],
  [`/crm/pipelines/${hubspotVersion}`, '/crm/v3/pipelines'],
  [`/crm-object-schemas/${hubspotVersion}/schemas`, '/crm/v3/schemas'],
  [`/crm/associations/${hubspotVersion}`, '/crm/v4/associations'],
] as const

type Base = (typeof legacyPaths)[number][0]

/** Returns a path of the version, with its segments encoded. */
export const hubspotPath = (base: Base, ...segments: readonly string[]): string =>
  [base, ...segments.map(encodeURIComponent)].join('/')

/** Returns the path of the same operation before dated versions. */
function toLegacyPath(path: string): string | undefined {
  const found = legacyPaths.find(([base]) => path === base || path.startsWith(`${base}/`))
  return found && found[1] + path.slice(found[0].length)
}

/** A property that every account has. */
const probedPath = hubspotPath(`/crm/properties/${hubspotVersion}`, 'contacts', 'hs_object_id')

/** Time after which an account without the version is probed again. */
const probedEveryMs = 24 * 60 * 60_000
const maxProbed = 10_000

/** Results of probes by connection, oldest first. */
const probes = new Map<string, { usesLegacy: Promise<boolean>; at: number }>()

/**
 * Sends a request to a path of the version. If the account does not know the version, the path before
 * dated versions is used instead: it is determined once per connection and day, after a 404.
 */
export async function requestHubspot(
  client: ProviderClient,
  request: ProviderRequest,
): Promise<ProviderResponse> {
  const legacyPath = toLegacyPath(request.path)
  if (legacyPath === undefined) return client.request(request)
  const known = findProbe(client)
  if (await known?.usesLegacy) return client.request({ ...request, path: legacyPath })

  const response = await client.request(request)
  if (response.status !== 404 || known) return response
  if (!(await probe(client))) return response
  return client.request({ ...request, path: legacyPath })
}

function findProbe({ connectionId }: ProviderClient) {
  const found = connectionId === undefined ? undefined : probes.get(connectionId)
  return found && found.at + probedEveryMs > readClockMs() ? found : undefined
}

/** Concurrent callers share a probe, so that none ends it. A failed one is not remembered. */
function probe(client: ProviderClient): Promise<boolean> {
  const { connectionId } = client
  const running = findProbe(client)
  if (running) return running.usesLegacy
  const usesLegacy = knowsOnlyLegacy(client)
  if (connectionId === undefined) return usesLegacy

  probes.delete(connectionId)
  probes.set(connectionId, { usesLegacy, at: readClockMs() })
  const [oldest] = probes.keys()
  if (probes.size > maxProbed && oldest !== undefined) probes.delete(oldest)
  return usesLegacy.catch((error: unknown) => {
    probes.delete(connectionId)
    throw error
  })
}

async function knowsOnlyLegacy(client: ProviderClient): Promise<boolean> {
  const dated = await client.request({ path: probedPath })
  if (dated.status !== 404) return false
  const legacy = await client.request({ path: toLegacyPath(probedPath) ?? probedPath })
  // Only an answer proves that the path exists: after its end, the old version answers 404 as well.
  return legacy.status === 200 || legacy.status === 403
}
