import { requireDefined } from '../../require-defined.ts'
import type { Generate, Value } from '../../records/table.ts'
import { compileCondition, findNamedRecords } from './conditions.ts'
import { SalesforceError } from '../org/errors.ts'
import { formatField, type Field } from '../org/fields.ts'
import type { SalesforceOrg } from '../org/org.ts'
import type { SObject } from '../org/s-object.ts'
import { resolvePath, unknownRelationship, type Step } from './paths.ts'
import { queryError } from './soql-tokens.ts'
import { parseSoql, type AggregateName, type Ordering, type Query } from './soql.ts'

/** Result of a query: the indexes of the records, and a function that formats one. */
export interface SoqlResult {
  total: number
  indexes: number[]
  write(index: number): Record<string, unknown>
  /** Rows that are not records, from aggregates. */
  rows?: Record<string, unknown>[]
}

export interface SoqlOptions {
  apiVersion: string
  /** Includes deleted records, as in `queryAll`. */
  includeDeleted: boolean
}

export function runQuery(org: SalesforceOrg, text: string, options: SoqlOptions): SoqlResult {
  return execute(org, parseSoql(text), options)
}

function execute(org: SalesforceOrg, query: Query, options: SoqlOptions): SoqlResult {
  const object = org.object(query.from)
  if (!object) throw unknownObject(query)

  const write = compileSelect(org, object, query, options)
  const indexes = findRecords(org, object, query, options)
  if (query.select.some(({ kind }) => kind === 'aggregate')) {
    return aggregate(org, object, query, indexes)
  }

  sort(org, object, query, indexes)
  const limited = indexes.slice(query.offset, query.offset + (query.limit ?? indexes.length))
  return { total: limited.length, indexes: limited, write }
}

function unknownObject(query: Query): SalesforceError {
  return queryError(
    query.text,
    query.fromAt,
    'INVALID_TYPE',
    `sObject type '${query.from}' is not supported. If you are attempting to use a custom object, ` +
      `be sure to append the '__c' after the entity name. Please reference your WSDL or the ` +
      `describe call for the appropriate names.`,
  )
}

function findRecords(
  org: SalesforceOrg,
  object: SObject,
  query: Query,
  options: SoqlOptions,
): number[] {
  if (query.offset > 2000) {
    throw new SalesforceError(
      400,
      'NUMBER_OUTSIDE_VALID_RANGE',
      'Maximum SOQL offset allowed is 2000',
    )
  }
  const passes = query.where
    ? compileCondition(org, object, query, query.where, (inner) => onlyColumn(org, inner, options))
    : () => true
  const named = findNamedRecords(org, object, query.where)
  if (named) {
    return named.filter(
      (index) => (options.includeDeleted || object.table.isLive(index)) && passes(index),
    )
  }
  return object.table.select(passes, { deleted: options.includeDeleted })
}

/** Returns the values of a subquery's only column, for `IN (SELECT …)`. */
function onlyColumn(org: SalesforceOrg, query: Query, options: SoqlOptions): Value[] {
  const object = org.object(query.from)
  if (!object) throw unknownObject(query)
  const [item, ...others] = query.select
  if (item?.kind !== 'field' || others.length > 0) {
    throw queryError(query.text, query.fromAt, 'MALFORMED_QUERY', 'Only one column can be selected')
  }
  const { read } = resolvePath(org, object, item.path, query)
  return findRecords(org, object, query, options).map(read)
}

/** Compiles the SELECT clause to a function that formats one record. */
function compileSelect(
  org: SalesforceOrg,
  object: SObject,
  query: Query,
  options: SoqlOptions,
): SoqlResult['write'] {
  const root = new Projection(object)
  const children: { name: string; write: (index: number) => unknown }[] = []
  for (const item of query.select) {
    switch (item.kind) {
      case 'field': {
        const { steps, field } = resolvePath(org, object, item.path, query)
        root.add(steps, field)
        break
      }
      case 'fields':
        if (item.group !== 'STANDARD' && (query.limit ?? Infinity) > 200) {
          throw new SalesforceError(
            400,
            'MALFORMED_QUERY',
            'The SOQL FIELDS function must have a LIMIT of at most 200',
          )
        }
        for (const field of org.visibleFields(object)) {
          if (item.group === 'ALL' || field.custom === (item.group === 'CUSTOM'))
            root.add([], field)
        }
        break
      case 'children':
        children.push(compileChildren(org, object, query, item.query, options))
        break
      case 'aggregate':
        if (item.path) resolvePath(org, object, item.path, query)
        break
    }
  }

  const write = root.compile(org, options.apiVersion)
  if (children.length === 0) return write
  return (index) => {
    const record = write(index)
    for (const child of children) record[child.name] = child.write(index)
    return record
  }
}

/** The tree of selected fields, with nested parents. */
class Projection {
  readonly #object: SObject
  readonly #fields = new Map<string, Field>()
  readonly #parents = new Map<string, { step: Step; fields: { steps: Step[]; field: Field }[] }>()

  constructor(object: SObject) {
    this.#object = object
  }

  add(steps: Step[], field: Field): void {
    const [first, ...others] = steps
    if (!first) {
      this.#fields.set(field.name, field)
      return
    }
    const parent = this.#parents.get(first.name) ?? { step: first, fields: [] }
    parent.fields.push({ steps: others, field })
    this.#parents.set(first.name, parent)
  }

