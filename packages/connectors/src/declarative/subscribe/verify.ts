import { isUtf8 } from 'node:buffer'
import { createHmac, timingSafeEqual } from 'node:crypto'
import {
  parseExactly,
  WebhookRefusedError,
  type IncomingWebhook,
  type WebhookProof,
} from '@platform/connector'
import { isSignature } from '../../is-signature.ts'
import { at } from '../dot-path.ts'
import type { Verify } from './rules.ts'

/** While a secret is rotated, a header may contain several signatures. */
const mostSignatures = 10

/** Returns the parsed body of a delivery after verifying it. */
export function provedBody(
  verify: Verify,
  incoming: IncomingWebhook,
  proof: WebhookProof,
  now: Date,
): unknown {
  const secret = verify.secret === 'app' ? proof.app?.clientSecret : proof.secret
  if (!secret) throw notProved('The subscription has no secret to verify it with.')
  if (verify.style === 'hmac') {
    verifySignature(verify, incoming, secret, now)
    return parsed(incoming)
  }
  let body: unknown
  try {
    body = parsed(incoming)
  } catch {
    throw notProved('The body contains no secret.')
  }
  const given = at(body, verify.at)
  if (typeof given !== 'string' || !isSame(Buffer.from(given), Buffer.from(secret))) {
    throw notProved('The secret in the body is wrong.')
  }
  return body
}

function verifySignature(
  { hash, encoding, header, stamped }: Verify & { style: 'hmac' },
  incoming: IncomingWebhook,
  secret: string,
  now: Date,
): void {
  const text = requiredHeader(incoming, header)
  if (!text) throw notProved(`The request has no header ${header}.`)
  const hmac = createHmac(hash, secret)
  let given = [text]
  if (stamped) {
    const parts = text.split(',').map((part) => part.trim().split('='))
    const valuesOf = (name: string) =>
      parts.flatMap(([key, value]) => (key === name ? (value ?? []) : []))
    const [time = ''] = valuesOf(stamped.time)
    const ageMs = Math.abs(now.getTime() - Number(time) * 1000)
    if (!/^\d{1,12}$/.test(time) || ageMs > stamped.toleranceSeconds * 1000) {
      throw notProved('The signature is too old.')
    }
    hmac.update(`${time}.`)
    given = valuesOf(stamped.signature).slice(0, mostSignatures)
  }
  const expected = hmac.update(incoming.rawBody).digest()
  const isSigned = given.some((one) => isSignature(one, encoding, expected))
  if (!isSigned) throw notProved('The signature does not match the request.')
}

const isSame = (one: Buffer, other: Buffer) =>
  one.length === other.length && timingSafeEqual(one, other)

function parsed({ rawBody }: IncomingWebhook): unknown {
  if (!isUtf8(rawBody)) throw new WebhookRefusedError(400, 'The body is not valid UTF-8.')
  try {
    return parseExactly(
      Buffer.from(rawBody)
        .toString()
        .replace(/^\uFEFF/, ''),
    )
  } catch (cause) {
    throw new WebhookRefusedError(400, 'The body is not valid JSON.', { cause })
  }
}

const notProved = (message: string) => new WebhookRefusedError(401, message)

export function requiredHeader({ headers }: IncomingWebhook, name: string): string | undefined {
  const value = headers[name.toLowerCase()]
  return Array.isArray(value) ? value[0] : value
}
