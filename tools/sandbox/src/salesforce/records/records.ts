import { requireDefined } from '../../require-defined.ts'
import type { Value, Values } from '../../records/table.ts'
import { orgNotFound, SalesforceError } from '../org/errors.ts'
import { formatField, type Field } from '../org/fields.ts'
import { parseId } from '../org/ids.ts'
import { applyPermissions, checkPermissionRecord } from '../metadata/permissions.ts'
import type { SalesforceOrg } from '../org/org.ts'
import type { SObject } from '../org/s-object.ts'

export function findObject(org: SalesforceOrg, name: string): SObject {
  const object = org.object(name)
  if (!object) throw orgNotFound()
  return object
}

/** Returns the index of an existing record, or throws Salesforce's error for its ID. */
export function findOrgRecord(org: SalesforceOrg, object: SObject, id: string): number {
  if (!parseId(id)) {
    throw new SalesforceError(400, 'MALFORMED_ID', `malformed id ${id}`, ['Id'])
  }
  const index = org.findRecordIndex(object, id)
  if (index === undefined) throw orgNotFound()
  if (!object.table.isLive(index)) {
    throw new SalesforceError(404, 'ENTITY_IS_DELETED', 'entity is deleted', [])
  }
  return index
}

export function createOrgRecord(
  org: SalesforceOrg,
  object: SObject,
  body: Record<string, unknown>,
): string {
  const values = writableValues(org, object, body, 'create')
  const missing = [...object.fields.values()].filter(
    ({ name, nillable, createable, defaultedOnCreate }) =>
      createable && !nillable && !defaultedOnCreate && isBlank(values[name]),
  )
  if (missing.length > 0) {
    const names = missing.map(({ name }) => name)
    throw new SalesforceError(
      400,
      'REQUIRED_FIELD_MISSING',
      `Required fields are missing: [${names.join(', ')}]`,
      names,
    )
  }
  requireUnique(org, object, values)
  checkPermissionRecord(org, object, values)
  const id = org.insert(object, values)
  applyPermissions(org, object)
  return id
}

export function updateOrgRecord(
  org: SalesforceOrg,
  object: SObject,
  index: number,
  body: Record<string, unknown>,
): void {
  const values = writableValues(org, object, body, 'update')
  for (const field of object.fields.values()) {
    if (field.name in values && !field.nillable && isBlank(values[field.name])) {
      throw new SalesforceError(
        400,
        'REQUIRED_FIELD_MISSING',
        `Required fields are missing: [${field.name}]`,
        [field.name],
      )
    }
  }
  requireUnique(org, object, values, index)
  org.update(object, index, values)
}

/** Returns the record with its attributes; all visible fields if none are named. */
export function readRecord(
  org: SalesforceOrg,
  object: SObject,
  index: number,
  options: { apiVersion: string; fields?: string[] },
): Record<string, unknown> {
  const names = options.fields ?? []
  const fields =
    names.length === 0 ? org.visibleFields(object) : names.map((name) => requireField(name))
  const record: Record<string, unknown> = {
    attributes: {
      type: object.name,
      url: `/services/data/v${options.apiVersion}/sobjects/${object.name}/${org.idAt(object, index)}`,
    },
  }
  for (const field of fields) {
    record[field.name] = formatField(field, object.table.read(index, field.name))
  }
  if (!('Id' in record)) record['Id'] = org.idAt(object, index)
  return record

  function requireField(name: string): Field {
    const field = org.field(object, name)
    if (!field) throw unknownColumn(object, name)
    return field
  }
}

/** Returns records with this external ID. */
export function findByExternalId(
  org: SalesforceOrg,
  object: SObject,
  fieldName: string,
  value: string,
): number[] {
  const field = org.field(object, fieldName)
  if (field?.type === 'id') {
    const index = org.findRecordIndex(object, value)
    return index !== undefined && object.table.isLive(index) ? [index] : []
  }
  if (!field?.externalId) {
    throw new SalesforceError(
      404,
      'NOT_FOUND',
      `Provided external ID field does not exist or is not accessible: ${fieldName}`,
    )
  }
  const read = object.table.reader(field.name)
  const wanted = value.toLowerCase()
  return object.table.select((index) => String(read(index)).toLowerCase() === wanted)
}

const isBlank = (value: Value | undefined) => value === undefined || value === null || value === ''

const unknownColumn = (object: SObject, name: string) =>
  new SalesforceError(
    400,
    'INVALID_FIELD',
    `No such column '${name}' on sobject of type ${object.name}`,
  )

