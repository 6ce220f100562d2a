import { createHmac, timingSafeEqual } from 'node:crypto'
import { WebhookRefusedError, type IncomingWebhook, type WebhookProof } from '@platform/connector'
import { isSignature } from '../../is-signature.ts'
import { parseWebhookBody } from '../../parse-webhook-body.ts'
import { getAtDotPath } from '../dot-path.ts'
import type { Verify } from './rules.ts'

/** While a secret is rotated, a header may contain several signatures. */
const maxSignatures = 10

/** Returns the parsed body of a delivery after verifying it. */
export function verifyBody(
  verify: Verify,
  incoming: IncomingWebhook,
  proof: WebhookProof,
  now: Date,
): unknown {
  const secret = verify.secret === 'app' ? proof.app?.clientSecret : proof.secret
  if (!secret) throw notProved('The subscription has no secret to verify it with.')
  if (verify.style === 'hmac') {
    verifySignature(verify, incoming, secret, now)
    return parseWebhookBody(incoming)
  }
  let body: unknown
  try {
    body = parseWebhookBody(incoming)
  } catch {
    throw notProved('The body contains no secret.')
  }
  const given = getAtDotPath(body, verify.at)
  if (typeof given !== 'string' || !isSameBytes(Buffer.from(given), Buffer.from(secret))) {
    throw notProved('The secret in the body is wrong.')
  }
  return body
}

function verifySignature(
  { hash, encoding, header, prefix, stamped }: Verify & { style: 'hmac' },
  incoming: IncomingWebhook,
  secret: string,
  now: Date,
): void {
  const text = findRequiredHeader(incoming, header)
  if (!text) throw notProved(`The request has no header ${header}.`)
  const hmac = createHmac(hash, secret)
  let given = [text]
  if (prefix !== undefined) {
    given = text
      .split(',', maxSignatures)
      .map((one) => one.trim())
      .flatMap((one) => (one.startsWith(prefix) ? one.slice(prefix.length) : []))
  }
  if (stamped) {
    const parts = text.split(',').map((part) => part.trim().split('='))
    const listValues = (name: string) =>
      parts.flatMap(([key, value]) => (key === name ? (value ?? []) : []))
    const [time = ''] = listValues(stamped.time)
    const ageMs = Math.abs(now.getTime() - Number(time) * 1000)
    if (!/^\d{1,12}$/.test(time) || ageMs > stamped.toleranceSeconds * 1000) {
      throw notProved('The signature is too old.')
    }
    hmac.update(`${time}.`)
    given = listValues(stamped.signature).slice(0, maxSignatures)
  }
  const expected = hmac.update(incoming.rawBody).digest()
  const isSigned = given.some((one) => isSignature(one, encoding, expected))
  if (!isSigned) throw notProved('The signature does not match the request.')
}

const isSameBytes = (one: Buffer, other: Buffer) =>
  one.length === other.length && timingSafeEqual(one, other)

const notProved = (message: string) => new WebhookRefusedError(401, message)

export function findRequiredHeader({ headers }: IncomingWebhook, name: string): string | undefined {
  const value = headers[name.toLowerCase()]
  return Array.isArray(value) ? value[0] : value
}
