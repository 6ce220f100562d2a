import { hash } from 'node:crypto'
import {
  NotificationEventType,
  type InputValidationIssue,
  type MessageType,
} from '@platform/contract'
import { timeOfId } from '@platform/kernel/db/new-id'
import {
  findsAnything,
  inferExpressionType,
  listExpressionFields,
  maxTextLength,
  parseExpression,
  valueAsText,
  type Expression,
} from '@platform/manifest/expression'
import type { SinkEvent } from './event.ts'
import { testEvent } from './test-event.ts'
import { issue } from './sink.ts'

/** Values that a template can reference. */
interface TemplateInput {
  id: string
  type: MessageType
  projectId: string
  time: string
  date: string
  data: unknown
}

export const templateInput = (event: SinkEvent): TemplateInput => {
  const time = new Date(timeOfId(event.id)).toISOString()
  return {
    id: event.id,
    type: event.type,
    projectId: event.projectId,
    time,
    date: time.slice(0, 10),
    data: JSON.parse(event.body),
  }
}

/** Validates the expression and evaluates it if it only uses fields that always exist. */
export function templateIssues(name: string, source: string | undefined): InputValidationIssue[] {
  if (source === undefined) return []
  let expression: Expression
  try {
    expression = parseExpression(source)
  } catch (error) {
    return [issue(name, `The template is invalid: ${(error as Error).message}`, source)]
  }
  const inputs = NotificationEventType.options.map((type) =>
    templateInput(testEvent('proj_test', type)),
  )
  const isText = inputs.some((input) => valueAsText(expression, input) !== undefined)
  if (isText) return []
  const isNever =
    inputs.some((input) => findsAnything(expression, input)) ||
    inferExpressionType(expression) === 'list' ||
    // It depends on no message.
    listExpressionFields(expression).length === 0
  return isNever ? [issue(name, 'The template does not produce text.', source)] : []
}

/**
 * Parses a template and returns a function that evaluates it for an event, with a fallback for
 * empty results. Long results that name something are shortened; others are cut.
 */
export function parseTemplate(
  source: string | undefined,
  { isName = true }: { isName?: boolean } = {},
): (event: SinkEvent, fallback: string) => string {
  const expression = source === undefined ? undefined : readable(source)
  return (event, fallback) =>
    (expression && valueAsText(expression, templateInput(event), isName ? { shorten } : {})) ??
    fallback
}

/**
 * Texts name files, partitions and groups of customers: those that begin alike stay different, or one file would
 * replace another.
 */
function shorten(text: string): string {
  const end = `~${hash('sha256', Buffer.from(text, 'utf16le'))}`
  return text.slice(0, maxTextLength - end.length).replace(/[\uD800-\uDBFF]$/, '') + end
}

/** A template stored by a version that accepted more of JMESPath is ignored. */
function readable(source: string): Expression | undefined {
  try {
    return parseExpression(source)
  } catch {
    return undefined
  }
}