function writableValues(
  org: SalesforceOrg,
  object: SObject,
  body: Record<string, unknown>,
  act: 'create' | 'update',
): Values {
  const values: Values = {}
  const refused: string[] = []
  for (const [name, value] of Object.entries(body)) {
    if (name === 'attributes') continue
    const field = org.field(object, name)
    if (!field) throw unknownColumn(object, name)
    if (act === 'create' ? !field.createable : !field.updateable) refused.push(field.name)
    else values[field.name] = parseValue(object, field, value)
  }
  if (refused.length > 0) {
    throw new SalesforceError(
      400,
      'INVALID_FIELD_FOR_INSERT_UPDATE',
      `Unable to create/update fields: ${refused.join(', ')}. Please check the security settings of ` +
        `this field and verify that it is read/write for your profile or permission set.`,
      refused,
    )
  }
  return values

  function parseValue(target: SObject, field: Field, value: unknown): Value {
    if (value === null || value === '') return field.type === 'boolean' ? false : null
    switch (field.type) {
      case 'boolean':
        if (typeof value === 'boolean') return value
        if (value === 'true' || value === 'false') return value === 'true'
        throw unparsable(field, value)
      case 'int':
      case 'double':
      case 'currency':
      case 'percent': {
        const number = Number(value)
        if (typeof value === 'object' || Number.isNaN(number)) throw unparsable(field, value)
        return number
      }
      case 'date': {
        const date = String(value).slice(0, 10)
        if (Number.isNaN(Date.parse(date))) throw unparsable(field, value)
        return date
      }
      case 'datetime': {
        const moment = Date.parse(String(value).replace(/([+-]\d{2})(\d{2})$/, '$1:$2'))
        if (Number.isNaN(moment)) throw unparsable(field, value)
        return moment
      }
      case 'reference':
        return existingReference(field, String(value))
      default:
        return normalizeText(target, field, value)
    }
  }

  function existingReference(field: Field, id: string): Value {
    const target = field.referenceTo
      .map((name) => org.object(name))
      .find((candidate) => candidate && org.findRecordIndex(candidate, id) !== undefined)
    if (!target) {
      const isMalformed = !parseId(id)
      throw new SalesforceError(
        400,
        isMalformed ? 'MALFORMED_ID' : 'INVALID_CROSS_REFERENCE_KEY',
        isMalformed
          ? `${field.label}: id value of incorrect type: ${id}`
          : 'invalid cross reference id',
        [field.name],
      )
    }
    return org.idAt(target, requireDefined(org.findRecordIndex(target, id)))
  }
}

function normalizeText(object: SObject, field: Field, value: unknown): Value {
  if (typeof value === 'object') throw unparsable(field, value)
  const written = String(value)
  if (written.length > field.length) {
    throw new SalesforceError(
      400,
      'STRING_TOO_LONG',
      `${field.label}: data value too large: ${written.slice(0, 80)} (max length=${field.length})`,
      [field.name],
    )
  }
  if (field.type === 'email' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(written)) {
    throw new SalesforceError(
      400,
      'INVALID_EMAIL_ADDRESS',
      `${field.label}: invalid email address: ${written}`,
      [field.name],
    )
  }
  if (field.restrictedPicklist) {
    const allowed = field.picklistValues.filter(({ active }) => active).map((entry) => entry.value)
    const bad = written.split(';').find((part) => !allowed.includes(part))
    if (bad !== undefined) {
      throw new SalesforceError(
        400,
        'INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST',
        `${field.label}: bad value for restricted picklist field: ${bad}`,
        [field.name],
      )
    }
  }
  return written
}

function unparsable(field: Field, value: unknown): SalesforceError {
  return new SalesforceError(
    400,
    'JSON_PARSER_ERROR',
    `Cannot deserialize instance of ${field.type} from value ${JSON.stringify(value)}`,
    [field.name],
  )
}

function requireUnique(org: SalesforceOrg, object: SObject, values: Values, except?: number): void {
  for (const field of object.fields.values()) {
    const value = values[field.name]
    if (!field.unique || isBlank(value)) continue
    const read = object.table.reader(field.name)
    const wanted = String(value).toLowerCase()
    const [other] = object.table.select(
      (index) => index !== except && String(read(index)).toLowerCase() === wanted,
    )
    if (other !== undefined) {
      throw new SalesforceError(
        400,
        'DUPLICATE_VALUE',
        `duplicate value found: ${field.name} duplicates value on record with id: ` +
          org.idAt(object, other).slice(0, 15),
        [],
      )
    }
  }
}
