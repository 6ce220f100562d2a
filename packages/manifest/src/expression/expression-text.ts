import { evaluateExpression, findPathValue } from './evaluate-expression.ts'
import { ExpressionError } from './expression-error.ts'
import type { Expression } from './parse-expression.ts'
import { StepBudget } from './step-budget.ts'

/** Maximum length of a text of a template, whatever the expression and message. */
export const maxTextLength = 1024

/** Evaluates the expression of a template to a text; undefined if there is none. */
export function valueAsText(
  expression: Expression,
  value: unknown,
  budget = new StepBudget(),
): string | undefined {
  switch (expression.kind) {
    case 'path':
      return scalarText(findValue(expression, value, budget))
    case 'either':
      for (const choice of expression.parts) {
        const text = valueAsText(choice, value, budget)
        if (text !== undefined) return text
      }
      return undefined
    case 'call':
      if (expression.name === 'join') return joinTexts(expression, value, budget)
      break
    default:
  }
  try {
    const getMember = (name: string) => findPathValue(value, [name], budget)
    return scalarText(evaluateExpression(expression, getMember, budget))
  } catch (error) {
    if (error instanceof ExpressionError) return undefined
    throw error
  }
}

/** Joins texts of limited length, so that long parts cannot add up. */
function joinTexts(
  { args: [separator, list] }: Extract<Expression, { kind: 'call' }>,
  value: unknown,
  budget: StepBudget,
): string | undefined {
  if (!separator || list?.kind !== 'list') return undefined
  const parts = list.parts.map((part) => valueAsText(part, value, budget))
  if (parts.includes(undefined)) return undefined
  const between =
    separator.kind === 'literal' ? separator.value : valueAsText(separator, value, budget)
  return boundText(parts.join(between === null || between === undefined ? '' : String(between)))
}

/** Reports whether a path of the expression matches any value, even if not a text. */
export const findsAnything = (expression: Expression, value: unknown): boolean =>
  expression.kind === 'path' && findValue(expression, value, new StepBudget()) !== null

function findValue(
  { steps }: Extract<Expression, { kind: 'path' }>,
  value: unknown,
  budget: StepBudget,
): unknown {
  try {
    return findPathValue(value, steps, budget)
  } catch (error) {
    if (error instanceof ExpressionError) return null
    throw error
  }
}

function scalarText(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'string' ? boundText(value) : undefined
}

/** Cuts between characters, so that no half of a surrogate pair remains. */
function boundText(text: string): string | undefined {
  if (text.length <= maxTextLength) return text === '' ? undefined : text
  return text.slice(0, maxTextLength).replace(/[\uD800-\uDBFF]$/, '')
}
