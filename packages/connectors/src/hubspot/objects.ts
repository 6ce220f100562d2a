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
import { hubspotVersion, hubspotPath, requestHubspot } from './api-version.ts'
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
  /** Number of rows that are no records with an ID and properties, and were left out. */
  unreadable: number
  total: number | undefined
  hasMore: boolean
  /** Token of the next page; absent if there is none, or HubSpot does not name it. */
  after: string | undefined
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
export async function callForObjects(
  client: ProviderClient,
  request: ProviderRequest,
): Promise<{ page: ObjectPage; response: ProviderResponse }> {
  const { body, response } = await callHubspot(client, request)
  if (!Array.isArray(body.results) || body.status === 'error') throw hubspotError(response)
  mustReturnEach(body.errors)
  const rows = body.results as unknown[]
  const results = rows.flatMap(toCrmObject)
  const next = getMembers(body.paging).next ?? undefined
  const { after } = getMembers(next)
  return {
    page: {
      results,
      unreadable: rows.length - results.length,
      total: Number.isSafeInteger(body.total) ? Number(body.total) : undefined,
      hasMore: next !== undefined,
      after: isToken(after) ? String(after) : undefined,
    },
    response,
  }
}

const isToken = (value: unknown) =>
  (typeof value === 'string' && value !== '') || typeof value === 'number'

function toCrmObject(row: unknown): CrmObjectType[] {
  if (!isMembers(row) || !isToken(row.id) || !isMembers(row.properties)) return []
  return [{ ...row, id: String(row.id), properties: row.properties as CrmObjectType['properties'] }]
}

/** The missing rows would count as deleted. */
export const unreadableObjects = (count: number) =>
  new ProviderError('unavailable', `HubSpot returned ${count} rows without an ID or properties.`)

/** Maximum number of records per call of a batch read. */
const idsAtOnce = 100

/**
 * Reads records by ID, or by the unique property `by`. Those that HubSpot reports as missing are omitted.
 * @throws ProviderError `unavailable` if HubSpot neither returns a record nor reports it as missing
 */
export async function readHubspotBatch(
  client: ProviderClient,
  {
    objectName,
    ids,
    properties,
    archived = false,
    by,
  }: {
    objectName: string
    ids: readonly string[]
    properties: readonly string[]
    archived?: boolean
    by?: string | undefined
  },
): Promise<CrmObjectType[]> {
  const objects: CrmObjectType[] = []
  const distinct = [...new Set(ids)]
  for (let from = 0; from < distinct.length; from += idsAtOnce) {
    const inputs = distinct.slice(from, from + idsAtOnce).map((id) => ({ id }))
    const { page, response } = await callForObjects(client, {
      method: 'POST',
      path: `${objectPath(objectName)}/batch/read`,
      ...(archived && { query: { archived: 'true' } }),
      body: {
        properties,
        propertiesWithHistory: [],
        ...(by !== undefined && { idProperty: by }),
        inputs,
      },
    })
    if (page.unreadable > 0) throw unreadableObjects(page.unreadable)
    const missing = inputs.length - page.results.length
    if (missing > countMissing(getMembers(response.body))) {
      const message = `HubSpot returned ${page.results.length} of ${inputs.length} records.`
      throw new ProviderError('unavailable', message)
    }
    objects.push(...page.results)
  }
  return objects
}

/** Counts the records that a batch read reports as missing, in one error for all or one for each. */
function countMissing({ errors, numErrors }: Record<string, unknown>): number {
  const named = (Array.isArray(errors) ? errors : []).flatMap((error: unknown) => {
    const { ids } = getMembers(getMembers(error).context)
    return Array.isArray(ids) ? (ids as unknown[]) : [undefined]
  })
  return Math.max(named.length, Number.isSafeInteger(numErrors) ? Number(numErrors) : 0)
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
  hubspotPath(`/crm/objects/${hubspotVersion}`, objectName)

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
