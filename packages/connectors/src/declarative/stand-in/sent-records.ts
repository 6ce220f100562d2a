import { isMembers, getMembers } from '../../members.ts'
import { getAtDotPath } from '../calls/dot-path.ts'
import type { ResolvedWrite } from '../calls/resolve.ts'
import type { StandInRequest } from './exchange.ts'

/** Parses the body of a write: JSON or a form. */
export function parseSentBody({ form }: ResolvedWrite, { body }: StandInRequest): unknown {
  if (body === '') return undefined
  return form ? Object.fromEntries(new URLSearchParams(body)) : JSON.parse(body)
}

/** Returns the record in the body of a write. */
export function parseSentRecord(
  { wrap, list, form }: ResolvedWrite,
  body: unknown,
): Record<string, unknown> | undefined {
  const content =
    wrap === undefined ? body : form ? unwrapMembers(body, wrap) : getAtDotPath(body, wrap)
  const one: unknown = list && Array.isArray(content) ? content[0] : content
  return isMembers(one) ? one : undefined
}

/** Parses `customer[name]=x` to `{name: 'x'}`. */
const unwrapMembers = (body: unknown, wrap: string) =>
  Object.fromEntries(
    Object.entries(getMembers(body)).flatMap(([name, value]) =>
      name.startsWith(`${wrap}[`) ? [[name.slice(wrap.length + 1, -1), value]] : [],
    ),
  )

/** Returns the ID in the body of a write. */
export const parseSentId = (sending: ResolvedWrite, body: unknown) =>
  sending.list
    ? getAtDotPath(parseSentRecord(sending, body), sending.idIn ?? '')
    : getAtDotPath(body, sending.idIn ?? '')
