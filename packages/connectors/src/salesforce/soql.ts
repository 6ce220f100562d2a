import { parseFieldPath, ProviderError } from '@platform/connector'
import { must } from '../must.ts'

/**
 * What a query's address may take: Salesforce refuses 16,384 bytes of address and headers
 * together, and the access token is among the headers.
 */
export const maxQueryBytes = 13_000

const identifier = /^[A-Za-z]\w*$/
const addressParts = new Set([
  'street',
  'city',
  'state',
  'statecode',
  'postalcode',
  'country',
  'countrycode',
  'latitude',
  'longitude',
  'geocodeaccuracy',
])

/** The steps to a field, of `$['Owner']['Name']` and of `Owner.Name` alike. */
export const fieldSteps = (fieldName: string): string[] =>
  fieldName.startsWith('$[') ? parseFieldPath(fieldName) : fieldName.split('.')

/** True for a part of a compound address, which is selected by its address only. */
export const isAddressPart = ([outer, inner, ...rest]: readonly string[]): boolean =>
  rest.length === 0 &&
  /address$/i.test(outer ?? '') &&
  addressParts.has((inner ?? '').toLowerCase())

/** What to select for these fields, each once: SOQL refuses repetitions. */
export function selectExpressions(fieldNames: readonly string[]): string[] {
  const bad = fieldNames.filter((fieldName) => !isFieldName(fieldName))
  if (bad.length > 0) {
    throw new ProviderError('bad-request', `${bad.join(', ')} is not a valid field name.`, {
      code: 'INVALID_FIELD',
      fieldNames: bad,
    })
  }

  const byName = new Map<string, string>()
  for (const fieldName of fieldNames) {
    const steps = fieldSteps(fieldName)
    const expression = isAddressPart(steps) ? must(steps[0]) : steps.join('.')
    const key = expression.toLowerCase()
    if (!byName.has(key)) byName.set(key, expression)
  }
  return [...byName.values()]
}

/**
 * Returns what a query selects for these fields, and further selections for what finds no room in an
 * address beside it: see `completeRows`.
 */
export function selectLists(
  fieldNames: readonly string[],
  maxBytes = maxQueryBytes - 1_000,
): { first: string; further: string[] } {
  const expressions = selectExpressions(['Id', ...fieldNames])
  const [first, ...further] = splitByBytes(expressions, Math.max(1_000, maxBytes)).map((part) =>
    part.join(', '),
  )
  return { first: must(first), further }
}

function isFieldName(fieldName: string): boolean {
  try {
    return fieldSteps(fieldName).every((step) => identifier.test(step))
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}

/** The name as it may stand behind FROM. */
export function objectIdentifier(objectName: string): string {
  if (identifier.test(objectName)) return objectName
  throw new ProviderError('bad-request', `'${objectName}' is not a valid object name.`, {
    code: 'INVALID_TYPE',
  })
}

const dateLiteral = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d))?$/

/** A value as SOQL writes it. `bare` is for fields of dates, whose values take no quotes. */
export function literal(value: unknown, { bare = false } = {}): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  if (typeof value === 'number') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return bare && dateLiteral.test(text) ? text : `'${text.replaceAll(/[\\'"\n\r\t]/g, escape)}'`
}

const escapes: Readonly<Record<string, string>> = { '\n': 'n', '\r': 'r', '\t': 't' }
const escape = (character: string) => `\\${escapes[character] ?? character}`

/** RFC 3339 of any offset as a SOQL literal. */
export const dateTimeLiteral = (time: string): string => new Date(time).toISOString()

/** How many bytes a text takes in an address, at most. */
export const addressBytes = (text: string): number =>
  Buffer.byteLength(text) + 2 * Buffer.byteLength(text.replaceAll(/[\w.-]/g, ''))

/** Splits a list so that no part takes more than this in an address; never into an empty part. */
export function splitByBytes(items: readonly string[], maxBytes: number): string[][] {
  const parts: string[][] = [[]]
  let bytes = 0
  for (const item of items) {
    const itemBytes = addressBytes(item) + addressBytes(',')
    if (bytes + itemBytes > maxBytes && bytes > 0) {
      parts.push([])
      bytes = 0
    }
    must(parts.at(-1)).push(item)
    bytes += itemBytes
  }
  return parts
}
