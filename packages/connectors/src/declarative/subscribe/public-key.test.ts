import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import {
  WebhookRefusedError,
  type IncomingWebhook,
  type PushSubscribing,
  type SubscribingApp,
} from '@platform/connector'
import { describe, expect, it } from 'vitest'
import { requireValue } from '../../require-value.ts'
import { makeDeclaredConnector } from '../connector.ts'
import { Declaration } from '../schema/entry.ts'

const now = new Date('2026-11-20T10:00:00Z')
const pairs = {
  ed25519: generateKeyPairSync('ed25519'),
  'ecdsa-p256': generateKeyPairSync('ec', { namedCurve: 'P-256' }),
}
type Algorithm = keyof typeof pairs

const exportKey = (key: KeyObject) => key.export({ format: 'der', type: 'spki' }).toString('base64')
const makeVerify = (algorithm: Algorithm, more: object = {}) => ({
  style: 'publicKey',
  algorithm,
  encoding: 'base64',
  header: 'X-Signature',
  key: exportKey(pairs[algorithm].publicKey),
  ...more,
})

const declare = (verify: object, more: object = {}) => ({
  objects: {
    people: {
      read: { path: '/people', records: 'data', id: 'id', byId: { style: 'path' } },
      events: { update: 'person.updated' },
    },
  },
  appWebhooks: {
    verify,
    account: { at: 'account', connection: 'accountId' },
    delivery: { name: '{type}', record: 'person', id: 'key' },
    ...more,
  },
})

const makeSubscribing = (verify: object) =>
  requireValue(makeDeclaredConnector('acme', Declaration.parse(declare(verify))))
    .subscribing as PushSubscribing

const text = JSON.stringify({
  type: 'person.updated',
  account: 'a1',
  person: 'p1',
  key: 'k1',
  sent: '2026-11-20T09:59:00Z',
})
const signText = (algorithm: Algorithm, content: string, encoding: 'hex' | 'base64' = 'base64') =>
  sign(
    algorithm === 'ed25519' ? null : 'sha256',
    Buffer.from(content),
    pairs[algorithm].privateKey,
  ).toString(encoding)

const parse = (
  verify: object,
  signature: string | undefined,
  { body = text, at = now, app }: { body?: string; at?: Date; app?: SubscribingApp } = {},
  headers: Record<string, string> = {},
) => {
  const incoming: IncomingWebhook = {
    method: 'POST',
    url: 'https://platform.test/subscribe/app',
    headers: { ...headers, ...(signature !== undefined && { 'x-signature': signature }) },
    rawBody: Buffer.from(body),
  }
  return makeSubscribing(verify).parse(incoming, { app }, at)
}

const getRejection = (act: () => unknown): string => {
  try {
    act()
  } catch (error) {
    return error instanceof WebhookRefusedError ? `${error.status} ${error.message}` : String(error)
  }
  return 'accepted'
}
const makeApp = (publicKey: string): SubscribingApp => ({
  clientId: 'app',
  clientSecret: 'secret',
  metadata: { publicKey },
})

