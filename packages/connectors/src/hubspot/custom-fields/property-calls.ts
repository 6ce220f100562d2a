import { ProviderError, type ProviderClient } from '@platform/connector'
import { concurrently } from '../../concurrently.ts'
import { hubspotVersion, hubspotPath, requestHubspot } from '../api-version.ts'
import { getMembers, getTextMember } from '../../members.ts'
import { isHubspotProperty, type HubspotProperty } from '../describe.ts'
import { hubspotError } from '../errors.ts'

/** Group of the properties created here. */
export const propertyGroupName = 'integrationcreatedproperties'
const groupLabel = 'Integration Created Properties'
const callsAtATime = 4

const propertiesPath = (objectType: string) =>
  hubspotPath(`/crm/properties/${hubspotVersion}`, objectType)

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
  const { results, errors, status } = getMembers(response.body)
  const isDone = [200, 201, 207].includes(response.status) && status !== 'error'
  if (isDone && Array.isArray(results)) {
    const failed = (Array.isArray(errors) ? errors : []).map(getMembers)
    return outcomes(inputs, results.filter(isHubspotProperty), failed)
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

type BatchError = Readonly<Record<string, unknown>>

function outcomes(
  inputs: readonly NewProperty[],
  results: readonly HubspotProperty[],
  errors: readonly BatchError[],
): Created {
  const created: Created = new Map(results.map((property) => [property.name, property]))
  for (const error of errors) {
    const names = getMembers(error.context).name
    for (const name of Array.isArray(names) ? names : []) created.set(String(name), rowError(error))
  }
  const [unnamed] = errors
  for (const { name } of inputs) {
    if (!created.has(name)) created.set(name, unnamed ? rowError(unnamed) : unreportedProperty())
  }
  return created
}

const unreportedProperty = () =>
  new ProviderError('unavailable', 'HubSpot did not report whether it created the property.', {
    isOutcomeUnknown: true,
  })

function rowError(error: BatchError): ProviderError {
  const category = getTextMember(error, 'category')
  const failure = category === 'OBJECT_ALREADY_EXISTS' ? 'conflict' : 'bad-request'
  const text =
    getTextMember(error, 'message') ?? 'HubSpot did not create the property and gave no reason.'
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
  const { status, body } = response
  if (status !== 200 || !isHubspotProperty(body) || body.name !== name) throw hubspotError(response)
  return body
}
