import { FilterOperator, type AssociationSupport, type FilterCondition } from '@platform/contract'
import type { Connector } from './connector.ts'
import type { WriteType } from './write.ts'

/** Capabilities of a provider, derived from what its connector implements. */
export interface Capabilities {
  read: boolean
  recordCounts: boolean
  deletions: boolean
  listObjects: boolean
  search: boolean
  write: boolean
  delete: boolean
  /** Maximum number of records per call, by type; absent for unsupported types. */
  batchSizes: Readonly<Partial<Record<WriteType, number>>>
  customFields: boolean
  subscribe: boolean
  /** Maximum number of subscribed objects per connection; unlimited if absent. */
  subscribedObjectsAtMost?: number
  /** Objects whose reads do not report deletions, as far as known without an account. */
  withoutDeletions: readonly string[]
  /** Objects that can be written but not read, as far as known without an account. */
  writesOnly: readonly string[]
  /** Operators by which reads ask for fewer records. */
  filterOperators: readonly FilterOperator[]
  /** Absent if reads deliver no associations. */
  associations?: AssociationSupport
  events: Readonly<Record<'create' | 'update' | 'delete' | 'association' | 'other', boolean>>
}

const noEvents = { create: false, update: false, delete: false, association: false, other: false }

/**
 * Returns the capabilities of a connector. Without one, a provider can only be connected and
 * proxied.
 */
export function getCapabilities(connector: Connector | undefined): Capabilities {
  const { writing, subscribing } = connector ?? {}
  return {
    read: connector !== undefined && canRead(connector),
    recordCounts: connector?.countRecords !== undefined,
    deletions: connector?.readsDeletions === true,
    listObjects: connector?.listObjects !== undefined,
    search: connector?.search !== undefined,
    write: writing !== undefined && writing.types.some((type) => type !== 'delete'),
    delete: writing?.types.includes('delete') === true,
    batchSizes: Object.fromEntries(
      (writing?.types ?? []).map((type) => [type, writing?.batchSizes[type] ?? 1]),
    ),
    customFields: connector?.customFields !== undefined,
    subscribe: subscribing !== undefined,
    ...(subscribing?.objectsAtMost !== undefined && {
      subscribedObjectsAtMost: subscribing.objectsAtMost,
    }),
    withoutDeletions: withoutDeletions(connector),
    writesOnly: listWritesOnly(connector),
    filterOperators: FilterOperator.options.filter((operator) => {
      const value = exampleValues[operator]
      const condition = { fieldName: 'name', operator, ...(value !== undefined && { value }) }
      return connector?.narrow?.('', condition) !== undefined
    }),
    ...(connector?.associating && { associations: connector.associating.support }),
    events: subscribing?.events ?? noEvents,
  }
}

const exampleValues: Readonly<Record<FilterOperator, FilterCondition['value']>> = {
  ...{ eq: 'a', ne: 'a', contains: 'a', in: ['a'], notIn: ['a'] },
  ...{ gt: 1, gte: 1, lt: 1, lte: 1, isEmpty: undefined, isNotEmpty: undefined },
}

/**
 * Comparing complete reads finds deletions even if the provider does not report them, unless its
 * list omits existing records.
 */
function withoutDeletions(connector: Connector | undefined): string[] {
  if (!connector || connector.readsDeletions) return []
  return Object.entries(connector.knownObjects?.() ?? {}).flatMap(([name, { read }]) =>
    read && connector.hidesRecords?.(name) !== undefined ? [name] : [],
  )
}

const listWritesOnly = (connector: Connector | undefined): string[] =>
  Object.entries(connector?.knownObjects?.() ?? {}).flatMap(([name, { read }]) =>
    read === undefined ? [name] : [],
  )

/** Reports whether any object can be read; an entry may declare only writes. */
function canRead({ knownObjects, readsByPath }: Connector): boolean {
  const known = Object.values(knownObjects?.() ?? {})
  return readsByPath === true || known.length === 0 || known.some(({ read }) => read)
}
