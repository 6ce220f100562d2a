import { parseFieldPath, ProviderError } from '@platform/connector'
import { requireValue } from '../require-value.ts'

/**
 * Maximum length of a query: Salesforce rejects 16,384 bytes of URL and headers together, including
 * the access token.
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

/** Returns the steps of a field path, in either notation: `$['Owner']['Name']` and `Owner.Name`. */
export const fieldSteps = (fieldName: string): string[] =>
  fieldName.startsWith('$[') ? parseFieldPath(fieldName) : fieldName.split('.')

/** Reports whether it is part of a compound address, which can only be selected as a whole. */
export const isAddressPart = ([outer, inner, ...rest]: readonly string[]): boolean =>
  rest.length === 0 &&
  /address$/i.test(outer ?? '') &&
  addressParts.has((inner ?? '').toLowerCase())

/** Returns the expressions to select for these fields, without duplicates, which SOQL rejects. */
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
    const expression = isAddressPart(steps) ? requireValue(steps[0]) : steps.join('.')
    const key = expression.toLowerCase()
    if (!byName.has(key)) byName.set(key, expression)
  }
  return [...byName.values()]
}

/**
 * Returns the selection of a query, and further selections for fields that do not fit into the URL:
 * see `completeRows`.
 */
export function selectLists(
  fieldNames: readonly string[],
  maxBytes = maxQueryBytes - 1_000,
): { first: string; further: string[] } {
  const expressions = selectExpressions(['Id', ...fieldNames])
  const [first, ...further] = splitByBytes(expressions, Math.max(1_000, maxBytes)).map((part) =>
    part.join(', '),
  )
  return { first: requireValue(first), further }
}

function isFieldName(fieldName: string): boolean {
  try {
    return fieldSteps(fieldName).every((step) => identifier.test(step))
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}

/** Validates the name of an object after FROM. */
export function objectIdentifier(objectName: string): string {
  if (identifier.test(objectName)) return objectName
  throw new ProviderError('bad-request', `'${objectName}' is not a valid object name.`, {
    code: 'INVALID_TYPE',
  })
}

const dateLiteral = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d))?$/

/** Formats a SOQL literal. `bare` is for date fields, whose values are not quoted. */
export function formatSoqlLiteral(value: unknown, { bare = false } = {}): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  if (typeof value === 'number') return String(value)
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return bare && dateLiteral.test(text)
    ? text
    : `'${text.replaceAll(/[\\'"\n\r\t]/g, escapeCharacter)}'`
}

const escapes: Readonly<Record<string, string>> = { '\n': 'n', '\r': 'r', '\t': 't' }
const escapeCharacter = (character: string) => `\\${escapes[character] ?? character}`

/** Formats RFC 3339 with any offset as a SOQL literal. */
export const dateTimeLiteral = (time: string): string => new Date(time).toISOString()

/** Returns the maximum number of bytes of a text in a URL. */
export const addressBytes = (text: string): number =>
  Buffer.byteLength(text) + 2 * Buffer.byteLength(text.replaceAll(/[\w.-]/g, ''))

/** Splits a list so that no part exceeds this size in a URL; no part is empty. */
export function splitByBytes(items: readonly string[], maxBytes: number): string[][] {
  const parts: string[][] = [[]]
  let bytes = 0
  for (const item of items) {
    const itemBytes = addressBytes(item) + addressBytes(',')
    if (bytes + itemBytes > maxBytes && bytes > 0) {
      parts.push([])
      bytes = 0
    }
    requireValue(parts.at(-1)).push(item)
    bytes += itemBytes
  }
  return parts
}