  compile(org: SalesforceOrg, apiVersion: string): SoqlResult['write'] {
    const object = this.#object
    const url = `/services/data/v${apiVersion}/sobjects/${object.name}/`
    const cells = [...this.#fields.values()].map((field) => ({
      name: field.name,
      field,
      read: object.table.reader(field.name),
    }))
    const parents = [...this.#parents.values()].map(({ step, fields }) => ({
      name: step.name,
      write: parentWriter(org, object, step, fields, apiVersion),
    }))
    return (index) => {
      const record: Record<string, unknown> = {
        attributes: { type: object.name, url: url + org.idAt(object, index) },
      }
      for (const { name, field, read } of cells) record[name] = formatField(field, read(index))
      for (const { name, write } of parents) record[name] = write(index)
      return record
    }
  }
}

function parentWriter(
  org: SalesforceOrg,
  object: SObject,
  step: Step,
  fields: { steps: Step[]; field: Field }[],
  apiVersion: string,
): (index: number) => unknown {
  const pointer: Generate = object.table.reader(step.field.name)
  const writers = new Map<SObject, SoqlResult['write']>()
  const writerFor = (target: SObject) => {
    const known = writers.get(target)
    if (known) return known
    const projection = new Projection(target)
    for (const { steps, field } of fields) projection.add(steps, field)
    const write = projection.compile(org, apiVersion)
    writers.set(target, write)
    return write
  }
  return (index) => {
    const id = pointer(index)
    if (typeof id !== 'string') return null
    const target = org.objectOfId(id)
    const targetIndex = target && org.findRecordIndex(target, id)
    return target && targetIndex !== undefined ? writerFor(target)(targetIndex) : null
  }
}

function compileChildren(
  org: SalesforceOrg,
  parent: SObject,
  outer: Query,
  inner: Query,
  options: SoqlOptions,
): { name: string; write: (index: number) => unknown } {
  const wanted = inner.from.toLowerCase()
  for (const object of org.objects()) {
    const pointer = org
      .visibleFields(object)
      .find(
        ({ referenceTo, childRelationshipName }) =>
          referenceTo.includes(parent.name) && childRelationshipName?.toLowerCase() === wanted,
      )
    if (!pointer) continue

    const query: Query = { ...inner, from: object.name, text: outer.text }
    const found = execute(org, { ...query, limit: undefined, offset: 0 }, options)
    const readPointer = object.table.reader(pointer.name)
    const byParent = Map.groupBy(found.indexes, (index) => readPointer(index))
    return {
      name: requireDefined(pointer.childRelationshipName ?? undefined),
      write: (index) => {
        const rows = byParent.get(org.idAt(parent, index))?.slice(0, inner.limit)
        if (!rows) return null
        return { totalSize: rows.length, done: true, records: rows.map(found.write) }
      },
    }
  }
  throw unknownRelationship(outer, { names: [inner.from], at: inner.fromAt }, inner.from)
}

function aggregate(
  org: SalesforceOrg,
  object: SObject,
  query: Query,
  indexes: number[],
): SoqlResult {
  const only = query.select[0]
  if (query.select.length === 1 && only?.kind === 'aggregate' && !only.path) {
    return { total: indexes.length, indexes: [], write: () => ({}) }
  }

  const row: Record<string, unknown> = { attributes: { type: 'AggregateResult' } }
  let unnamed = 0
  for (const item of query.select) {
    if (item.kind !== 'aggregate' || !item.path) {
      throw new SalesforceError(
        400,
        'MALFORMED_QUERY',
        'Field must be grouped or aggregated, and grouping is not supported here',
      )
    }
    const { field, read } = resolvePath(org, object, item.path, query)
    const values = indexes.map(read).filter((value) => value !== null)
    row[item.alias ?? `expr${unnamed++}`] = summary(item.name, field, values)
  }
  return { total: 1, indexes: [], write: () => ({}), rows: [row] }
}

function summary(name: AggregateName, field: Field, values: NonNullable<Value>[]): unknown {
  if (name === 'COUNT') return values.length
  if (name === 'COUNT_DISTINCT') return new Set(values).size
  if (values.length === 0) return null
  if (name === 'SUM' || name === 'AVG') {
    const sum = values.reduce((total: number, value) => total + Number(value), 0)
    return name === 'SUM' ? sum : sum / values.length
  }
  const sorted = values.toSorted(compareValues)
  return formatField(
    field,
    name === 'MIN' ? requireDefined(sorted[0]) : requireDefined(sorted.at(-1)),
  )
}

/** Records are found in order of their unique IDs: sort keys after the ID are irrelevant. */
function sort(org: SalesforceOrg, object: SObject, query: Query, indexes: number[]): void {
  const isId = ({ path }: Ordering) => path.names.join('.').toLowerCase() === 'id'
  const byId = query.orderBy.find(isId)
  const orderings = byId ? query.orderBy.slice(0, query.orderBy.indexOf(byId)) : query.orderBy
  if (orderings.length === 0) {
    if (byId?.descending) indexes.reverse()
    return
  }

  const keys = orderings.map((ordering) => {
    const { read } = resolvePath(org, object, ordering.path, query)
    const values = indexes.map((index) => {
      const value = read(index)
      return typeof value === 'string' ? value.toLowerCase() : value
    })
    return { ordering, values }
  })
  const places = Uint32Array.from(indexes.keys()).toSorted((a, b) => {
    for (const { ordering, values } of keys) {
      const order = compareFor(ordering, requireDefined(values[a]), requireDefined(values[b]))
      if (order !== 0) return order
    }
    return byId?.descending ? b - a : a - b
  })
  const found = indexes.slice()
  for (const [at, place] of places.entries()) indexes[at] = requireDefined(found[place])
}

function compareFor(ordering: Ordering, a: Value, b: Value): number {
  if (a === null || b === null) {
    if (a === b) return 0
    return (a === null) === ordering.nullsLast ? 1 : -1
  }
  return ordering.descending ? compareValues(b, a) : compareValues(a, b)
}

const compareValues = (a: NonNullable<Value>, b: NonNullable<Value>): number =>
  a < b ? -1 : a > b ? 1 : 0
