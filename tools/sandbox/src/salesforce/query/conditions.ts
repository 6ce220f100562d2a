import { requireDefined } from '../../require-defined.ts'
import type { Generate, Value } from '../../records/table.ts'
import type { Field } from '../org/fields.ts'
import { parseId } from '../org/ids.ts'
import type { SalesforceOrg } from '../org/org.ts'
import type { SObject } from '../org/s-object.ts'
import { resolvePath } from './paths.ts'
import { relativeRange } from './relative-dates.ts'
import { queryError } from './soql-tokens.ts'
import type { CompareOperator, Condition, Literal, Query } from './soql.ts'

type Passes = (index: number) => boolean

/** Runs a subquery of `IN` and returns the values of its only column. */
export type RunSubquery = (query: Query) => Value[]

/** Compiles the WHERE clause to a test of one record. */
export function compileCondition(
  org: SalesforceOrg,
  object: SObject,
  query: Query,
  condition: Condition,
  runSubquery: RunSubquery,
): Passes {
  const compile = (part: Condition) => compileCondition(org, object, query, part, runSubquery)

  switch (condition.kind) {
    case 'and': {
      const parts = condition.parts.map(compile)
      if (parts.length === 2) {
        const [first, second] = parts as [Passes, Passes]
        return (index) => first(index) && second(index)
      }
      return (index) => parts.every((passes) => passes(index))
    }
    case 'or': {
      const parts = condition.parts.map(compile)
      return (index) => parts.some((passes) => passes(index))
    }
    case 'not': {
      const passes = compile(condition.part)
      return (index) => !passes(index)
    }
    case 'compare': {
      const { field, read } = resolvePath(org, object, condition.path, query)
      const { operator, literal } = condition
      checkType(field, literal, query, condition.path.at)
      return comparison(field, read, operator, literal, org.now())
    }
    case 'in': {
      const { field, read } = resolvePath(org, object, condition.path, query)
      const { values, negated } = condition
      if (Array.isArray(values)) {
        for (const literal of values) checkType(field, literal, query, condition.path.at)
      }
      const members = new Set(
        Array.isArray(values)
          ? values.map((literal) => comparable(field, literalValue(literal)))
          : runSubquery(values).map((value) => comparable(field, value)),
      )
      return (index) => members.has(comparable(field, read(index))) !== negated
    }
    case 'includes': {
      const { field, read } = resolvePath(org, object, condition.path, query)
      if (field.type !== 'multipicklist') throw notFilterable(query, condition.path.at, field)
      const alternatives = condition.values.map((literal) =>
        String(literalValue(literal)).split(';'),
      )
      return (index) => {
        const chosen = String(read(index) ?? '').split(';')
        const matches = alternatives.some((all) => all.every((value) => chosen.includes(value)))
        return matches !== condition.negated
      }
    }
  }
}

/**
 * Returns the records that may match if the clause names them by ID; undefined if all must be
 * tested. Avoids scanning a million records for one.
 */
export function findNamedRecords(
  org: SalesforceOrg,
  object: SObject,
  condition: Condition | undefined,
): number[] | undefined {
  if (!condition) return undefined
  if (condition.kind === 'and') {
    for (const part of condition.parts) {
      const named = findNamedRecords(org, object, part)
      if (named) return named
    }
    return undefined
  }

  let ids: Literal[] | undefined
  if (condition.kind === 'compare' && condition.operator === '=' && isId(condition.path.names)) {
    ids = [condition.literal]
  }
  if (condition.kind === 'in' && !condition.negated && isId(condition.path.names)) {
    ids = Array.isArray(condition.values) ? condition.values : undefined
  }
  return ids
    ?.map((literal) =>
      literal.kind === 'string' ? org.findRecordIndex(object, literal.value) : undefined,
    )
    .filter((index) => index !== undefined)
    .toSorted((a, b) => a - b)
    .filter((index, position, sorted) => index !== sorted[position - 1])
}

const isId = (names: string[]) =>
  names.length === 1 && requireDefined(names[0]).toLowerCase() === 'id'

const isTextual = (field: Field) =>
  !['boolean', 'int', 'double', 'currency', 'percent', 'date', 'datetime'].includes(field.type)

function checkType(field: Field, literal: Literal, query: Query, at: number): void {
  if (literal.kind === 'null') return
  if (field.type === 'address' || (field.type === 'textarea' && field.length > 255)) {
    throw notFilterable(query, at, field)
  }

  const expected = getExpectedKinds(field)
  if (expected.kinds.includes(literal.kind)) {
    const isBadId = (field.type === 'id' || field.type === 'reference') && literal.kind === 'string'
    if (isBadId && literal.value !== '' && !parseId(literal.value)) {
      throw queryError(
        query.text,
        at,
        'INVALID_QUERY_FILTER_OPERATOR',
        `invalid ID field: ${literal.value}`,
      )
    }
    return
  }
  const quoted = isTextual(field)
    ? 'should be enclosed in quotes'
    : 'should not be enclosed in quotes'
  throw queryError(
    query.text,
    at,
    'INVALID_FIELD',
    `value of filter criterion for field '${field.name}' must be of type ${expected.name} and ${quoted}`,
  )
}

