import { ProviderError, type ProviderClient } from '@platform/connector'
import { hubspotVersion, hubspotPath } from './api-version.ts'
import { hubspotError } from './errors.ts'
import { callHubspot } from './objects.ts'

/** A custom object. */
interface Schema {
  fullyQualifiedName: string
  name?: string
  objectTypeId?: string
  labels?: { singular?: string; plural?: string }
}

/** Reports whether the account does not have the object, or the user may not see it. */
export const isWithout = (error: unknown) =>
  error instanceof ProviderError &&
  ['permission', 'not-found', 'bad-request'].includes(error.failure)

/** Returns none if the user may not see them. */
export async function fetchHubspotSchemas(client: ProviderClient): Promise<Schema[]> {
  try {
    const path = hubspotPath(`/crm-object-schemas/${hubspotVersion}/schemas`)
    const { body, response } = await callHubspot(client, { path })
    if (!Array.isArray(body.results)) throw hubspotError(response)
    return body.results.filter(isSchema)
  } catch (error) {
    if (isWithout(error)) return []
    throw error
  }
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' &&
  value !== null &&
  'fullyQualifiedName' in value &&
  typeof value.fullyQualifiedName === 'string'
