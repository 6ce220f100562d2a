import {
  ExpressionError,
  inferExpressionType,
  listExpressionFields,
  parseExpression,
  type Expression,
} from '../expression/expression.ts'
import type { Report } from '../finding.ts'
import { child, getNodeText, items, type YamlNode } from '../yaml-nodes.ts'

/** Checks that the expressions of a read object can be evaluated. */
export function checkExpressions(object: YamlNode, report: Report): void {
  const computed = new Set(
    items(child(object, 'computedFields')).map((field) => getNodeText(child(field, 'mapToName'))),
  )
  for (const { node, isFilter } of listExpressions(object)) {
    const expression = tryParse(node)
    if (expression instanceof ExpressionError) {
      report('expression', node, `The expression is invalid. ${expression.message}`)
      continue
    }
    if (isFilter && inferExpressionType(expression) !== 'boolean') {
      const message =
        '`filterExpression` must be true or false. Compare a value, such as `Active == true`, or use `!is_empty(Email)`.'
      report('expression', node, message)
    }
    for (const [name] of listExpressionFields(expression)) {
      if (!computed.has(name)) continue
      const message = `\`${name}\` is a computed field, which other expressions cannot use. Repeat its expression instead.`
      report('expression', node, message)
    }
  }
}

/** Lists the provider fields that the expressions of an object name. */
export function listExpressionNodes(object: YamlNode): { node: YamlNode; fieldName: string }[] {
  const fields = [
    ...items(child(object, 'requiredFields')),
    ...items(child(object, 'optionalFields')),
  ]
  const mapped = new Set(fields.map((field) => getNodeText(child(field, 'mapToName'))))
  return listExpressions(object).flatMap(({ node }) => {
    const expression = tryParse(node)
    if (expression instanceof ExpressionError) return []
    return listExpressionFields(expression)
      .filter(([name, ...rest]) => rest.length === 0 && !mapped.has(name))
      .map(([fieldName]) => ({ node, fieldName }))
  })
}

function listExpressions(object: YamlNode): { node: YamlNode; isFilter: boolean }[] {
  const filter = child(object, 'filterExpression')
  const computed = items(child(object, 'computedFields')).flatMap((field) => {
    const node = child(field, 'expression')
    return node ? [{ node, isFilter: false }] : []
  })
  return filter ? [{ node: filter, isFilter: true }, ...computed] : computed
}

function tryParse(node: YamlNode): Expression | ExpressionError {
  try {
    return parseExpression(getNodeText(node) ?? '')
  } catch (error) {
    if (error instanceof ExpressionError) return error
    throw error
  }
}
