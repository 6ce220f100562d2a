import { requireDefined } from '../../require-defined.ts'
import type { Values } from '../../records/table.ts'
import { HubSpotError, portalNotFound, validationError } from '../portal/errors.ts'
import { formatProperty } from '../portal/format.ts'
import { findRecordIndex, type CrmObject } from '../portal/crm-object.ts'
import type { Portal } from '../portal/portal.ts'
import type { PortalProperty } from '../portal/properties.ts'
import { invalidProperties, parseProperties } from './values.ts'

export interface CrmRecord {
  id: string
  properties: Record<string, string | null>
  createdAt: string
  updatedAt: string
  propertiesWithHistory?: Record<string, unknown>
  archived: boolean
  archivedAt?: string
  url: string
}

export type PortalWrite = (index: number) => CrmRecord

/** Returns a function that formats one record with the requested properties. */
export function recordWriter(
  portal: Portal,
  object: CrmObject,
  wanted: string[],
  withHistory: string[] = [],
): PortalWrite {
  const remembered = withHistory.flatMap((name) => object.properties.get(name) ?? [])
  const always = ['createdate', object.modifiedProperty, 'hs_object_id']
  const names = wanted.length > 0 ? wanted : object.defaultProperties
  const columns = [...new Set([...always, ...names])].flatMap((name) => {
    const property = object.properties.get(name)
    // Unknown names are silently ignored, as at HubSpot.
    if (!property || property.archived) return []
    return [{ name, property, read: object.table.reader(name) }]
  })
  const url = `https://app.hubspot.com/contacts/${portal.id}/record/${object.typeId}/`
  return (index) => {
    const properties: Record<string, string | null> = {}
    for (const { name, property, read } of columns) {
      properties[name] = formatProperty(property, read(index))
    }
    const id = String(object.firstId + index)
    const archivedAt = object.table.getDeletionTime(index)
    return {
      id,
      properties,
      createdAt: requireDefined(properties['createdate'] ?? undefined),
      updatedAt: requireDefined(properties[object.modifiedProperty] ?? undefined),
      ...(remembered.length === 0
        ? {}
        : {
            propertiesWithHistory: Object.fromEntries(
              remembered.map((property) => {
                const value = object.table.read(index, property.name)
                const at = Number(object.table.read(index, 'createdate'))
                return [property.name, portal.history.list(object, index, property, { value, at })]
              }),
            ),
          }),
      archived: archivedAt !== undefined,
      ...(archivedAt === undefined ? {} : { archivedAt: new Date(archivedAt).toISOString() }),
      url: url + id,
    }
  }
}

/** Returns one page of all records, ordered by ID. */
export function listPortalPage(
  object: CrmObject,
  options: { after: string | undefined; limit: number; archived: boolean },
): { indexes: number[]; after: string | undefined } {
  const { table } = object
  if (options.after !== undefined && !/^\d+$/.test(options.after)) {
    throw validationError(`The after parameter is not valid: ${options.after}`)
  }
  const start = options.after === undefined ? 0 : Number(options.after) - object.firstId + 1

  const indexes: number[] = []
  const candidates = options.archived
    ? table.listDeleted().filter((index) => index >= start)
    : table.liveFrom(Math.max(start, 0))
  for (const index of candidates) {
    if (indexes.length === options.limit) {
      return { indexes, after: String(object.firstId + requireDefined(indexes.at(-1))) }
    }
    indexes.push(index)
  }
  return { indexes, after: undefined }
}

/** Finds a record by ID, or by the value of a unique property. */
export function findPortalRecord(
  portal: Portal,
  object: CrmObject,
  id: string,
  options: { idProperty?: string | undefined; archived?: boolean } = {},
): number | undefined {
  const { table } = object
  const wantsArchived = options.archived ?? false
  if (options.idProperty === undefined || options.idProperty === 'hs_object_id') {
    const index = findRecordIndex(object, id)
    return index !== undefined && table.isLive(index) !== wantsArchived ? index : undefined
  }

  const property = object.properties.get(options.idProperty)
  if (!property?.hasUniqueValue) {
    throw validationError(`${options.idProperty} is not a unique property of ${object.name}`)
  }
  return findByValue(object, property, id)
}

export function createPortalRecord(
  portal: Portal,
  object: CrmObject,
  written: Record<string, unknown>,
): number {
  const values = parseProperties(object, written)
  const missing = object.requiredProperties.filter((name) => (values[name] ?? null) === null)
  if (missing.length > 0) {
    throw invalidProperties(
      missing.map((name) => ({
        isValid: false,
        message: `Property "${name}" is required`,
        error: 'REQUIRED_PROPERTY',
        name,
      })),
    )
  }
  requireUnique(object, values)
  return portal.insert(object, values)
}

export function updatePortalRecord(
  portal: Portal,
  object: CrmObject,
  index: number,
  written: Record<string, unknown>,
): void {
  const values = parseProperties(object, written)
  requireUnique(object, values, index)
  portal.update(object, index, values)
}

/** For reading and writing one record: 404 instead of undefined. */
export function requireRecord(...args: Parameters<typeof findPortalRecord>): number {
  const index = findPortalRecord(...args)
  if (index === undefined) throw portalNotFound()
  return index
}

function requireUnique(object: CrmObject, values: Values, except?: number): void {
  for (const property of object.properties.values()) {
    const value = values[property.name]
    if (!property.hasUniqueValue || value === undefined || value === null) continue
    const other = findByValue(object, property, String(value), except)
    if (other !== undefined) throw alreadyExists(object, object.firstId + other)
  }
}

export class AlreadyExists extends HubSpotError {
  readonly existingId: string

  constructor(singular: string, existingId: string) {
    super(409, `${singular} already exists. Existing ID: ${existingId}`, { category: 'CONFLICT' })
    this.existingId = existingId
  }
}

const alreadyExists = (object: CrmObject, id: number) =>
  new AlreadyExists(object.singular, String(id))

function findByValue(
  object: CrmObject,
  property: PortalProperty,
  value: string,
  except?: number,
): number | undefined {
  const read = object.table.reader(property.name)
  const wanted = value.toLowerCase()
  return object.table.find(
    (index) => index !== except && String(read(index) ?? '').toLowerCase() === wanted,
  )
}
