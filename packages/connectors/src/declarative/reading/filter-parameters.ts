import { narrowFilter, type FilterExpression, listConditions } from '@platform/connector'
import type { FilterCondition } from '@platform/contract'
import { reportsModificationTimes, type Reading, type ResolvedObject } from '../calls/resolve.ts'

// A list that is compared with a snapshot is read whole: records that no longer match would appear deleted.

/**
 * Returns the part of a filter that requests of an object's list contain: conditions that demand one value, each
 * in a parameter of its own.
 */
export function narrowByParameters(
  object: ResolvedObject,
  filter: FilterExpression,
): FilterExpression | undefined {
  const { read, changes } = object
  if (!read?.filters || !changes?.filters || !reportsModificationTimes(object)) return undefined
  const lists = [read, changes]
  return narrowFilter(filter, {
    canApply: (condition) => lists.every((list) => findParameter(list, condition) !== undefined),
    fits: (part) => isConjunction(part) && hasOwnParameters(read, part),
  })
}

/** Adds the parameters of a filter to the requests of a list. */
export function addFilterParameters(
  object: ResolvedObject,
  reading: Reading,
  filter: FilterExpression | undefined,
): Reading {
  const narrowed = filter && narrowByParameters(object, filter)
  if (!narrowed) return reading
  const parameters = listConditions(narrowed).flatMap(
    (condition) => findParameter(reading, condition) ?? [],
  )
  const added = Object.fromEntries(parameters.map(({ name, value }) => [name, value]))
  return { ...reading, query: { ...reading.query, ...added } }
}

/** Returns the parameter of a condition, with the value as the provider spells it. */
function findParameter(
  { filters }: Reading,
  { fieldName, operator, value }: FilterCondition,
): { name: string; value: string } | undefined {
  const rule = filters && Object.hasOwn(filters, fieldName) ? filters[fieldName] : undefined
  const [wanted, ...others] = operator === 'eq' || operator === 'in' ? [value].flat() : []
  if (!rule || wanted === undefined || others.length > 0) return undefined
  const spelled = rule.values.find((one) => one.toLowerCase() === String(wanted).toLowerCase())
  return spelled === undefined ? undefined : { name: rule.name, value: spelled }
}

const isConjunction = (filter: FilterExpression): boolean =>
  'operator' in filter || ('and' in filter && filter.and.every(isConjunction))

function hasOwnParameters(reading: Reading, filter: FilterExpression): boolean {
  const names = listConditions(filter).map((condition) => findParameter(reading, condition)?.name)
  return new Set(names).size === names.length
}
