import type { FilterCondition, RecordFilter } from '@platform/contract'
import { splitFieldName } from './field-name.ts'

/** An invalid part of a filter, and the steps to it. */
export interface FilterMistake {
  steps: (string | number)[]
  message: string
  value?: unknown
}

/** Yields the conditions of a filter with the steps to them. */
export function* walkConditions(
  filter: RecordFilter,
): Generator<{ condition: FilterCondition; steps: (string | number)[] }, void, undefined> {
  if ('operator' in filter) {
    yield { condition: filter, steps: [] }
    return
  }
  const [key, members] = 'and' in filter ? ['and', filter.and] : ['or', filter.or]
  for (const [index, part] of members.entries()) {
    for (const { condition, steps } of walkConditions(part)) {
      yield { condition, steps: [key, index, ...steps] }
    }
  }
}

/** Yields the conditions whose operator and value do not fit together. */
export function* findFilterMistakes(
  filter: RecordFilter,
): Generator<FilterMistake, void, undefined> {
  for (const { condition, steps } of walkConditions(filter)) {
    const { fieldName, value } = condition
    if (!splitFieldName(fieldName)) {
      const message = `\`${fieldName.slice(0, 100)}\` is not a valid field path. Write \`$['outer']['inner']\`.`
      yield { steps: [...steps, 'fieldName'], message, value: fieldName }
    }
    const message = findValueMistake(condition)
    if (message)
      yield { steps: [...steps, 'value'], message, ...(value !== undefined && { value }) }
  }
}

function findValueMistake({ operator, value }: FilterCondition): string | undefined {
  if (operator === 'isEmpty' || operator === 'isNotEmpty') {
    return value === undefined ? undefined : `\`${operator}\` takes no value.`
  }
  if (value === undefined) return `\`${operator}\` requires a value.`
  if (operator === 'in' || operator === 'notIn') {
    return Array.isArray(value)
      ? findTextMistake(value)
      : `\`${operator}\` requires a list of values.`
  }
  if (Array.isArray(value)) return `\`${operator}\` takes one value. For a list, use \`in\`.`
  if (operator === 'contains' && typeof value !== 'string') return '`contains` requires a text.'
  const isOrdered = operator !== 'eq' && operator !== 'ne' && operator !== 'contains'
  if (isOrdered && typeof value === 'boolean') {
    return `\`${operator}\` compares numbers, dates and texts.`
  }
  return findTextMistake([value])
}

function findTextMistake(values: readonly unknown[]): string | undefined {
  if (values.includes('')) return 'A text must not be empty. Use `isEmpty` or `isNotEmpty`.'
  const isWrongDate = (value: unknown) =>
    typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) && Number.isNaN(Date.parse(value))
  const wrong = values.find(isWrongDate)
  return wrong === undefined
    ? undefined
    : `\`${String(wrong).slice(0, 100)}\` is not a date. Write \`2026-01-31\` or \`2026-01-31T12:00:00Z\`.`
}
