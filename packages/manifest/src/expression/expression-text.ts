import { evaluateExpression, findPathValue } from './evaluate-expression.ts'
import { ExpressionError } from './expression-error.ts'
import type { Expression } from './parse-expression.ts'
import { StepBudget } from './step-budget.ts'

/** Maximum length of a text of a template, whatever the expression and message. */
export const maxTextLength = 1024

interface TextRules {
  budget: StepBudget
  /** Returns a text of at most `maxTextLength` for a longer one. */
  shorten: (text: string) => string
}

/**
 * Evaluates the expression of a template to a text; undefined if there is none. Longer texts are cut, or
 * shortened as the caller says: where the text identifies something, two of them must not become one.
 */
export const valueAsText = (
  expression: Expression,
  value: unknown,
  { shorten = cutText }: { shorten?: (text: string) => string } = {},
): string | undefined => findText(expression, value, { budget: new StepBudget(), shorten })

function findText(expression: Expression, value: unknown, rules: TextRules): string | undefined {
  const { budget } = rules
  switch (expression.kind) {
    case 'path':
      return scalarText(findValue(expression, value, budget), rules)
    case 'either':
      for (const choice of expression.parts) {
        const text = findText(choice, value, rules)
        if (text !== undefined) return text
      }
      return undefined
    case 'call':
      if (expression.name === 'join') return joinTexts(expression, value, rules)
      break
    default:
  }
  try {
    const getMember = (name: string) => findPathValue(value, [name], budget)
    return scalarText(evaluateExpression(expression, getMember, budget), rules)
  } catch (error) {
    if (error instanceof ExpressionError) return undefined
    throw error
  }
}

/** Joins texts of limited length, so that long parts cannot add up. */
function joinTexts(
  { args: [separator, list] }: Extract<Expression, { kind: 'call' }>,
  value: unknown,
  rules: TextRules,
): string | undefined {
  if (!separator || list?.kind !== 'list') return undefined
  const parts = list.parts.map((part) => findText(part, value, rules))
  if (parts.includes(undefined)) return undefined
  const between = separator.kind === 'literal' ? separator.value : findText(separator, value, rules)
  const joined = parts.join(between === null || between === undefined ? '' : String(between))
  return boundText(joined, rules)
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

function scalarText(value: unknown, rules: TextRules): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'string' ? boundText(value, rules) : undefined
}

function boundText(text: string, { shorten }: TextRules): string | undefined {
  if (text.length > maxTextLength) return shorten(text)
  return text === '' ? undefined : text
}

/** Cuts between characters, so that no half of a surrogate pair remains. */
const cutText = (text: string): string =>
  text.slice(0, maxTextLength).replace(/[\uD800-\uDBFF]$/, '')
