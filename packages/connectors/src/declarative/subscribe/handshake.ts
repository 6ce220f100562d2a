import { createHmac } from 'node:crypto'
import {
  WebhookRefusedError,
  type AppHandshake,
  type IncomingWebhook,
  type SubscribingApp,
} from '@platform/connector'
import { isMembers } from '../../members.ts'
import { getAtDotPath, setAtDotPath } from '../calls/dot-path.ts'
import type { AppWebhookRules } from './app-webhook-rules.ts'
import { answerChallenge } from './challenge.ts'
import { decodeKey, findAppSecret, findRequiredHeader, verifyBody } from './verify.ts'

/** Characters of tokens, none of which separates the parts of a signed text. */
const tokenPattern = /^[\w-]{1,200}$/

/**
 * Answers a request by which a provider checks the URL of an app; undefined if the request is none.
 * @throws WebhookRefusedError if it must be signed and is not
 */
export function answerHandshake(
  { handshake, verify }: AppWebhookRules,
  incoming: IncomingWebhook,
  app: SubscribingApp,
  now: Date,
): AppHandshake | undefined {
  if (!handshake) return undefined
  const secret = findAppSecret(verify, app)
  const isVerified = () => {
    verifyBody(verify, incoming, { secrets: secret ? [secret] : [], now, format: 'json' })
    return true
  }
  if (handshake.style === 'echo') {
    const reply = answerChallenge(handshake.challenge, incoming)
    return reply && { reply, isProved: handshake.signed === true && isVerified() }
  }
  if (incoming.method !== 'POST') return undefined
  const body = parseMembers(incoming)
  const value = body && getAtDotPath(body, handshake.at)
  if (typeof value !== 'string' || !tokenPattern.test(value)) return undefined
  if (handshake.style === 'token') {
    // A signed request is a delivery, whatever it contains.
    if ('header' in verify && verify.header && findRequiredHeader(incoming, verify.header)) {
      return undefined
    }
    return { reply: { headers: {}, body: '' }, token: value, isProved: false }
  }
  if (getAtDotPath(body, handshake.event.at) !== handshake.event.is) return undefined
  if (!secret || verify.style !== 'hmac') {
    throw new WebhookRefusedError(401, 'The provider app has no secret that proves the URL.')
  }
  const hash = createHmac(verify.hash, decodeKey(secret, verify.key)).update(value)
  const answer: Record<string, unknown> = {}
  setAtDotPath(answer, handshake.reply.value, value)
  setAtDotPath(answer, handshake.reply.hash, hash.digest(verify.encoding))
  return {
    reply: { headers: { 'content-type': 'application/json' }, body: JSON.stringify(answer) },
    isProved: findRequiredHeader(incoming, verify.header) !== undefined && isVerified(),
  }
}

function parseMembers({ rawBody }: IncomingWebhook): object | undefined {
  try {
    const body: unknown = JSON.parse(Buffer.from(rawBody).toString())
    return isMembers(body) ? body : undefined
  } catch {
    // Not about the URL; a delivery is rejected after its signature was compared.
    return undefined
  }
}
