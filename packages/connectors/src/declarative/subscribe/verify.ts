import { isUtf8 } from 'node:buffer'
import { createHmac, timingSafeEqual } from 'node:crypto'
import {
  WebhookRefusedError,
  type IncomingWebhook,
  type SubscribingApp,
  type WebhookProof,
} from '@platform/connector'
import { isSignature } from '../../is-signature.ts'
import { parseWebhookBody } from '../../parse-webhook-body.ts'
import { getAtDotPath } from '../calls/dot-path.ts'
import { listWebhookSecrets } from './secrets.ts'
import { readTime } from '../calls/times.ts'
import { parseNestedForm } from '../calls/form.ts'
import { isSignedByKey, readPublicKey } from './public-key.ts'
import { getSecretOrigin, type SignedTime, type Verify } from './verify-rules.ts'

/** While a secret is rotated, a header may contain several signatures. */
const maxSignatures = 10

/** Values that prove a delivery. */
export interface DeliveryProof {
  /** Secrets of the webhooks, one of which proves it; empty if there is none. */
  secrets: readonly string[]
  /** Time of receipt. */
  now: Date
  format: 'json' | 'form' | 'none'
}

/** Returns the key of the provider app, or the provider's own public key; undefined if there is none. */
export function findAppSecret(verify: Verify, app: SubscribingApp | undefined): string | undefined {
  const param = getKeyParam(verify)
  const given =
    param !== undefined && app && Object.hasOwn(app.metadata, param) && app.metadata[param]
  if (verify.style === 'publicKey') return given || verify.key
  return param === undefined ? app?.clientSecret : given || undefined
}

/** Returns the name of the value of the provider app that verifies deliveries, if it is not its client secret. */
export const getKeyParam = (verify: Verify): string | undefined =>
  'param' in verify ? verify.param : undefined

/** Returns the secrets that may prove a delivery. */
export function findSecrets(
  verify: Verify,
  { app, secret }: WebhookProof,
  isSeveral: boolean,
): readonly string[] {
  const origin = getSecretOrigin(verify)
  const found = origin === 'app' ? findAppSecret(verify, app) : secret
  if (!found) return []
  return isSeveral && origin === 'reply' ? listWebhookSecrets(found) : [found]
}

/**
 * Returns the parsed body of a delivery after verifying it. A secret in each event is compared by
 * `verifyEach`.
 */
export function verifyBody(
  verify: Verify,
  incoming: IncomingWebhook,
  proof: DeliveryProof,
): unknown {
  const parse = () => {
    if (proof.format === 'none') return {}
    return proof.format === 'form'
      ? parseNestedForm(readText(incoming))
      : parseWebhookBody(incoming)
  }
  // The caller compared the key of the URL.
  if (verify.style === 'url') return parse()
  const [secret] = proof.secrets
  if (!secret) throw notProved('The subscription has no secret to verify it with.')
  if (verify.style === 'hmac') {
    verifySignature(verify, incoming, proof)
    return parse()
  }
  if (verify.style === 'publicKey') {
    verifyByKey(verify, incoming, proof)
    const body = parse()
    if (verify.sent) checkSent(verify.sent, body, proof.now)
    return body
  }
  if (verify.style === 'token' && verify.each !== undefined) return parse()
  const header = verify.style === 'basic' ? 'Authorization' : verify.header
  if (header !== undefined) {
    const expected = verify.style === 'basic' ? makeBasic(verify.user, secret) : secret
    const given = findRequiredHeader(incoming, header)
    if (!given) throw notProved(`The request has no header ${header}.`)
    if (!isSameText(given, expected)) throw notProved(`The secret in header ${header} is wrong.`)
    return parse()
  }
  let body: unknown
  try {
    body = parse()
  } catch {
    throw notProved('The body contains no secret.')
  }
  const given = verify.style === 'token' ? getAtDotPath(body, verify.at ?? '') : undefined
  if (typeof given !== 'string' || !isSameText(given, secret)) {
    throw notProved('The secret in the body is wrong.')
  }
  return body
}

/** Compares the secret in each event; without any event, nothing is proved. */
export function verifyEach(
  verify: Verify,
  events: readonly unknown[],
  { secrets }: DeliveryProof,
): void {
  if (verify.style !== 'token' || verify.each === undefined) return
  const place = verify.each
  const [secret = ''] = secrets
  const isProved = events.every((one) => {
    const given = getAtDotPath(one, place)
    return typeof given === 'string' && isSameText(given, secret)
  })
  if (!isProved || events.length === 0) throw notProved('The secret in an event is wrong.')
}

