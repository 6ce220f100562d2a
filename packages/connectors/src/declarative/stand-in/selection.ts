import { isMembers } from '../../members.ts'
import { isAnnotation } from '../calls/request.ts'
import type { Reading } from '../calls/resolve.ts'
import type { RequestParameters } from './request-parameters.ts'
import type { StandInReply } from './exchange.ts'

/** Returns the names that a request selects; undefined if it selects none, which means all. */
export function findSelection(
  { query = {}, body }: Reading,
  asked: RequestParameters,
): readonly string[] | undefined {
  const [parameter] = Object.entries(query).find(([, text]) => String(text) === '{fields}') ?? []
  if (parameter !== undefined) {
    const text = asked.request.query.get(parameter)
    return text === null ? undefined : text.split(',')
  }
  return findInBody(body, asked.body)
}

/** Returns what the body has in place of the list `["{fields}"]`. */
function findInBody(rules: unknown, sent: unknown): readonly string[] | undefined {
  if (Array.isArray(rules) && rules.length === 1 && rules[0] === '{fields}') {
    return Array.isArray(sent) ? sent.map(String) : undefined
  }
  if (!isMembers(rules) || !isMembers(sent)) return undefined
  for (const [name, inner] of Object.entries(rules)) {
    const found = findInBody(inner, sent[name])
    if (found) return found
  }
  return undefined
}

/** Returns the rejection of a selection with names that the records do not have, or with too many. */
export function rejectSelection(
  { fieldsPerRequest }: Reading,
  selection: readonly string[],
  known: ReadonlySet<string>,
): StandInReply | undefined {
  const max = fieldsPerRequest ?? Infinity
  if (selection.length > max) {
    return { status: 400, body: { code: 'LIMIT_EXCEEDED', message: `At most ${max} fields.` } }
  }
  const unknown = selection.find((name) => isAnnotation(name) || !known.has(name))
  return unknown === undefined
    ? undefined
    : { status: 400, body: { message: `There is no field ${unknown}.` } }
}

/** Returns the record with the selected members. */
export const selectMembers = (
  record: Record<string, unknown>,
  selection: readonly string[] | undefined,
): Record<string, unknown> =>
  selection === undefined
    ? record
    : Object.fromEntries(Object.entries(record).filter(([name]) => selection.includes(name)))
