import { createHmac, timingSafeEqual } from 'node:crypto'
import { WebhookRefusedError, type IncomingWebhook, type WebhookProof } from '@platform/connector'
import { isSignature } from '../../is-signature.ts'
import { parseWebhookBody } from '../../parse-webhook-body.ts'
import { getAtDotPath } from '../dot-path.ts'
import { readTime } from '../times.ts'
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
  const header = verify.style === 'basic' ? 'Authorization' : verify.header
  if (header !== undefined) {
    const expected = verify.style === 'basic' ? makeBasic(verify.user, secret) : secret
    const given = findRequiredHeader(incoming, header)
    if (!given) throw notProved(`The request has no header ${header}.`)
    if (!isSameText(given, expected)) throw notProved(`The secret in header ${header} is wrong.`)
    return parseWebhookBody(incoming)
  }
  let body: unknown
  try {
    body = parseWebhookBody(incoming)
  } catch {
    throw notProved('The body contains no secret.')
  }
  const given = verify.style === 'token' ? getAtDotPath(body, verify.at ?? '') : undefined
  if (typeof given !== 'string' || !isSameText(given, secret)) {
    throw notProved('The secret in the body is wrong.')
  }
  return body
}

/** Value of the header `Authorization` for HTTP basic authentication. */
export const makeBasic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

function verifySignature(
  { hash, encoding, header, prefix, stamped, timed, key: keyEncoding }: Verify & { style: 'hmac' },
  incoming: IncomingWebhook,
  secret: string,
  now: Date,
): void {
  const text = findRequiredHeader(incoming, header)
  if (!text) throw notProved(`The request has no header ${header}.`)
  const hmac = createHmac(hash, decodeKey(secret, keyEncoding))
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
  const [before, after] = timed
    ? fillSigned(timed.signed, readFresh(timed, incoming, now))
    : ['', '']
  const expected = hmac.update(before).update(incoming.rawBody).update(after).digest()
  const isSigned = given.some((one) => isSignature(one, encoding, expected))
  if (!isSigned) throw notProved('The signature does not match the request.')
}

/** Returns the time in the header of a delivery, as sent; throws if it is not recent. */
function readFresh(
  { header, format, toleranceSeconds }: NonNullable<(Verify & { style: 'hmac' })['timed']>,
  incoming: IncomingWebhook,
  now: Date,
): string {
  const time = findRequiredHeader(incoming, header)
  if (!time) throw notProved(`The request has no header ${header}.`)
  const ms = readTime(time, format)
  if (ms === undefined || Math.abs(now.getTime() - ms) > toleranceSeconds * 1000) {
    throw notProved('The signature is too old.')
  }
  return time
}

/** Returns the texts before and after the body in a signed text. */
export function fillSigned(signed: string, time: string): [before: string, after: string] {
  const [before = '', after = ''] = signed.split('{body}')
  const fill = (text: string) => text.replace('{time}', () => time)
  return [fill(before), fill(after)]
}

export function decodeKey(secret: string, encoding: 'hex' | undefined): Buffer {
  if (encoding === undefined) return Buffer.from(secret)
  if (!/^(?:[\da-f]{2})+$/i.test(secret)) {
    throw notProved('The secret of the subscription is not hexadecimal.')
  }
  return Buffer.from(secret, encoding)
}

function isSameText(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

const notProved = (message: string) => new WebhookRefusedError(401, message)

export function findRequiredHeader({ headers }: IncomingWebhook, name: string): string | undefined {
  const value = headers[name.toLowerCase()]
  return Array.isArray(value) ? value[0] : value
}
