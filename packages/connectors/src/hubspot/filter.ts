import {
  listConditions,
  narrowFilter,
  type FilterExpression,
  type ProviderClient,
  type ReadRequest,
} from '@platform/connector'
import type { FilterCondition } from '@platform/contract'
import { properties, type HubspotProperty } from './describe.ts'
import { propertyName } from './objects.ts'

/** A filter of a search. */
export interface Filter {
  propertyName: string
  operator:
    | 'EQ'
    | 'NEQ'
    | 'GT'
    | 'GTE'
    | 'LT'
    | 'LTE'
    | 'IN'
    | 'NOT_IN'
    | 'HAS_PROPERTY'
    | 'NOT_HAS_PROPERTY'
  value?: string
  values?: string[]
}

/*
 * Limits of a search. HubSpot's documents disagree; these are the lowest of them. Each group
 * repeats the time range and the position of the page.
 */
const maxGroups = 5
const maxFiltersPerGroup = 6
const maxFilters = 18
const filtersOfPage = 2

type FindProperty = (name: string) => Pick<HubspotProperty, 'type' | 'fieldType'> | undefined

/**
 * Returns the part of a filter that a search can ask for. Without the properties of an account,
 * they count as those for which the values are meant.
 */
export const narrowHubspotFilter = (
  filter: FilterExpression,
  { findProperty, otherFilters = 0 }: { findProperty?: FindProperty; otherFilters?: number } = {},
): FilterExpression | undefined =>
  narrowFilter(filter, {
    canApply: (condition) => toAlternatives(condition, findProperty) !== undefined,
    fits: (part) => {
      const groups = toGroups(part, findProperty)
      return groups !== undefined && fitsIntoSearch(groups, filtersOfPage + otherFilters)
    },
  })

/** Returns the filter groups of a search, by the types of the account's properties. */
export async function compileGroups(
  client: ProviderClient,
  { objectName, filter, filters = [] }: Pick<ReadRequest, 'objectName' | 'filter' | 'filters'>,
): Promise<Filter[][] | undefined> {
  if (!filter || listConditions(filter).length === 0) return undefined
  const all = await properties(client, objectName)
  const byName = new Map(all.map((property) => [property.name, property]))
  const findProperty: FindProperty = (name) => byName.get(name)
  const narrowed = narrowHubspotFilter(filter, { findProperty, otherFilters: filters.length })
  return narrowed && toGroups(narrowed, findProperty)
}

function fitsIntoSearch(groups: readonly Filter[][], added: number): boolean {
  const sizes = groups.map((group) => group.length + added)
  return (
    groups.length <= maxGroups &&
    sizes.every((size) => size <= maxFiltersPerGroup) &&
    sizes.reduce((sum, size) => sum + size, 0) <= maxFilters
  )
}

/** Returns groups of which one must match whole; undefined if there are more than a search has. */
function toGroups(
  filter: FilterExpression,
  findProperty: FindProperty | undefined,
): Filter[][] | undefined {
  if ('operator' in filter) return toAlternatives(filter, findProperty)
  if ('or' in filter) {
    const groups = filter.or.map((part) => toGroups(part, findProperty))
    return groups.includes(undefined) ? undefined : groups.flatMap((some) => some ?? [])
  }
  let groups: Filter[][] = [[]]
  for (const part of filter.and) {
    const alternatives = toGroups(part, findProperty)
    if (!alternatives || groups.length * alternatives.length > maxGroups) return undefined
    groups = groups.flatMap((group) => alternatives.map((more) => [...group, ...more]))
  }
  return groups
}

const comparisons = { eq: 'EQ', ne: 'NEQ', gt: 'GT', gte: 'GTE', lt: 'LT', lte: 'LTE' } as const

function toAlternatives(
  { fieldName, operator, value }: FilterCondition,
  findProperty: FindProperty | undefined,
): Filter[][] | undefined {
  const name = findPropertyName(fieldName)
  const property = name === undefined ? undefined : findProperty ? findProperty(name) : anyProperty
  if (name === undefined || !property) return undefined
  const none: Filter = { propertyName: name, operator: 'NOT_HAS_PROPERTY' }
  if (operator === 'isEmpty') return [[none]]
  if (operator === 'isNotEmpty') return [[{ propertyName: name, operator: 'HAS_PROPERTY' }]]
  // A search finds words, not parts of a text.
  if (operator === 'contains') return undefined

  const wanted: readonly unknown[] = Array.isArray(value) ? value : [value]
  const values = wanted.map((one) => toSearchValue(one, property))
  if (values.includes(undefined)) return undefined
  const known = values.filter((one) => one !== undefined)
  if (operator === 'in' || operator === 'notIn') {
    // HubSpot compares the texts of lists in lower case.
    const listed = property.type === 'string' ? known.map((one) => one.toLowerCase()) : known
    if (operator === 'in') return [[{ propertyName: name, operator: 'IN', values: listed }]]
    return [[{ propertyName: name, operator: 'NOT_IN', values: listed }], [none]]
  }
  const isOrdered = operator !== 'eq' && operator !== 'ne'
  if (isOrdered && !orderedTypes.includes(property.type)) return undefined
  const compared: Filter = {
    propertyName: name,
    operator: comparisons[operator],
    ...(known[0] !== undefined && { value: known[0] }),
  }
  return operator === 'ne' ? [[compared], [none]] : [[compared]]
}

const anyProperty = { type: 'any', fieldType: 'any' }
const orderedTypes = ['number', 'datetime', 'date', 'any']

/** Members beside the properties cannot be searched. */
function findPropertyName(fieldName: string): string | undefined {
  const name = propertyName(fieldName)
  return name !== undefined && /^[a-z][\w]*$/i.test(name) ? name : undefined
}

/** Returns a value in the notation of a search; undefined if the property has no such values. */
function toSearchValue(
  value: unknown,
  { type, fieldType }: Pick<HubspotProperty, 'type' | 'fieldType'>,
): string | undefined {
  const text = String(value)
  switch (type) {
    case 'number':
      return text.trim() !== '' && Number.isFinite(Number(text)) ? text : undefined
    case 'bool':
      return /^(?:true|false)$/i.test(text) ? text.toLowerCase() : undefined
    case 'datetime':
      return toMilliseconds(value)
    case 'date':
      return /^\d{4}-\d\d-\d\d$/.test(text) ? toMilliseconds(value) : undefined
    case 'enumeration':
      // Several selected values are one text.
      return fieldType === 'checkbox' || text.includes(';') ? undefined : text
    case 'string':
    case 'phone_number':
    case 'any':
      return text === '' ? undefined : text
    default:
      return undefined
  }
}

function toMilliseconds(value: unknown): string | undefined {
  const time = typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) ? Date.parse(value) : NaN
  return Number.isNaN(time) ? undefined : String(time)
}