function getExpectedKinds(field: Field): { name: string; kinds: Literal['kind'][] } {
  switch (field.type) {
    case 'boolean':
      return { name: 'boolean', kinds: ['boolean'] }
    case 'int':
    case 'double':
    case 'currency':
    case 'percent':
      return { name: field.type === 'int' ? 'int' : 'double', kinds: ['number'] }
    case 'date':
      return { name: 'date', kinds: ['date', 'relative'] }
    case 'datetime':
      return { name: 'dateTime', kinds: ['datetime', 'relative'] }
    default:
      return {
        name: field.type === 'id' || field.type === 'reference' ? 'ID' : 'string',
        kinds: ['string'],
      }
  }
}

const notFilterable = (query: Query, at: number, field: Field) =>
  queryError(
    query.text,
    at,
    'INVALID_FIELD',
    `field '${field.name}' can not be filtered in a query call`,
  )

const literalValue = (literal: Literal): Value =>
  literal.kind === 'null' || literal.kind === 'relative' ? null : literal.value

/**
 * Returns a comparable value: text ignoring case, IDs by their first 15 characters, calendar dates
 * unchanged.
 */
function comparable(field: Field, value: Value): string | number | boolean | null {
  if (value === null || typeof value === 'object') return null
  if (typeof value !== 'string') return value
  if (field.type === 'id' || field.type === 'reference') return value.slice(0, 15)
  return value.toLowerCase()
}

function comparison(
  field: Field,
  read: Generate,
  operator: CompareOperator,
  literal: Literal,
  now: number,
): Passes {
  if (literal.kind === 'relative') return relativeComparison(field, read, operator, literal, now)
  if (operator === 'LIKE') {
    const pattern = likePattern(String(literalValue(literal) ?? ''))
    return (index) => pattern.test(String(read(index) ?? ''))
  }

  // An empty string and null are equal at Salesforce.
  const raw = comparable(field, literalValue(literal))
  const wanted = raw === '' ? null : raw
  const value = (index: number) => {
    const found = comparable(field, read(index))
    return found === '' ? null : found
  }
  if (operator === '=') return (index) => value(index) === wanted
  if (operator === '!=') return (index) => value(index) !== wanted
  if (wanted === null) return () => false
  if (field.type === 'datetime') return timeComparison(read, operator, Number(wanted))
  const test = orderTests[operator]
  return (index) => {
    const found = value(index)
    return found !== null && test(found, wanted)
  }
}

const orderTests: Record<
  '<' | '<=' | '>' | '>=',
  (a: string | number | boolean, b: string | number | boolean) => boolean
> = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
}

/** The comparison of every incremental read, therefore optimized. */
function timeComparison(read: Generate, operator: CompareOperator, wanted: number): Passes {
  const moment = (index: number, whenNone: number) => {
    const value = read(index)
    return typeof value === 'number' ? value : whenNone
  }
  switch (operator) {
    case '<':
      return (index) => moment(index, Infinity) < wanted
    case '<=':
      return (index) => moment(index, Infinity) <= wanted
    case '>':
      return (index) => moment(index, -Infinity) > wanted
    default:
      return (index) => moment(index, -Infinity) >= wanted
  }
}

function relativeComparison(
  field: Field,
  read: Generate,
  operator: CompareOperator,
  literal: Literal & { kind: 'relative' },
  now: number,
): Passes {
  const { start, end } = relativeRange(literal.name, literal.n, now)
  const moment = (index: number): number | null => {
    const value = read(index)
    if (value === null) return null
    return field.type === 'date' ? Date.parse(String(value)) : Number(value)
  }
  const tests: Record<CompareOperator, (at: number) => boolean> = {
    '=': (at) => at >= start && at < end,
    '!=': (at) => at < start || at >= end,
    '<': (at) => at < start,
    '<=': (at) => at < end,
    '>': (at) => at >= end,
    '>=': (at) => at >= start,
    LIKE: () => false,
  }
  const test = tests[operator]
  return (index) => {
    const at = moment(index)
    return at === null ? operator === '!=' : test(at)
  }
}

function likePattern(pattern: string): RegExp {
  const source = pattern.replaceAll(/\\[%_]|[%_]|[.*+?^${}()|[\]\\]/g, (part) => {
    if (part === '%') return '.*'
    if (part === '_') return '.'
    return part.startsWith('\\') && part.length > 1 ? requireDefined(part[1]) : `\\${part}`
  })
  return new RegExp(`^${source}$`, 'is')
}
