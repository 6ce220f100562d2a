import { compareValues } from '@platform/contract/compare-values'
import { ExpressionError } from './expression-error.ts'
import {
  describeKind,
  expressionFunctions,
  isSingleValue,
  requireNumber,
  toTextOrEmpty,
} from './functions.ts'
import type {
  ArithmeticOperator,
  ComparisonOperator,
  Expression,
  ExpressionStep,
} from './parse-expression.ts'
import { StepBudget } from './step-budget.ts'

export { StepBudget }

/** Returns the value of a field of the record by its name; undefined if it has none. */
export type ReadField = (name: string) => unknown

/**
 * Evaluates an expression for a record; `null` if there is no value. The budget bounds the steps of all
 * expressions of the record; texts, lists and results are bounded too.
 *
 * @throws ExpressionError, whose message contains no value of the record
 */
export function evaluateExpression(
  expression: Expression,
  getField: ReadField,
  budget = new StepBudget(),
): unknown {
  return budget.admit(evaluate(expression, { getField, budget }))
}

/** Reports whether a value counts as true: not `null`, `false`, an empty text, list or object. */
export function isTruthy(value: unknown, budget = new StepBudget()): boolean {
  if (value === null || value === undefined || value === false || value === '') return false
  return typeof value !== 'object' || budget.countMembers(value) > 0
}

interface Scope {
  getField: ReadField
  budget: StepBudget
}

function evaluate(expression: Expression, scope: Scope): unknown {
  const { budget } = scope
  budget.spend()
  switch (expression.kind) {
    case 'literal':
      return expression.value
    case 'path': {
      const [first, ...rest] = expression.steps
      return findPathValue(scope.getField(first), rest, budget)
    }
    case 'either':
      return evaluateUntil(expression.parts, scope, true)
    case 'all':
      return evaluateUntil(expression.parts, scope, false)
    case 'not':
      return !isTruthy(evaluate(expression.of, scope), budget)
    case 'minus': {
      const value = evaluate(expression.of, scope)
      return value === null ? null : -requireNumber(value)
    }
    case 'concat':
      return budget.join(expression.parts.map((part) => toTextOrEmpty(evaluate(part, scope))))
    case 'list':
      return expression.parts.map((part) => evaluate(part, scope))
    case 'compare':
      return compareOperands(expression.operator, {
        left: evaluate(expression.left, scope),
        right: evaluate(expression.right, scope),
        budget,
      })
    case 'arithmetic':
      return calculate(
        expression.operator,
        evaluate(expression.left, scope),
        evaluate(expression.right, scope),
      )
    case 'choice':
      return isTruthy(evaluate(expression.test, scope), budget)
        ? evaluate(expression.ifTrue, scope)
        : evaluate(expression.ifFalse, scope)
    case 'call':
      return callFunction(expression, scope)
  }
}

/** Follows the steps of a path; `null` if there is no value. */
export function findPathValue(
  value: unknown,
  steps: readonly ExpressionStep[],
  budget: StepBudget,
): unknown {
  let at = value
  for (const [index, step] of steps.entries()) {
    budget.spend()
    if (typeof step === 'object') {
      if (!Array.isArray(at)) return null
      const rest = steps.slice(index + 1)
      const found: unknown[] = []
      for (const element of at) {
        const inner = findPathValue(element, rest, budget)
        const isNested = Array.isArray(inner) && rest.some((one) => typeof one === 'object')
        for (const one of isNested ? (inner as unknown[]) : [inner]) {
          budget.spend()
          if (one !== null) budget.push(found, one)
        }
      }
      return found
    }
    if (typeof step === 'number') at = Array.isArray(at) ? at.at(step) : undefined
    else if (typeof at === 'object' && at && !Array.isArray(at) && Object.hasOwn(at, step))
      at = (at as Record<string, unknown>)[step]
    else return null
  }
  return at ?? null
}

/** Evaluates parts until one is true (or false), and returns the last one. */
function evaluateUntil(parts: readonly Expression[], scope: Scope, wanted: boolean): unknown {
  let value: unknown = null
  for (const part of parts) {
    value = evaluate(part, scope)
    if (isTruthy(value, scope.budget) === wanted) return value
  }
  return value
}

function compareOperands(
  operator: ComparisonOperator,
  { left, right, budget }: { left: unknown; right: unknown; budget: StepBudget },
): boolean {
  for (const value of [left, right]) {
    if (!isSingleValue(value))
      throw new ExpressionError(`${describeKind(value)} cannot be compared; use contains or length`)
    if (typeof value === 'string') budget.spendText(value)
  }
  if (left === null || right === null) {
    if (operator === '==') return left === right
    return operator === '!=' && left !== right
  }
  const order = compareValues(left, right)
  switch (operator) {
    case '==':
      return order === 0
    case '!=':
      return order !== 0
    case '<':
      return order < 0
    case '<=':
      return order <= 0
    case '>':
      return order > 0
    case '>=':
      return order >= 0
  }
}

function calculate(operator: ArithmeticOperator, left: unknown, right: unknown): number | null {
  if (left === null || left === '' || right === null || right === '') return null
  const [one, other] = [requireNumber(left), requireNumber(right)]
  if (other === 0 && (operator === '/' || operator === '%'))
    throw new ExpressionError('a number is divided by zero')
  const result = {
    '+': () => one + other,
    '-': () => one - other,
    '*': () => one * other,
    '/': () => one / other,
    '%': () => one % other,
  }[operator]()
  if (!Number.isFinite(result)) throw new ExpressionError('a number is too large')
  return result
}

function callFunction(
  { name, args }: Extract<Expression, { kind: 'call' }>,
  scope: Scope,
): unknown {
  const known = expressionFunctions.get(name)
  if (!known) throw new ExpressionError(`the function ${name} does not exist`)
  const values = args.map((arg) => evaluate(arg, scope))
  const isNothing = values[0] === null || values[0] === ''
  if (isNothing && !known.takesNothing) return known.returns === 'boolean' ? false : null
  try {
    return known.run(scope.budget, ...values)
  } catch (error) {
    throw error instanceof ExpressionError
      ? new ExpressionError(`${name}: ${error.message}`)
      : error
  }
}
