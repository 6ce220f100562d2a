import { requireDefined } from '../../require-defined.ts'
import type { Value } from '../../records/table.ts'
import { validationError } from '../portal/errors.ts'
import type { CrmObject } from '../portal/crm-object.ts'
import type { Portal } from '../portal/portal.ts'
import type { PortalProperty } from '../portal/properties.ts'
import { recordWriter } from './records.ts'

interface Filter {
  propertyName: string
  operator: string
  value?: string
  highValue?: string
  values?: string[]
}

export interface PortalSearch {
  filterGroups?: { filters?: Filter[] }[]
  filters?: Filter[]
  sorts?: (string | { propertyName: string; direction?: string })[]
  query?: string
  properties?: string[]
  limit?: number
  after?: string | number
}

const maxResults = 10_000
const maxLimit = 200
const maxQueryLength = 3000
const maxGroups = 6
const maxFilters = 18
const keptSearches = 20

type Passes = (index: number) => boolean

/** Caches results of the latest searches, so that the next page needs no second search. */
export class SearchIndex {
  readonly #results = new Map<string, { version: number; indexes: number[] }>()

  search(portal: Portal, object: CrmObject, request: PortalSearch) {
    const limit = request.limit ?? 10
    const after = Number(request.after ?? 0)
    if (!Number.isInteger(limit) || limit < 0 || limit > maxLimit) {
      throw validationError(`The limit must be between 0 and ${maxLimit}: ${limit}`)
    }
    if (!Number.isInteger(after) || after < 0) {
      throw validationError(`The after parameter is not valid: ${request.after}`)
    }
    if (after + limit > maxResults) {
      throw validationError(
        `The maximum number of results for a search is ${maxResults}; ` +
          `use filters to get the others.`,
      )
    }

    const indexes = this.#find(object, request)
    const end = after + limit
    return {
      total: indexes.length,
      results: indexes
        .slice(after, end)
        .map(recordWriter(portal, object, request.properties ?? [])),
      ...(end < indexes.length ? { paging: { next: { after: String(end) } } } : {}),
    }
  }

  #find(object: CrmObject, request: PortalSearch): number[] {
    const { filterGroups, filters, sorts, query } = request
    const key = JSON.stringify([object.name, filterGroups, filters, sorts, query])
    const { version } = object.table
    const known = this.#results.get(key)
    if (known?.version === version) return known.indexes

    const indexes = object.table.select(compileGroups(object, request))
    sortRecords(object, indexes, sorts ?? [])
    this.#results.delete(key)
    this.#results.set(key, { version, indexes })
    if (this.#results.size > keptSearches) {
      this.#results.delete(requireDefined(this.#results.keys().next().value))
    }
    return indexes
  }
}

function compileGroups(object: CrmObject, request: PortalSearch): Passes {
  const groups = [...(request.filterGroups ?? [])]
  if (request.filters) groups.push({ filters: request.filters })
  const count = groups.reduce((total, { filters }) => total + (filters?.length ?? 0), 0)
  if (groups.length > maxGroups || count > maxFilters) {
    throw validationError(
      `At most ${maxGroups} filter groups and ${maxFilters} filters are allowed in a search.`,
    )
  }

  const tests = groups.map(({ filters = [] }) =>
    matchAll(filters.map((filter) => compileFilter(object, filter))),
  )
  const matches: Passes =
    tests.length === 0 ? () => true : (index) => tests.some((test) => test(index))
  return request.query ? matchAll([matches, textSearch(object, request.query)]) : matches
}

function matchAll(tests: Passes[]): Passes {
  if (tests.length === 1) return requireDefined(tests[0])
  return (index) => tests.every((test) => test(index))
}

function textSearch(object: CrmObject, query: string): Passes {
  if (query.length > maxQueryLength) {
    throw validationError(`The query must not be longer than ${maxQueryLength} characters.`)
  }
  const readers = object.defaultProperties.map((name) => object.table.reader(name))
  const wanted = query.toLowerCase()
  return (index) =>
    readers.some((read) =>
      String(read(index) ?? '')
        .toLowerCase()
        .includes(wanted),
    )
}

