import type { ChallengeReply, IncomingWebhook } from '@platform/connector'
import { isMembers } from '../../members.ts'
import type { Challenge } from './rules.ts'
import { findRequiredHeader } from './verify.ts'

/** Longer than the value of any provider, and too short to carry much. */
const maxLength = 2_000
/** Printable ASCII: nothing that ends a header or is more than text. */
const repeatable = /^[\x20-\x7e]+$/

/**
 * Returns the reply to a provider's check of the URL; undefined if the request is none. The value is
 * repeated as plain text, in a header or in JSON, and never followed.
 */
export function answerChallenge(
  { method = 'POST', at, reply }: Challenge,
  incoming: IncomingWebhook,
): ChallengeReply | undefined {
  if (incoming.method !== method) return undefined
  if (at === undefined || reply === undefined) return { headers: {}, body: '' }
  const value = findValue(at, incoming)
  if (value === undefined) return undefined
  if (value.length > maxLength || !repeatable.test(value)) return undefined
  const [kind, name = ''] = reply.split(':')
  if (kind === 'header') return { headers: { [name]: value }, body: '' }
  return kind === 'body'
    ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ [name]: value }) }
    : { headers: { 'content-type': 'text/plain; charset=utf-8' }, body: value }
}

function findValue(at: string, incoming: IncomingWebhook): string | undefined {
  const [kind, name = ''] = at.split(':')
  if (kind === 'header') return findRequiredHeader(incoming, name) || undefined
  if (kind === 'query') return new URL(incoming.url).searchParams.get(name) ?? undefined
  try {
    const body: unknown = JSON.parse(Buffer.from(incoming.rawBody).toString())
    const value = isMembers(body) && Object.hasOwn(body, name) ? body[name] : undefined
    return typeof value === 'string' ? value : undefined
  } catch {
    return undefined
  }
}
