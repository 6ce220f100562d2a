import { z } from 'zod'

const maxConditions = 50

export const FilterOperator = z
  .enum(['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'in', 'notIn', 'contains', 'isEmpty', 'isNotEmpty'])
  .meta({
    id: 'FilterOperator',
    description:
      'Comparison operator. `in` and `notIn` take a list, `isEmpty` and `isNotEmpty` no value. `ne` and `notIn` also match records without a value. `contains` finds a part of a text.',
  })
export type FilterOperator = z.infer<typeof FilterOperator>

const scalar = z.union([z.string().max(1000), z.number(), z.boolean()])

export const FilterCondition = z
  .strictObject({
    fieldName: z
      .string()
      .min(1)
      .max(255)
      .describe(
        "Provider field name, or your name for a mapped field. Nested fields use brackets: `$['address']['city']`.",
      ),
    operator: FilterOperator.describe('How the field is compared with `value`.'),
    value: z
      .union([z.array(scalar).min(1).max(100), scalar])
      .optional()
      .describe(
        'Value to compare with: text, number or boolean. Dates are texts in RFC 3339. Upper and lower case are the same.',
      ),
  })
  .meta({ id: 'FilterCondition', description: 'Condition on one field of a record.' })
export type FilterCondition = z.infer<typeof FilterCondition>

const conditions = z.array(FilterCondition).min(1).max(maxConditions)

export const FilterGroup = z
  .union([
    z.strictObject({ and: conditions.describe('All of them match.') }),
    z.strictObject({ or: conditions.describe('At least one of them matches.') }),
  ])
  .meta({ id: 'FilterGroup', description: 'Conditions within another group.' })

const members = z
  .array(z.union([FilterCondition, FilterGroup]))
  .min(1)
  .max(maxConditions)

export const RecordFilter = z
  .union(
    [
      FilterCondition,
      z.strictObject({ and: members.describe('All of them match.') }),
      z.strictObject({ or: members.describe('At least one of them matches.') }),
    ],
    {
      error: `Use a condition with fieldName, operator and value, or a group: and or or, with conditions and groups of conditions. A list has at most 100 values, a text 1,000 characters, a filter ${maxConditions} conditions.`,
    },
  )
  .refine((filter) => countConditions(filter) <= maxConditions, {
    error: `A filter can have at most ${maxConditions} conditions`,
  })
  .meta({
    id: 'RecordFilter',
    description: `Records to deliver: one condition, or a group of conditions and of other groups, at most ${maxConditions} in all.`,
  })
export type RecordFilter = z.infer<typeof RecordFilter>

function countConditions(filter: object): number {
  const parts = Object.values(filter).filter(Array.isArray).flat() as unknown[]
  const inner = parts.filter((part) => typeof part === 'object' && part !== null)
  return 'operator' in filter
    ? 1
    : inner.reduce<number>((sum, part) => sum + countConditions(part), 0)
}