function compileFilter(object: CrmObject, filter: Filter): Passes {
  const property = object.properties.get(filter.propertyName)
  if (!property || property.archived) {
    throw validationError(`Property "${filter.propertyName}" does not exist`)
  }
  const read = object.table.reader(property.name)
  const requireComparable = (value: string | undefined): Comparable => {
    if (value === undefined || value === null) {
      throw validationError(`A value is required for the ${filter.operator} operator`)
    }
    return comparable(property, value)
  }
  const compare = (test: (found: Comparable, wanted: Comparable) => boolean): Passes => {
    const wanted = requireComparable(filter.value)
    return (index) => {
      const found = read(index)
      return found !== null && test(comparable(property, found), wanted)
    }
  }

  switch (filter.operator) {
    case 'EQ':
      return compare((found, wanted) => found === wanted)
    case 'NEQ':
      return compare((found, wanted) => found !== wanted)
    case 'LT':
      return compare((found, wanted) => found < wanted)
    case 'LTE':
      return compare((found, wanted) => found <= wanted)
    case 'GT':
      return compare((found, wanted) => found > wanted)
    case 'GTE':
      return compare((found, wanted) => found >= wanted)
    case 'BETWEEN': {
      const high = requireComparable(filter.highValue)
      return compare((found, low) => found >= low && found <= high)
    }
    case 'IN':
    case 'NOT_IN': {
      if (!filter.values) throw validationError(`values are required for ${filter.operator}`)
      const wanted = new Set(filter.values.map((value) => comparable(property, value)))
      const isIn = filter.operator === 'IN'
      return (index) => {
        const found = read(index)
        return found === null ? !isIn : wanted.has(comparable(property, found)) === isIn
      }
    }
    case 'HAS_PROPERTY':
      return (index) => read(index) !== null
    case 'NOT_HAS_PROPERTY':
      return (index) => read(index) === null
    case 'CONTAINS_TOKEN':
    case 'NOT_CONTAINS_TOKEN': {
      const pattern = tokenPattern(filter.value ?? '')
      const contains = filter.operator === 'CONTAINS_TOKEN'
      return (index) => pattern.test(String(read(index) ?? '')) === contains
    }
    default:
      throw validationError(`Unknown operator: ${filter.operator}`)
  }
}

type Comparable = string | number | boolean

/** Returns a comparable value: times in milliseconds in either notation, text ignoring case. */
function comparable(property: PortalProperty, value: Value): Comparable {
  if (typeof value === 'number' || typeof value === 'boolean') return value
  const text = String(value)
  switch (property.type) {
    case 'datetime':
      return /^-?\d+$/.test(text) ? Number(text) : Date.parse(text)
    case 'date':
      return /^-?\d+$/.test(text) ? new Date(Number(text)).toISOString().slice(0, 10) : text
    case 'number':
      return Number(text)
    case 'bool':
      return text === 'true'
    default:
      return text.toLowerCase()
  }
}

/** Matches a whole word, or with `*` the start or end of one. */
function tokenPattern(token: string): RegExp {
  const source = token
    .split('*')
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    .join(String.raw`[^\s@,;]*`)
  return new RegExp(String.raw`(^|[\s@.,;<("])${source}($|[\s@.,;>)"])`, 'i')
}

function sortRecords(
  object: CrmObject,
  indexes: number[],
  sorts: NonNullable<PortalSearch['sorts']>,
): void {
  const [first] = sorts
  if (first === undefined) return
  const name = typeof first === 'string' ? first.replace(/^-/, '') : first.propertyName
  const descending =
    typeof first === 'string'
      ? first.startsWith('-')
      : first.direction?.toUpperCase().startsWith('DESC')
  const property = object.properties.get(name)
  if (!property) throw validationError(`Property "${name}" does not exist`)
  if (name === 'hs_object_id') {
    // Records are found in order of their IDs.
    if (descending) indexes.reverse()
    return
  }

  const read = object.table.reader(name)
  const keys = new Map<number, Comparable | null>()
  for (const index of indexes) {
    const value = read(index)
    keys.set(index, value === null ? null : comparable(property, value))
  }
  const sign = descending ? -1 : 1
  indexes.sort((a, b) => {
    const [left, right] = [keys.get(a) ?? null, keys.get(b) ?? null]
    if (left === right) return a - b
    if (left === null) return 1
    if (right === null) return -1
    return left < right ? -sign : sign
  })
}
