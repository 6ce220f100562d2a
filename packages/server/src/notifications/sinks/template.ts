import {
  NotificationEventType,
  type InputValidationIssue,
  type MessageType,
} from '@platform/contract'
import { timeOfId } from '../../db/new-id.ts'
import type { EventRecord } from '../message.ts'
import { testEvent } from '../test-event.ts'
import { findsAnything, parseExpression, textOf, type Expression } from './expression.ts'
import { issue } from './sink.ts'

/** What a template can refer to. */
interface TemplateInput {
  id: string
  type: MessageType
  projectId: string
  time: string
  date: string
  data: unknown
}

export const templateInput = (event: EventRecord): TemplateInput => {
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

/** Tells whether the expression can be read, and makes a text where it refers to what is always there. */
export function templateIssues(name: string, source: string | undefined): InputValidationIssue[] {
  if (source === undefined) return []
  let expression: Expression
  try {
    expression = parseExpression(source)
  } catch (error) {
    return [issue(name, `It is not a template: ${(error as Error).message}`, source)]
  }
  const inputs = NotificationEventType.options.map((type) =>
    templateInput(testEvent('proj_test', type)),
  )
  const isText = inputs.some((input) => textOf(expression, input) !== undefined)
  const isOther = inputs.some((input) => findsAnything(expression, input))
  return !isText && isOther ? [issue(name, 'It does not make a text of an event.', source)] : []
}

/** Reads a template once; what it makes of an event, or the fallback where it makes nothing. */
export function templateOf(
  source: string | undefined,
): (event: EventRecord, fallback: string) => string {
  const expression = source === undefined ? undefined : readable(source)
  return (event, fallback) => (expression && textOf(expression, templateInput(event))) ?? fallback
}

/** One that was stored by a version that took more of JMESPath counts as none. */
function readable(source: string): Expression | undefined {
  try {
    return parseExpression(source)
  } catch {
    return undefined
  }
}
