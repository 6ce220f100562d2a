export {
  ExpressionError,
  listExpressionFields,
  maxExpressionLength,
  parseExpression,
  type Expression,
} from './parse-expression.ts'
export { evaluateExpression, findPathValue, isTruthy, StepBudget } from './evaluate-expression.ts'
export { inferExpressionType, type ExpressionType } from './expression-type.ts'
export { findsAnything, maxTextLength, valueAsText } from './expression-text.ts'
