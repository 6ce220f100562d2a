import { ProviderError, type ProviderClient, type ProviderResponse } from '@platform/connector'
import { concurrently } from '../../concurrently.ts'
import type { HubspotProperty } from '../describe.ts'
import { apiVersion, hubspotPath, requestHubspot } from '../api-version.ts'
import { hubspotError } from '../errors.ts'

/** Group of the properties created here. */
export const propertyGroupName = 'integrationcreatedproperties'
const groupLabel = 'Integration Created Properties'
const callsAtATime = 4

const propertiesPath = (objectType: string) =>
  hubspotPath(`/crm/properties/${apiVersion}`, objectType)

/** Creates the group if it does not exist. */
export async function ensureGroup(
  client: ProviderClient,
  objectType: string,
  signal?: AbortSignal,
): Promise<void> {
  const path = `${propertiesPath(objectType)}/groups`
  const found = await requestHubspot(client, {
    path: `${path}/${propertyGroupName}`,
    ...(signal && { signal }),
  })
  if (found.status === 200) return
  if (found.status !== 404) throw hubspotError(found)
  const made = await requestHubspot(client, {
    method: 'POST',
    path,
    body: { name: propertyGroupName, label: groupLabel },
    ...(signal && { signal }),
  })
  // 409: it was created concurrently.
  if (made.status !== 201 && made.status !== 409) throw hubspotError(made)
}

interface NewProperty {
  name: string
}

type Created = Map<string, HubspotProperty | ProviderError>

/** Creates properties in one call; returns the results by name. */
export async function createProperties(
  client: ProviderClient,
  { objectType, inputs }: { objectType: string; inputs: readonly NewProperty[] },
  signal?: AbortSignal,
): Promise<Created> {
  const response = await requestHubspot(client, {
    method: 'POST',
    path: `${propertiesPath(objectType)}/batch/create`,
    body: { inputs },
    ...(signal && { signal }),
  })
  const { results, errors = [] } = (response.body ?? {}) as BatchReply
  if ((response.status === 201 || response.status === 207) && Array.isArray(results)) {
    return outcomes(inputs, results, errors)
  }
  // One invalid property fails the whole call, and the reply does not name it.
  if (response.status === 400 && inputs.length > 1) {
    const single = await concurrently(inputs, callsAtATime, (input) =>
      createProperties(client, { objectType, inputs: [input] }, signal).catch((error: unknown) => {
        if (error instanceof ProviderError) return new Map([[input.name, error]])
        throw error
      }),
    )
    return new Map(single.flatMap((created) => [...created]))
  }
  const refusal = hubspotError(response)
  if (refusal.failure !== 'bad-request') throw refusal
  return new Map(inputs.map(({ name }) => [name, refusal]))
}

interface BatchReply {
  results?: HubspotProperty[]
  errors?: BatchError[]
}

interface BatchError {
  message?: string
  category?: string
  subCategory?: string
  context?: Record<string, unknown>
}

function outcomes(
  inputs: readonly NewProperty[],
  results: readonly HubspotProperty[],
  errors: readonly BatchError[],
): Created {
  const created: Created = new Map(results.map((property) => [property.name, property]))
  for (const error of errors) {
    const names = error.context?.name
    for (const name of Array.isArray(names) ? names : []) created.set(String(name), rowError(error))
  }
  const [unnamed] = errors
  for (const { name } of inputs) {
    if (!created.has(name)) created.set(name, rowError(unnamed ?? {}))
  }
  return created
}

function rowError({ message, category }: BatchError): ProviderError {
  const failure = category === 'OBJECT_ALREADY_EXISTS' ? 'conflict' : 'bad-request'
  const text = message ?? 'HubSpot did not create the property and gave no reason.'
  return new ProviderError(failure, text, { code: category })
}

export async function updateProperty(
  client: ProviderClient,
  { objectType, name, changes }: { objectType: string; name: string; changes: object },
  signal?: AbortSignal,
): Promise<HubspotProperty> {
  const response = await requestHubspot(client, {
    method: 'PATCH',
    path: `${propertiesPath(objectType)}/${encodeURIComponent(name)}`,
    body: changes,
    ...(signal && { signal }),
  })
  if (!isProperty(response)) throw hubspotError(response)
  return response.body
}

const isProperty = (
  response: ProviderResponse,
): response is ProviderResponse & { body: HubspotProperty } => {
  const { status, body } = response
  return status === 200 && typeof body === 'object' && body !== null && 'name' in body
}
