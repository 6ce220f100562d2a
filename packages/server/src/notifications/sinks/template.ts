import { compile, search } from '@jmespath-community/jmespath'
import type { InputValidationIssue, MessageType } from '@platform/contract'
import { timeOfId } from '../../db/new-id.ts'
import type { EventRecord } from '../message.ts'
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
    return []
  } catch (error) {
    return [issue(name, `It is not a JMESPath expression: ${(error as Error).message}`, expression)]
  }
}

/** The text that the expression makes of the event; the fallback where it makes none. */
export function evaluate(
  expression: string | undefined,
  event: EventRecord,
  fallback: string,
): string {
  if (expression === undefined) return fallback
  try {
    const value: unknown = search(templateInput(event) as never, expression)
    if (typeof value === 'string' && value !== '') return value
    return typeof value === 'number' || typeof value === 'boolean' ? String(value) : fallback
  } catch {
    return fallback
  }
}
