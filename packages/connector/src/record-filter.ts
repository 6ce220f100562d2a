import type { loopTurn } from './loop-turn.ts'
import type { FilterCondition } from '@platform/contract'
import {
  compareValues,
  foldText,
  isDateText,
  toComparedNumber,
} from '@platform/contract/compare-values'

/** Which records to read. An empty `or` matches none. */
export type FilterExpression =
  | FilterCondition
  | { and: FilterExpression[] }
  | { or: FilterExpression[] }

/** Lists the conditions of a filter in order. */
export function listConditions(filter: FilterExpression): FilterCondition[] {
  if ('operator' in filter) return [filter]
  return ('and' in filter ? filter.and : filter.or).flatMap(listConditions)
}

/** Returns the provider fields that a filter compares, without duplicates. */
export const listFilterFields = (filter: FilterExpression | undefined): string[] =>
  filter ? [...new Set(listConditions(filter).map(({ fieldName }) => fieldName))] : []

/** Replaces each condition of a filter. */
export function mapConditions(
  filter: FilterExpression,
  replace: (condition: FilterCondition) => FilterExpression,
): FilterExpression {
  if ('operator' in filter) return replace(filter)
  return 'and' in filter
    ? { and: filter.and.map((part) => mapConditions(part, replace)) }
    : { or: filter.or.map((part) => mapConditions(part, replace)) }
}

/**
 * Returns the part of a filter that the provider can apply: every record that matches the filter
 * also matches the part. Undefined if there is none.
 */
export function narrowFilter(
  filter: FilterExpression,
  {
    canApply,
    fits = () => true,
  }: {
    canApply: (condition: FilterCondition) => boolean
    /** Whether the provider accepts a filter of this size. */
    fits?: (filter: FilterExpression) => boolean
  },
): FilterExpression | undefined {
  const applied = selectConditions(filter, canApply)
  if (!applied || fits(applied)) return applied
  if (!('and' in applied)) return undefined
  const parts: FilterExpression[] = []
  for (const part of applied.and) if (fits({ and: [...parts, part] })) parts.push(part)
  return parts.length > 0 ? { and: parts } : undefined
}

function selectConditions(
  filter: FilterExpression,
  canApply: (condition: FilterCondition) => boolean,
): FilterExpression | undefined {
  if ('operator' in filter) return canApply(filter) ? filter : undefined
  const members = 'and' in filter ? filter.and : filter.or
  const parts = members.flatMap((part) => selectConditions(part, canApply) ?? [])
  if (parts.length === 0) return undefined
  if ('and' in filter) return { and: parts }
  // A record that matches the omitted alternative would be missing.
  return parts.length === members.length ? { or: parts } : undefined
}

/** Lists of a record with more members are compared in parts. */
const maxMembersAtOnce = 1_000

/**
 * Reports whether a record matches. Text is compared ignoring case, dates by their time. A list matches if one
 * of its elements does. Shares the event loop, because a record can have lists of a million members.
 */
export async function matchesFilter(
  filter: FilterExpression,
  getValue: (fieldName: string) => unknown,
  loop: ReturnType<typeof loopTurn>,
): Promise<boolean> {
  const parts = 'and' in filter ? filter.and : 'or' in filter ? filter.or : undefined
  if (!parts) return matchesInParts(filter as FilterCondition, getValue, loop)
  const ends = 'or' in filter
  for (const part of parts) {
    if ((await matchesFilter(part, getValue, loop)) === ends) return ends
  }
  return !ends
}

/** These hold for a list if they hold for all of its parts; others, if for one. */
const ofAllMembers: ReadonlySet<FilterCondition['operator']> = new Set(['ne', 'notIn', 'isEmpty'])

async function matchesInParts(
  condition: FilterCondition,
  getValue: (fieldName: string) => unknown,
  loop: ReturnType<typeof loopTurn>,
): Promise<boolean> {
  const found = getValue(condition.fieldName)
  if (loop.mustPause()) await loop.pause()
  if (!Array.isArray(found) || found.length <= maxMembersAtOnce) {
    return matchesCondition(condition, found)
  }
  const ends = !ofAllMembers.has(condition.operator)
  for (let from = 0; from < found.length; from += maxMembersAtOnce) {
    const members: unknown[] = found.slice(from, from + maxMembersAtOnce)
    if (matchesCondition(condition, members) === ends) return ends
    if (loop.mustPause()) await loop.pause()
  }
  return !ends
}

function matchesCondition(condition: FilterCondition, found: unknown): boolean {
  const { operator, value } = condition
  switch (operator) {
    case 'isEmpty':
      return isEmpty(found)
    case 'isNotEmpty':
      return !isEmpty(found)
    case 'ne':
    case 'notIn':
      return !isOneOf(found, condition)
    case 'eq':
    case 'in':
      return isOneOf(found, condition)
    case 'contains':
      return toElements(found).some((one) => foldText(one).includes(foldText(value)))
    default:
      return toElements(found).some((one) => isOrdered(operator, compareValues(one, value)))
  }
}

const isEmpty = (found: unknown) => toElements(found).length === 0

const toElements = (found: unknown): unknown[] =>
  (Array.isArray(found) ? (found as unknown[]) : [found]).filter(
    (one) => one !== null && one !== undefined && one !== '',
  )

/** The values of a condition in the forms in which records can have them. */
interface WantedValues {
  texts: ReadonlySet<string>
  /** Numbers, which texts of records can equal. */
  numbers: ReadonlySet<number>
  /** Numbers in texts, which only numbers of records can equal. */
  numbersInTexts: ReadonlySet<number>
  times: ReadonlySet<number>
}

/** Records are compared with lists of values without going through the lists. */
const wantedValues = new WeakMap<FilterCondition, WantedValues>()

function getWantedValues(condition: FilterCondition): WantedValues {
  const known = wantedValues.get(condition)
  if (known) return known
  const all: readonly unknown[] = Array.isArray(condition.value)
    ? condition.value
    : [condition.value]
  const texts = all.filter((value) => typeof value === 'string')
  const wanted = {
    texts: new Set(all.filter((value) => typeof value !== 'number').map(foldText)),
    numbers: new Set(all.filter((value) => typeof value === 'number')),
    numbersInTexts: new Set(texts.map(toComparedNumber).filter((number) => !Number.isNaN(number))),
    times: new Set(texts.filter(isDateText).map((text) => Date.parse(text))),
  }
  wantedValues.set(condition, wanted)
  return wanted
}

function isOneOf(found: unknown, condition: FilterCondition): boolean {
  const { texts, numbers, numbersInTexts, times } = getWantedValues(condition)
  return toElements(found).some(
    (one) =>
      texts.has(foldText(one)) ||
      (numbers.size > 0 && numbers.has(toComparedNumber(one))) ||
      (typeof one === 'number' && numbersInTexts.has(one)) ||
      (times.size > 0 && isDateText(one) && times.has(Date.parse(one))),
  )
}

function isOrdered(operator: 'gt' | 'gte' | 'lt' | 'lte', order: number): boolean {
  switch (operator) {
    case 'gt':
      return order > 0
    case 'gte':
      return order >= 0
    case 'lt':
      return order < 0
    case 'lte':
      return order <= 0
  }
}
