import {
  parseFieldPath,
  ProviderError,
  type ProviderClient,
  type ProviderRecord,
  type ProviderRequest,
  type ProviderResponse,
  valueAt,
} from '@platform/connector'
import { must } from '../must.ts'
import { inUtc, rfc3339 } from '../provider-clock.ts'
import { hubspotError } from './errors.ts'
import { isMembers } from '../members.ts'

/** A CRM object as HubSpot replies it; every property is text or null. */
export interface CrmObjectType {
  id: string
  properties: Record<string, string | null>
  createdAt?: string
  updatedAt?: string
  archived?: boolean
  archivedAt?: string
}

export interface ObjectPage {
  results: CrmObjectType[]
  total?: number
  paging?: { next?: { after?: string } }
}

/** What stands beside `properties` in a record. */
const besideProperties = new Set([
  'id',
  'createdAt',
  'updatedAt',
  'archived',
  'archivedAt',
  'url',
  'associations',
])

/** Sends a request and answers a 200's body. Throws what HubSpot refuses. */
export async function callHubspot(
  client: ProviderClient,
  request: ProviderRequest,
): Promise<{ body: Record<string, unknown>; response: ProviderResponse }> {
  const response = await client.request(request)
  const { body, status } = response
  const isDone = status === 200 || status === 207
  if (!isDone || !isMembers(body)) {
    throw hubspotError(response)
  }
  return { body, response }
}

/** Calls HubSpot and requires a reply that lists objects. */
export async function callForObjects(client: ProviderClient, request: ProviderRequest) {
  const { body, response } = await callHubspot(client, request)
  if (!Array.isArray(body.results)) throw hubspotError(response)
  return { page: body as unknown as ObjectPage, response }
}

/** HubSpot's own objects: plural, singular, type ID. */
export const ownObjects = [
  ['contacts', 'contact', '0-1'],
  ['companies', 'company', '0-2'],
  ['deals', 'deal', '0-3'],
  ['tickets', 'ticket', '0-5'],
  ['products', 'product', '0-7'],
  ['line_items', 'line_item', '0-8'],
  ['quotes', 'quote', '0-14'],
  ['calls', 'call', '0-48'],
  ['emails', 'email', '0-49'],
  ['meetings', 'meeting', '0-47'],
  ['notes', 'note', '0-46'],
  ['tasks', 'task', '0-27'],
  ['leads', 'lead', '0-136'],
] as const

/** HubSpot's own name of an object, however it is written: `Contact` → `contacts`. */
export function objectTypeOf(objectName: string): string {
  const lower = objectName.trim().toLowerCase()
  const own = ownObjects.find((names) => names.some((name) => name === lower))
  return own ? own[0] : objectName.trim()
}

export const objectPath = (objectName: string) =>
  `/crm/v3/objects/${encodeURIComponent(objectName)}`

/** The property that holds the time of the last change. */
export const timeProperty = (objectName: string) =>
  /^(contacts?|0-1)$/i.test(objectName) ? 'lastmodifieddate' : 'hs_lastmodifieddate'

/** The property that a field name means; undefined when it means what is beside the properties. */
export function propertyName(fieldName: string): string | undefined {
  const [first, second] = stepsOf(fieldName)
  if (first === 'properties' && second !== undefined) return second
  return besideProperties.has(must(first)) ? undefined : first
}

/** The properties to ask for, so that these fields and the keys of a read are in the reply. */
export function propertiesFor(objectName: string, fieldNames: readonly string[]): string[] {
  const asked = fieldNames.flatMap((fieldName) => propertyName(fieldName) ?? [])
  return [...new Set(['hs_object_id', timeProperty(objectName), ...asked])]
}

export function hubspotValue(raw: Record<string, unknown>, fieldName: string): unknown {
  const steps = stepsOf(fieldName)
  const [first, second] = steps
  const isBeside =
    besideProperties.has(must(first)) || (first === 'properties' && second !== undefined)
  return inUtc(valueAt(isBeside ? raw : raw.properties, steps))
}

function stepsOf(fieldName: string): string[] {
  try {
    return parseFieldPath(fieldName)
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause
    throw new ProviderError('bad-request', cause.message, { fieldNames: [fieldName], cause })
  }
}

export function toConnectorRecord(object: CrmObjectType, objectName: string): ProviderRecord {
  const archivedTime = object.archived ? rfc3339(object.archivedAt) : undefined
  const updatedTime =
    archivedTime ??
    rfc3339(object.properties[timeProperty(objectName)]) ??
    rfc3339(object.updatedAt)
  return {
    id: object.id,
    ...(updatedTime && { updatedTime }),
    ...(object.archived && { deleted: true as const }),
    raw: { ...object },
  }
}
