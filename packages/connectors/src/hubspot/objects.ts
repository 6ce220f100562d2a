import {
  parseFieldPath,
  ProviderError,
  type ProviderClient,
  type ProviderRecord,
  type ProviderRequest,
  type ProviderResponse,
  getValueAt,
} from '@platform/connector'
import { requireValue } from '../require-value.ts'
import { inUtc, rfc3339 } from '../provider-clock.ts'
import { apiVersion, hubspotPath, requestHubspot } from './api-version.ts'
import { hubspotError } from './errors.ts'
import { isMembers, getMembers } from '../members.ts'

/** A CRM object in HubSpot's format; every property is text or null. */
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

/** Members of a record besides `properties`. */
const besideProperties = new Set([
  'id',
  'createdAt',
  'updatedAt',
  'archived',
  'archivedAt',
  'url',
  'associations',
])

/** Sends a request and returns the body of a 200 reply; throws a rejection. */
export async function callHubspot(
  client: ProviderClient,
  request: ProviderRequest,
): Promise<{ body: Record<string, unknown>; response: ProviderResponse }> {
  const response = await requestHubspot(client, request)
  const { body, status } = response
  const isDone = status === 200 || status === 207
  if (!isDone || !isMembers(body)) {
    throw hubspotError(response)
  }
  return { body, response }
}

/** Calls HubSpot and requires a reply with a list of objects. */
export async function callForObjects(client: ProviderClient, request: ProviderRequest) {
  const { body, response } = await callHubspot(client, request)
  if (!Array.isArray(body.results)) throw hubspotError(response)
  mustReturnEach(body.errors)
  return { page: body as unknown as ObjectPage, response }
}

/** Throws if a batch read failed for some records, which would otherwise be missing silently. */
function mustReturnEach(errors: unknown): void {
  if (!Array.isArray(errors)) return
  const failed = errors.map(getMembers).find(({ category }) => category !== 'OBJECT_NOT_FOUND')
  if (!failed) return
  const { category, message } = failed
  throw new ProviderError('unavailable', `HubSpot did not return all records: ${String(message)}`, {
    ...(typeof category === 'string' && { code: category }),
  })
}

/** Standard objects: plural, singular, type ID. */
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

/** Returns HubSpot's name of an object, in any notation: `Contact` → `contacts`. */
export function toObjectType(objectName: string): string {
  const lower = objectName.trim().toLowerCase()
  const own = ownObjects.find((names) => names.some((name) => name === lower))
  return own ? own[0] : objectName.trim()
}

export const objectPath = (objectName: string) =>
  hubspotPath(`/crm/objects/${apiVersion}`, objectName)

/** Returns the property with the time of the last change. */
export const timeProperty = (objectName: string) =>
  /^(contacts?|0-1)$/i.test(objectName) ? 'lastmodifieddate' : 'hs_lastmodifieddate'

/** Returns the property of a field name; undefined for members outside `properties`. */
export function propertyName(fieldName: string): string | undefined {
  const [first, second] = splitFieldName(fieldName)
  if (first === 'properties' && second !== undefined) return second
  return besideProperties.has(requireValue(first)) ? undefined : first
}

/** Returns the properties to request for these fields and for the keys of a read. */
export function propertiesFor(objectName: string, fieldNames: readonly string[]): string[] {
  const asked = fieldNames.flatMap((fieldName) => propertyName(fieldName) ?? [])
  return [...new Set(['hs_object_id', timeProperty(objectName), ...asked])]
}

export function hubspotValue(raw: Record<string, unknown>, fieldName: string): unknown {
  const steps = splitFieldName(fieldName)
  const [first, second] = steps
  const isBeside =
    besideProperties.has(requireValue(first)) || (first === 'properties' && second !== undefined)
  return inUtc(getValueAt(isBeside ? raw : raw.properties, steps))
}

function splitFieldName(fieldName: string): string[] {
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
