import {
  listConditions,
  narrowFilter,
  type CountRequest,
  type FilterExpression,
  type ProviderClient,
} from '@platform/connector'
import type { FilterCondition } from '@platform/contract'
import { fetchDescribe, type DescribeField } from './describe.ts'
import { addressBytes, dateTimeLiteral, fieldSteps, formatSoqlLiteral } from './soql.ts'

/** Room for a filter in a query, whose URL is limited. */
const maxFilterBytes = 4_000

type FieldType = Pick<DescribeField, 'type' | 'filterable' | 'caseSensitive'>

/** Returns the type of a field; undefined if the object has none of this name. */
type FindType = (fieldName: string) => FieldType | undefined

/**
 * Returns the part of a filter that becomes conditions of a query. Without the types of an account,
 * fields count as those for which the values are meant.
 */
export const narrowSalesforceFilter = (
  filter: FilterExpression,
  findType?: FindType,
): FilterExpression | undefined =>
  narrowFilter(filter, {
    canApply: (condition) => toCondition(condition, findType) !== undefined,
    fits: (part) => addressBytes(toSoqlCondition(part, findType)) <= maxFilterBytes,
  })

/** What a query asks of a filter, and which fields it cannot ask about. */
export interface NarrowedQuery {
  where: string | undefined
  notAsked: string[]
}

/** Returns the conditions of a query for a filter, by the types of the account's fields. */
export async function compileFilter(
  client: ProviderClient,
  { objectName, filter }: Pick<CountRequest, 'objectName' | 'filter'>,
): Promise<NarrowedQuery> {
  if (!filter || listConditions(filter).length === 0) return { where: undefined, notAsked: [] }
  const { fields } = await fetchDescribe(client, objectName)
  const types = new Map(fields.map((field) => [field.name.toLowerCase(), field]))
  const findType: FindType = (fieldName) => types.get(getPlainName(fieldName)?.toLowerCase() ?? '')
  const narrowed = narrowSalesforceFilter(filter, findType)
  const expected = narrowSalesforceFilter(filter)
  const asked = new Set(narrowed && listConditions(narrowed))
  const notAsked = (expected ? listConditions(expected) : []).filter((one) => !asked.has(one))
  return {
    where: narrowed && toSoqlCondition(narrowed, findType),
    notAsked: [...new Set(notAsked.map(({ fieldName }) => fieldName))],
  }
}

function toSoqlCondition(filter: FilterExpression, findType: FindType | undefined): string {
  if ('operator' in filter) return toCondition(filter, findType) ?? ''
  const [parts, joiner] = 'and' in filter ? [filter.and, ' AND '] : [filter.or, ' OR ']
  return `(${parts.map((part) => toSoqlCondition(part, findType)).join(joiner)})`
}

/** Returns the name of a field of the object itself; the types of other objects' are unknown. */
function getPlainName(fieldName: string): string | undefined {
  const [name = '', ...rest] = fieldSteps(fieldName)
  return rest.length === 0 && /^[A-Za-z]\w*$/.test(name) ? name : undefined
}

const anyType: FieldType = { type: 'any' }

function toCondition(
  { fieldName, operator, value }: FilterCondition,
  findType: FindType | undefined,
): string | undefined {
  const name = getPlainName(fieldName)
  const field = findType ? findType(fieldName) : anyType
  if (name === undefined || !field || field.filterable === false) return undefined
  switch (operator) {
    case 'isEmpty':
      return `${name} = null`
    case 'isNotEmpty':
      return `${name} != null`
    case 'contains':
      return containsCondition(name, field, value)
    default:
      return comparison(name, { field, operator, value })
  }
}

const comparisons = { eq: '=', ne: '!=', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

function comparison(
  name: string,
  {
    field,
    operator,
    value,
  }: { field: FieldType; operator: keyof typeof comparisons | 'in' | 'notIn'; value: unknown },
): string | undefined {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value]
  const literals = values.map((one) => toLiteral(one, field))
  if (literals.some((literal) => literal === undefined)) return undefined
  if (operator === 'in') return `${name} IN (${literals.join(',')})`
  if (operator === 'notIn') return `(${name} NOT IN (${literals.join(',')}) OR ${name} = null)`
  const [literal = ''] = literals
  if (operator === 'ne') return `(${name} != ${literal} OR ${name} = null)`
  // Salesforce orders text by its own rules.
  const isText = literal.startsWith("'")
  if (isText && operator !== 'eq') return undefined
  return `${name} ${comparisons[operator]} ${literal}`
}

const textTypes = ['string', 'email', 'phone', 'url', 'textarea', 'picklist', 'combobox', 'any']
const numberTypes = ['int', 'long', 'double', 'currency', 'percent', 'any']
const idPattern = /^[A-Za-z0-9]{15}(?:[A-Za-z0-9]{3})?$/

/** Returns the literal of a value in the field's type; undefined if the field has no such values. */
function toLiteral(value: unknown, { type, caseSensitive }: FieldType): string | undefined {
  if (type === 'boolean' || (type === 'any' && typeof value === 'boolean')) {
    const text = String(value).toLowerCase()
    return text === 'true' || text === 'false' ? text.toUpperCase() : undefined
  }
  if (numberTypes.includes(type) && (type !== 'any' || typeof value === 'number')) {
    const number = typeof value === 'string' && value.trim() === '' ? NaN : Number(value)
    return /^-?\d+(?:\.\d+)?$/.test(String(number)) ? String(number) : undefined
  }
  if (typeof value !== 'string') return undefined
  if (type === 'date') return /^\d{4}-\d\d-\d\d$/.test(value) && isTime(value) ? value : undefined
  if (type === 'datetime') return isTime(value) ? dateTimeLiteral(value) : undefined
  // Without its type, a date may be compared with a field of any.
  if (type === 'any' && isTime(value)) return value
  if (type === 'id' || type === 'reference') {
    return idPattern.test(value) ? formatSoqlLiteral(value) : undefined
  }
  return textTypes.includes(type) && caseSensitive !== true ? formatSoqlLiteral(value) : undefined
}

/** Reports whether it is a time that SOQL accepts. */
function isTime(value: string): boolean {
  const isDated = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d))?$/.test(
    value,
  )
  const year = isDated ? new Date(value).getUTCFullYear() : NaN
  return year > 1700 && year < 4000
}

const searchedTypes = ['string', 'email', 'phone', 'url', 'textarea', 'any']

/** LIKE has no other way to write a backslash. */
function containsCondition(
  name: string,
  { type, caseSensitive }: FieldType,
  value: unknown,
): string | undefined {
  const text = String(value)
  if (!searchedTypes.includes(type) || caseSensitive === true || text.includes('\\')) {
    return undefined
  }
  const escaped = formatSoqlLiteral(text)
    .slice(1, -1)
    .replaceAll(/[%_]/g, String.raw`\$&`)
  return `${name} LIKE '%${escaped}%'`
}
