import { compile, search } from '@jmespath-community/jmespath'
import {
  NotificationEventType,
  type InputValidationIssue,
  type MessageType,
} from '@platform/contract'
import { timeOfId } from '../../db/new-id.ts'
import type { EventRecord } from '../message.ts'
import { testEvent } from '../test-event.ts'
import { issue } from './sink.ts'

/** What a JMESPath expression can refer to. */
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

/** Tells whether the expression can be evaluated, and to a text where it refers to what is always there. */
export function templateIssues(
  name: string,
  expression: string | undefined,
): InputValidationIssue[] {
  if (expression === undefined) return []
  try {
    compile(expression)
  } catch (error) {
    return [issue(name, `It is not a JMESPath expression: ${(error as Error).message}`, expression)]
  }
  const tried = NotificationEventType.options.map((type) => {
    try {
      return { value: valueOf(expression, testEvent('proj_test', type)) }
    } catch (error) {
      return { error: error as Error }
    }
  })
  const isText = tried.some(({ value }) => textOf(value) !== undefined)
  const isOther = tried.some(({ value }) => value !== undefined && value !== null)
  if (!isText && isOther) return [issue(name, 'It does not make a text of an event.', expression)]
  const failure = tried.every(({ error }) => error) ? tried[0]!.error : undefined
  return failure
    ? [issue(name, `It cannot be evaluated for any event: ${failure.message}`, expression)]
    : []
}

/** The text that the expression makes of the event; the fallback where it makes none. */
export function evaluate(
  expression: string | undefined,
  event: EventRecord,
  fallback: string,
): string {
  if (expression === undefined) return fallback
  try {
    return textOf(valueOf(expression, event)) ?? fallback
  } catch {
    return fallback
  }
}

const valueOf = (expression: string, event: EventRecord): unknown =>
  search(templateInput(event) as never, expression)

function textOf(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}
