import type { CountRequest, FieldFilter, ProviderClient } from '@platform/connector'
import { requireValue } from '../require-value.ts'
import { fetchDescribe } from './describe.ts'
import { dateTimeLiteral, formatSoqlLiteral, selectExpressions } from './soql.ts'

/**
 * Fields with the modification time of a record, in order of preference; objects have different
 * ones.
 */
export const timeFields = ['SystemModstamp', 'LastModifiedDate', 'CreatedDate'] as const

export function timeConditions(
  { since, until }: Pick<CountRequest, 'since' | 'until'>,
  timeField: string | null,
): string[] {
  if (!timeField) return []
  return [
    ...(since ? [`${timeField} >= ${dateTimeLiteral(since)}`] : []),
    ...(until ? [`${timeField} < ${dateTimeLiteral(until)}`] : []),
  ]
}

const looksLikeDate = ({ value }: FieldFilter) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value)

/**
 * Builds conditions of a query. SOQL does not quote dates, so a date-like value requires the
 * field's type.
 */
export async function filterConditions(
  client: ProviderClient,
  { objectName, filters = [] }: Pick<CountRequest, 'objectName' | 'filters'>,
): Promise<string[]> {
  const types = filters.some(looksLikeDate)
    ? new Map(
        (await fetchDescribe(client, objectName)).fields.map(({ name, type }) => [
          name.toLowerCase(),
          type,
        ]),
      )
    : undefined
  const names = filters.map(({ fieldName }) => requireValue(selectExpressions([fieldName])[0]))
  return filters.map(({ value }, index) => {
    const type = types?.get(requireValue(names[index]).toLowerCase()) ?? ''
    return `${names[index]} = ${formatSoqlLiteral(value, { bare: /^date(time)?$/.test(type) })}`
  })
}

export const joinConditions = (conditions: readonly string[]): string =>
  conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : ''