/** Value of the header `Authorization` for HTTP basic authentication. */
export const makeBasic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

function verifySignature(
  verify: Verify & { style: 'hmac' },
  incoming: IncomingWebhook,
  { secrets, now }: DeliveryProof,
): void {
  const { hash, encoding, header, prefix, stamped, timed, before: first } = verify
  const { key: keyEncoding } = verify
  const text = findRequiredHeader(incoming, header)
  if (!text) throw notProved(`The request has no header ${header}.`)
  let [before, after] = ['', '']
  let given = [text]
  if (prefix !== undefined) {
    given = text
      .split(',', maxSignatures)
      .map((one) => one.trim())
      .flatMap((one) => (one.startsWith(prefix) ? one.slice(prefix.length) : []))
  }
  if (stamped) {
    const parts = text.split(/[,;]/).map((part) => part.trim().split('='))
    const listValues = (name: string) =>
      parts.flatMap(([key, value]) => (key === name ? (value ?? []) : []))
    const [time = ''] = listValues(stamped.time)
    const ageMs = Math.abs(now.getTime() - Number(time) * 1000)
    if (!/^\d{1,12}$/.test(time) || ageMs > stamped.toleranceSeconds * 1000) {
      throw notProved('The signature is too old.')
    }
    before = time + (stamped.joint ?? '.')
    given = listValues(stamped.signature).slice(0, maxSignatures)
  }
  if (timed) [before, after] = fillSigned(timed.signed, readFresh(timed, incoming, now))
  if (first !== undefined) before = incoming[first] + before
  const isSigned = secrets.some((secret) => {
    const hmac = createHmac(hash, decodeKey(secret, keyEncoding))
    const expected = hmac.update(before).update(incoming.rawBody).update(after).digest()
    return given.some((one) => isSignature(one, encoding, expected))
  })
  if (!isSigned) throw notProved('The signature does not match the request.')
}

function verifyByKey(
  { algorithm, encoding, header, timed }: Verify & { style: 'publicKey' },
  incoming: IncomingWebhook,
  { secrets, now }: DeliveryProof,
): void {
  const text = findRequiredHeader(incoming, header)
  if (!text) throw notProved(`The request has no header ${header}.`)
  const [before, after] = timed
    ? fillSigned(timed.signed, readFresh(timed, incoming, now))
    : ['', '']
  const content = Buffer.concat([Buffer.from(before), incoming.rawBody, Buffer.from(after)])
  const keys = secrets.map((one) => {
    const key = readPublicKey(algorithm, one)
    if (!key) throw notProved(`The public key of the provider app is not one of ${algorithm}.`)
    return key
  })
  if (!keys.some((key) => isSignedByKey(algorithm, key, { text, encoding, content }))) {
    throw notProved('The signature does not match the request.')
  }
}

/** Rejects a delivery whose body does not state a recent time of sending. */
function checkSent(
  { at: place, format, toleranceSeconds }: NonNullable<(Verify & { style: 'publicKey' })['sent']>,
  body: unknown,
  now: Date,
): void {
  const ms = readTime(getAtDotPath(body, place), format)
  if (ms === undefined) throw notProved(`The body has no time of sending at ${place}.`)
  if (Math.abs(now.getTime() - ms) > toleranceSeconds * 1000) {
    throw notProved('The delivery was sent too long ago.')
  }
}

/** Returns the time in the header of a delivery, as sent; throws if it is not recent. */
function readFresh(
  { header, format, toleranceSeconds }: SignedTime,
  incoming: IncomingWebhook,
  now: Date,
): string {
  const time = findRequiredHeader(incoming, header)
  if (!time) throw notProved(`The request has no header ${header}.`)
  const ms = format === 'http-date' ? Date.parse(time) : readTime(time, format)
  if (ms === undefined || !(Math.abs(now.getTime() - ms) <= toleranceSeconds * 1000)) {
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

function readText({ rawBody }: IncomingWebhook): string {
  if (!isUtf8(rawBody)) throw new WebhookRefusedError(400, 'The body is not valid UTF-8.')
  return Buffer.from(rawBody).toString()
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
