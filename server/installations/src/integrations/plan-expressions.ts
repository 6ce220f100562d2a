import type { IntegrationObject } from '@platform/contract'
import {
  ExpressionError,
  listExpressionFields,
  parseExpression,
  type Expression,
} from '@platform/manifest/expression'

/** A field of the provider that a name of the builder stands for. */
export interface BuilderField {
  /** Undefined if the end user has not mapped it. */
  fieldName: string | undefined
  /** The builder's values by the provider's. */
  values: Readonly<Record<string, string>> | undefined
}

/** An expression; an error if another version stored one that this one cannot read. */
export type PlannedExpression = Expression | ExpressionError

/** Expressions of a read object. */
export interface PlannedExpressions {
  computed: readonly {
    mapToName: string
    expression: PlannedExpression
    /** Provider fields that it is made of. */
    fieldNames: readonly string[]
  }[]
  /** True for the records to deliver. */
  filter: PlannedExpression | undefined
  /** Fields of the builder's names in the expressions. Other names are the provider's. */
  named: ReadonlyMap<string, BuilderField>
  /** Provider fields that the expressions need. */
  fieldNames: readonly string[]
}

/** Plans the expressions of an object; undefined if there are none. */
export function planExpressions(
  {
    computedFields = [],
    filterExpression,
  }: Pick<IntegrationObject, 'computedFields' | 'filterExpression'>,
  findBuilderField: (name: string) => BuilderField | undefined,
): PlannedExpressions | undefined {
  if (computedFields.length === 0 && filterExpression === undefined) return undefined
  const named = new Map<string, BuilderField>()
  const listSources = (expression: PlannedExpression): string[] =>
    expression instanceof ExpressionError
      ? []
      : listExpressionFields(expression).flatMap((steps) => {
          const [name] = steps
          const field = findBuilderField(name)
          if (field) named.set(name, field)
          return (field ? field.fieldName : toFieldName(steps)) ?? []
        })
  const computed = computedFields.map(({ mapToName, expression: source }) => {
    const expression = parsePlanned(source)
    return { mapToName, expression, fieldNames: listSources(expression) }
  })
  const filter = filterExpression === undefined ? undefined : parsePlanned(filterExpression)
  const fieldNames = new Set([
    ...computed.flatMap((field) => field.fieldNames),
    ...(filter ? listSources(filter) : []),
  ])
  return { computed, filter, named, fieldNames: [...fieldNames] }
}

function parsePlanned(source: string): PlannedExpression {
  try {
    return parseExpression(source)
  } catch (error) {
    if (error instanceof ExpressionError) return error
    throw error
  }
}

/** Nested fields are requested by bracket notation. */
function toFieldName(steps: readonly [string, ...string[]]): string {
  if (steps.length === 1) return steps[0]
  return `$${steps.map((step) => `['${step.replaceAll(/[\\']/g, '\\$&')}']`).join('')}`
}
