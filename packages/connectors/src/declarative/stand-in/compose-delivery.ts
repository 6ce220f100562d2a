import { createHmac, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import type { IncomingWebhook } from '@platform/connector'
import { setAtDotPath } from '../calls/dot-path.ts'
import { encodeForm } from '../calls/form.ts'
import type { AppWebhookRules } from '../subscribe/app-webhook-rules.ts'
import type { ObjectEvents, SubscribeRules } from '../subscribe/rules.ts'
import type { SignedTime, Verify } from '../subscribe/verify-rules.ts'
import { decodeKey, fillSigned, makeBasic } from '../subscribe/verify.ts'
import { writeTime } from '../calls/times.ts'

export type StandInDelivery = Pick<IncomingWebhook, 'headers'> & { url: string; body: string }

/** Secret of the provider app at stand-ins. */
export const standInAppSecret = 'the-secret-of-the-app'

/** Key pairs of providers at stand-ins, whose public keys provider apps have in place of the real ones. */
const standInKeys = {
  ed25519: generateKeyPairSync('ed25519'),
  'ecdsa-p256': generateKeyPairSync('ec', { namedCurve: 'P-256' }),
}

/** Returns what a provider app has at stand-ins to verify deliveries: a secret, or a public key. */
export const getStandInKey = (verify: Verify): string =>
  verify.style === 'publicKey'
    ? standInKeys[verify.algorithm].publicKey
        .export({ format: 'der', type: 'spki' })
        .toString('base64')
    : standInAppSecret

type DeliveryRules = Pick<SubscribeRules, 'verify' | 'delivery'> &
  Partial<Pick<AppWebhookRules, 'account'>>

/** Returns the delivery of an event, as a provider with these rules sends it. */
export function composeDelivery(
  { verify, delivery, account }: DeliveryRules,
  { url, secret }: { url: string; secret: string },
  {
    events,
    name,
    recordId,
    objectId,
    accountId,
    locator = {},
  }: {
    events: ObjectEvents
    name: string
    recordId: string
    objectId?: string | undefined
    accountId?: string
    locator?: Readonly<Record<string, string>>
  },
): StandInDelivery {
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  const item: Record<string, unknown> = {}
  const set = (place: string, value: unknown) => {
    if (place.startsWith('header:')) headers[place.slice(7).toLowerCase()] = String(value)
    else setAtDotPath(item, place, value)
  }
  for (const [place, text] of listPlaces(delivery, name)) set(place, text)
  if (verify.style === 'token' && verify.each !== undefined) set(verify.each, secret)
  const [place] = [events.record ?? delivery.record ?? []].flat()
  if (place !== undefined) set(place, recordId)
  for (const [part, at] of Object.entries(events.locator ?? {})) set(at, locator[part])
  if (account && accountId !== undefined) set(account.at, accountId)
  if (delivery.objectId !== undefined && objectId !== undefined) set(delivery.objectId, objectId)
  const [time] = delivery.time ?? []
  if (time) {
    const text = writeTime(Date.now(), time.format)
    set(time.field, time.format.startsWith('unix') ? Number(text) : text)
  }
  if (delivery.id !== undefined && delivery.id !== delivery.record) {
    set(delivery.id, randomUUID())
  }
  if (delivery.fields !== undefined) set(delivery.fields, ['name'])
  const whole: Record<string, unknown> = delivery.list === undefined ? item : {}
  if (delivery.list) setAtDotPath(whole, delivery.list, [item])
  if (verify.style === 'token' && verify.at !== undefined) {
    setAtDotPath(whole, verify.at, secret)
  }
  const header = verifyingHeader(verify)
  if (verify.style === 'basic') headers[header] = makeBasic(verify.user, secret)
  else if (verify.style === 'token' && header !== '') headers[header] = secret
  if (verify.style === 'publicKey' && verify.sent) {
    const { at: sentAt, format } = verify.sent
    const text = writeTime(Date.now(), format)
    setAtDotPath(whole, sentAt, format.startsWith('unix') ? Number(text) : text)
  }
  const content = delivery.list === '' ? [item] : whole
  const json = delivery.body === 'none' ? '' : JSON.stringify(content)
  const body = delivery.form ? encodeForm(whole) : json
  if (delivery.form) headers['content-type'] = 'application/x-www-form-urlencoded'
  if (verify.style === 'hmac') {
    const key = verify.secret === 'app' ? standInAppSecret : secret
    const hmac = createHmac(verify.hash, decodeKey(key, verify.key))
    const now = Math.floor(Date.now() / 1000)
    if (verify.stamped) hmac.update(`${now}${verify.stamped.joint ?? '.'}`)
    const sent = verify.timed && writeSignedTime(verify.timed.format)
    if (verify.timed && sent) headers[verify.timed.header.toLowerCase()] = sent
    const signed = verify.timed && sent ? fillSigned(verify.timed.signed, sent).join(body) : body
    if (verify.before !== undefined) hmac.update(verify.before === 'url' ? url : 'POST')
    const signature = hmac.update(signed).digest(verify.encoding)
    headers[verify.header.toLowerCase()] = verify.stamped
      ? `${verify.stamped.time}=${now},${verify.stamped.signature}=${signature}`
      : (verify.prefix ?? '') + signature
  }
  if (verify.style === 'publicKey') {
    const { algorithm, encoding, timed } = verify
    const sent = timed && writeSignedTime(timed.format)
    if (timed && sent) headers[timed.header.toLowerCase()] = sent
    const signed = timed && sent ? fillSigned(timed.signed, sent).join(body) : body
    const { privateKey } = standInKeys[algorithm]
    const hash = algorithm === 'ed25519' ? null : 'sha256'
    headers[header] = sign(hash, Buffer.from(signed), privateKey).toString(encoding)
  }
  return { url, headers, body }
}

const writeSignedTime = (format: SignedTime['format']) =>
  format === 'http-date' ? new Date().toUTCString() : writeTime(Date.now(), format)

/** Header that proves a delivery, in lower case; empty if the body does. */
export function verifyingHeader(verify: Verify): string {
  if (verify.style === 'basic') return 'authorization'
  return verify.style === 'url' ? '' : (verify.header ?? '').toLowerCase()
}

/** Returns the paths of the parts of an event's name in a delivery. */
function listPlaces({ name: template, names = {} }: SubscribeRules['delivery'], name: string) {
  const places: string[] = []
  const pattern = template.replaceAll(/\{([^{}]+)\}|[^{}]/g, (part, place: string | undefined) => {
    if (place === undefined) return part.replace(/[.*+?^${}()|[\]\\]/, String.raw`\$&`)
    places.push(place)
    return '(.+?)'
  })
  const [, ...parts] = new RegExp(`^${pattern}$`).exec(name) ?? []
  return places.map((place, n) => {
    const text = parts[n] ?? ''
    return [place, Object.keys(names).find((one) => names[one] === text) ?? text] as const
  })
}