describe.each(['ed25519', 'ecdsa-p256'] as const)('a delivery signed with %s', (algorithm) => {
  const verify = makeVerify(algorithm)
  const signature = signText(algorithm, text)
  const unmatched = '401 The signature does not match the request.'

  it('is accepted in the declared encoding, and only the raw body counts', () => {
    expect(parse(verify, signature)).toMatchObject([{ recordId: 'p1', workspaceRef: 'a1' }])
    const inHex = makeVerify(algorithm, { encoding: 'hex' })
    const spaced = `${text.slice(0, -1)} }`
    const signed = signText(algorithm, spaced, 'hex')
    expect(parse(inHex, signed.toUpperCase(), { body: spaced })).toHaveLength(1)
    expect(getRejection(() => parse(inHex, signed))).toBe(unmatched)
  })

  it('is rejected with a reason if anything of the proof is wrong', () => {
    const other = algorithm === 'ed25519' ? 'ecdsa-p256' : 'ed25519'
    const strange = makeVerify(algorithm, {
      key: exportKey(
        (algorithm === 'ed25519'
          ? generateKeyPairSync('ed25519')
          : generateKeyPairSync('ec', { namedCurve: 'P-256' })
        ).publicKey,
      ),
    })
    expect(getRejection(() => parse(strange, signature))).toBe(unmatched)
    expect(getRejection(() => parse(verify, signature, { body: `${text} ` }))).toBe(unmatched)
    for (const wrong of [
      signText(other, text),
      Buffer.from(signature, 'base64').toString('hex'),
      `${signature}!`,
      `${signature},${signature}`,
      `${signature}AAAA`,
      signature.slice(0, -8),
      'N/A',
      '=',
    ]) {
      expect(
        getRejection(() => parse(verify, wrong)),
        wrong,
      ).toBe(unmatched)
    }
    for (const absent of [undefined, '']) {
      expect(getRejection(() => parse(verify, absent))).toBe(
        '401 The request has no header X-Signature.',
      )
    }
  })

  it('is verified with the key of the provider app in any notation, if it has one', () => {
    const chosen = makeVerify(algorithm, { key: undefined, param: 'publicKey' })
    const { publicKey } = pairs[algorithm]
    const pem = publicKey.export({ format: 'pem', type: 'spki' })
    const notations = [pem, pem.replaceAll('\n', String.raw`\n`), exportKey(publicKey)]
    if (algorithm === 'ed25519') {
      const bare = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
      notations.push(bare.toString('hex'), bare.toString('base64'))
    }
    for (const notation of notations) {
      expect(parse(chosen, signature, { app: makeApp(notation) })).toHaveLength(1)
    }
    expect(getRejection(() => parse(chosen, signature))).toMatch(/^401 .*no secret/)
    expect(getRejection(() => parse(chosen, signature, { app: makeApp('no key') }))).toBe(
      `401 The public key of the provider app is not one of ${algorithm}.`,
    )
    // A key that replaces the provider's is the only one.
    const both = makeVerify(algorithm, { param: 'publicKey' })
    expect(parse(both, signature)).toHaveLength(1)
    const replaced = makeApp(exportKey(generateKeyPairSync('ed25519').publicKey))
    expect(getRejection(() => parse(both, signature, { app: replaced }))).toMatch(/^401 /)
  })

  it('is rejected when it is sent again after its time, in the body or in a header', () => {
    const later = new Date(now.getTime() + 7_200_000)
    const sent = { at: 'sent', format: 'rfc3339', toleranceSeconds: 3600 }
    const inBody = makeVerify(algorithm, { sent })
    expect(parse(inBody, signature)).toHaveLength(1)
    expect(getRejection(() => parse(inBody, signature, { at: later }))).toBe(
      '401 The delivery was sent too long ago.',
    )
    const timeless = JSON.stringify({ type: 'person.updated', account: 'a1', person: 'p1' })
    expect(
      getRejection(() => parse(inBody, signText(algorithm, timeless), { body: timeless })),
    ).toBe('401 The body has no time of sending at sent.')

    const inHeader = makeVerify(algorithm, {
      timed: { header: 'X-Time', format: 'unix', signed: '{time}{body}', toleranceSeconds: 300 },
    })
    const time = String(now.getTime() / 1000)
    const signed = signText(algorithm, time + text)
    const headers = { 'x-time': time }
    expect(parse(inHeader, signed, {}, headers)).toHaveLength(1)
    expect(getRejection(() => parse(inHeader, signed, { at: later }, headers))).toBe(
      '401 The signature is too old.',
    )
    expect(
      getRejection(() => parse(inHeader, signed, {}, { 'x-time': String(Number(time) + 1) })),
    ).toBe(unmatched)
    expect(getRejection(() => parse(inHeader, signed))).toBe(
      '401 The request has no header X-Time.',
    )
  })
})

it('requires a key of the algorithm, and an HMAC for a hash as the answer', () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const wrongs: [string, object, object?][] = [
    ['no key', makeVerify('ed25519', { key: undefined })],
    ['another curve', makeVerify('ecdsa-p256', { key: exportKey(pairs.ed25519.publicKey) })],
    ['another algorithm', makeVerify('ed25519', { key: exportKey(rsa.publicKey) })],
    [
      'a hash',
      makeVerify('ed25519'),
      {
        handshake: {
          style: 'hash',
          event: { at: 'event', is: 'check' },
          at: 'token',
          reply: { value: 'token', hash: 'hash' },
        },
      },
    ],
  ]
  for (const [what, verify, more] of wrongs) {
    expect(Declaration.safeParse(declare(verify, more)).success, what).toBe(false)
  }
  expect(Declaration.safeParse(declare(makeVerify('ed25519'))).success).toBe(true)
})
