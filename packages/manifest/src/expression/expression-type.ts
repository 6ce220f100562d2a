import { expressionFunctions, type ExpressionType } from './functions.ts'
import type { Expression } from './parse-expression.ts'

export type { ExpressionType }

/** Returns the type of an expression's values, as far as the expression determines it. Values can be empty. */
export function inferExpressionType(expression: Expression): ExpressionType {
  switch (expression.kind) {
    case 'literal': {
      const { value } = expression
      if (typeof value === 'string') return 'text'
      return typeof value === 'number' ? 'number' : value === null ? 'any' : 'boolean'
    }
    case 'path':
      return expression.steps.some((step) => typeof step === 'object') ? 'list' : 'any'
    case 'either':
    case 'all':
      return findCommonType(expression.parts)
    case 'concat':
      return 'text'
    case 'list':
      return 'list'
    case 'not':
    case 'compare':
      return 'boolean'
    case 'minus':
    case 'arithmetic':
      return 'number'
    case 'choice':
      return findCommonType([expression.ifTrue, expression.ifFalse])
    case 'call':
      return expressionFunctions.get(expression.name)?.returns ?? 'any'
  }
}

const isNothing = (part: Expression) => part.kind === 'literal' && part.value === null

function findCommonType(parts: readonly Expression[]): ExpressionType {
  const types = new Set(parts.filter((part) => !isNothing(part)).map(inferExpressionType))
  const [only] = types
  return only !== undefined && types.size === 1 ? only : 'any'
}
