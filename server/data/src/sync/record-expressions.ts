import type { Connector } from '@platform/connector'
import type {
  PlannedExpression,
  PlannedExpressions,
} from '@platform/installations/integrations/plan-expressions'
import {
  evaluateExpression,
  ExpressionError,
  isTruthy,
  StepBudget,
} from '@platform/manifest/expression'
import { formatCounted } from '@platform/kernel/values'
import { mapValue } from './map-value.ts'

type Raw = Record<string, unknown>
type FieldReader = Pick<Connector, 'fieldValue'>

interface ExpressionFailure {
  /** Name of the computed field; undefined for the filter. */
  name: string | undefined
  message: string
  count: number
  /** ID of one of the records. */
  recordId: string
}

/** Failures that are counted apart. */
const maxFailureKinds = 20

/** Counts the records for which an expression has no value, by the reason. */
export class ExpressionFailures {
  #failures = new Map<string, ExpressionFailure>()

  get isEmpty(): boolean {
    return this.#failures.size === 0
  }

  add(name: string | undefined, message: string, recordId: string): void {
    const key = JSON.stringify([name, message])
    const known = this.#failures.get(key)
    if (known) known.count++
    else if (this.#failures.size < maxFailureKinds)
      this.#failures.set(key, { name, message, count: 1, recordId })
  }

  /** Returns what has been counted, and counts from zero. */
  take(): ExpressionFailure[] {
    const failures = [...this.#failures.values()]
    this.#failures = new Map()
    return failures
  }
}

/** Describes a failure for a log: what happens with the records. */
export function describeExpressionFailure({
  name,
  message,
  count,
  recordId,
}: ExpressionFailure): string {
  const records = `${formatCounted(count, 'record')}, such as ${recordId}`
  return name === undefined
    ? `\`filterExpression\` failed for ${records}: ${message}. They were not delivered.`
    : `The computed field ${name} is empty in ${records}: ${message}.`
}

/** Reports whether `filterExpression` is true for a record, if there is one. If it fails, it is not. */
export function matchesExpression(
  connector: FieldReader,
  { expressions }: { expressions?: PlannedExpressions | undefined },
  { id, raw }: { id: string; raw: Raw },
  failures?: ExpressionFailures,
): boolean {
  if (!expressions?.filter) return true
  try {
    const readValue = makeValueReader(connector, expressions, raw)
    const budget = new StepBudget()
    return isTruthy(evaluatePlanned(expressions.filter, readValue, budget), budget)
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    failures?.add(undefined, error.message, id)
    return false
  }
}

/** Returns the values of computed fields. The value of one that fails is `null`. */
export function computeFields(
  connector: FieldReader,
  expressions: PlannedExpressions,
  { id, raw }: { id: string; raw: Raw },
  failures?: ExpressionFailures,
): [mapToName: string, value: unknown][] {
  const readValue = makeValueReader(connector, expressions, raw)
  const budget = new StepBudget()
  return expressions.computed.map(({ mapToName, expression }) => {
    try {
      return [mapToName, evaluatePlanned(expression, readValue, budget)]
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error
      failures?.add(mapToName, error.message, id)
      return [mapToName, null]
    }
  })
}

function evaluatePlanned(
  expression: PlannedExpression,
  readValue: (name: string) => unknown,
  budget: StepBudget,
): unknown {
  if (expression instanceof ExpressionError) throw expression
  return evaluateExpression(expression, readValue, budget)
}

function makeValueReader(connector: FieldReader, { named }: PlannedExpressions, raw: Raw) {
  return (name: string): unknown => {
    const field = named.get(name)
    if (!field) return connector.fieldValue(raw, name)
    if (field.fieldName === undefined) return undefined
    return mapValue(connector.fieldValue(raw, field.fieldName), field.values)
  }
}
