import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { expect, it } from 'vitest'
import { verifyWebhook } from './webhooks.ts'

const secret = `whsec_${randomBytes(32).toString('base64')}`
const now = new Date('2026-01-15T09:30:00Z')
const message = {
  notificationType: 'connection.deleted',
  data: { projectId: 'proj_1', connectionId: 'conn_1', provider: 'hubspot', groupRef: 'Grüße 🌍' },
}
const body = JSON.stringify(message)

const makeSignedRequest = (signature: string, at = now) => ({
  'webhook-id': 'msg_1',
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': signature,
})

const signers = [
  {
    name: 'standardwebhooks',
    sign: (key: string) => new StandardWebhook(key).sign('msg_1', now, body),
  },
  { name: 'svix', sign: (key: string) => new SvixWebhook(key).sign('msg_1', now, body) },
]

it.each(signers)('accepts what $name signs', ({ sign: signBy }) => {
  const headers = makeSignedRequest(signBy(secret))

  expect(verifyWebhook({ body, headers, secret, now })).toEqual(message)
})

it('accepts bytes, a Headers object and header names in any case', () => {
  const headers = makeSignedRequest(new StandardWebhook(secret).sign('msg_1', now, body))
  const shouted = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
  )

  expect(
    verifyWebhook({ body: Buffer.from(body), headers: new Headers(headers), secret, now }),
  ).toEqual(message)
  expect(verifyWebhook({ body, headers: shouted, secret, now })).toEqual(message)
})

it('accepts any one of several signatures, as while a key is rotated', () => {
  const other = new StandardWebhook(randomBytes(32).toString('base64')).sign('msg_1', now, body)
  const own = new StandardWebhook(secret).sign('msg_1', now, body)

  const verified = verifyWebhook({
    body,
    headers: makeSignedRequest(`${other} ${own}`),
    secret,
    now,
  })

  expect(verified).toEqual(message)
})

it('accepts an Ed25519 signature by the public key', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const raw = Buffer.from(String(publicKey.export({ format: 'jwk' }).x), 'base64url')
  const content = `msg_1.${now.getTime() / 1000}.${body}`
  const headers = makeSignedRequest(
    `v1a,${sign(null, Buffer.from(content), privateKey).toString('base64')}`,
  )

  const verified = verifyWebhook({ body, headers, secret: `whpk_${raw.toString('base64')}`, now })

  expect(verified).toEqual(message)
})

it.each([
  { what: 'a changed body', change: { body: `${body} ` }, says: 'No signature' },
  {
    what: 'another key',
    change: { secret: `whsec_${randomBytes(32).toString('base64')}` },
    says: 'No signature',
  },
  {
    what: 'a public key in place of the secret',
    change: { secret: `whpk_${randomBytes(32).toString('base64')}` },
    says: 'No signature',
  },
  { what: 'a broken public key', change: { secret: 'whpk_AAAA' }, says: '32 bytes' },
  { what: 'an empty key', change: { secret: '' }, says: 'empty' },
  {
    what: 'an old timestamp',
    change: { now: new Date(now.getTime() + 301_000) },
    says: 'more than 300 s',
  },
  {
    what: 'a timestamp to come',
    change: { now: new Date(now.getTime() - 301_000) },
    says: 'more than 300 s',
  },
  {
    what: 'a parsed body',
    change: { body: message as unknown as string },
    says: 'raw text or bytes',
  },
  { what: 'no headers', change: { headers: {} }, says: 'no header webhook-id' },
  {
    what: 'something behind the signature',
    change: {
      headers: makeSignedRequest(`${new StandardWebhook(secret).sign('msg_1', now, body)}!x`),
    },
    says: 'No signature',
  },
  {
    what: 'an empty signature',
    change: { headers: makeSignedRequest('v1,') },
    says: 'No signature',
  },
  {
    what: 'a foreign version',
    change: { headers: makeSignedRequest('v9,AAAA') },
    says: 'No signature',
  },
])('rejects $what', ({ change, says }) => {
  const headers = makeSignedRequest(new StandardWebhook(secret).sign('msg_1', now, body))

  expect(() => verifyWebhook({ body, headers, secret, now, ...change })).toThrow(says)
})

it('rejects a non-numeric timestamp even if it is signed', () => {
  const webhook = new StandardWebhook(secret)
  const never = new Date(NaN)

  const headers = {
    ...makeSignedRequest(webhook.sign('msg_1', never, body)),
    'webhook-timestamp': 'NaN',
  }

  expect(() => verifyWebhook({ body, headers, secret, now })).toThrow('more than 300 s')
})
