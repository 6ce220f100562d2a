import { once } from 'node:events'
import { createServer } from 'node:http'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Connection } from '@platform/contract'
import { getPort, must } from '@platform/kernel/values'
import { patiently } from '@platform/testing/patiently'
import { testPlatform } from '@platform/testing/test-platform'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { selectExpiringSoon } from '../connections/jobs.ts'
import { openProvider } from './open-provider.ts'
import { backdateFailures } from './testing/backdate-failures.ts'

interface Reply {
  status?: number
  headers?: Record<string, string>
  body: string | Buffer
}

/** The token endpoint's next replies; the last one is repeated. */
let replies: Reply[] = []
let sent: { authorization: string | undefined; form: URLSearchParams }[] = []
const provider = createServer((request, response) => {
  if (request.url !== '/token') return void response.writeHead(200).end('{}')
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const { authorization } = request.headers
    sent.push({ authorization, form: new URLSearchParams(Buffer.concat(chunks).toString()) })
    const reply = accepts(authorization)
      ? must((replies.length > 1 ? replies.shift() : replies[0]) ?? undefined, 'reply')
      : { status: 401, body: '{"error":"invalid_client"}' }
    response.writeHead(reply.status ?? 200, reply.headers).end(reply.body)
  })
})
let accepts: (authorization: string | undefined) => boolean

const json = { 'content-type': 'application/json' }
const tokens = (more: object = {}): Reply => ({
  headers: json,
  body: JSON.stringify({ access_token: `access-${sent.length}-of-no-known-form`, ...more }),
})

let platform: Awaited<ReturnType<typeof testPlatform>>
beforeAll(async () => {
  await once(provider.listen(0, '127.0.0.1'), 'listening')
  const origin = `http://127.0.0.1:${getPort(provider)}`
  const entry = (clientAuthentication: 'body' | 'basic') => ({
    displayName: 'Orchard',
    authType: 'oauth2',
    baseURL: origin,
    trustedDomains: ['http://127.0.0.1'],
    oauth2Opts: {
      grantType: 'authorizationCode',
      authURL: `${origin}/authorize`,
      tokenURL: `${origin}/token`,
      explicitScopesRequired: false,
      explicitWorkspaceRequired: false,
      tokenMetadataFields: {
        otherFields: [{ name: 'site', displayName: 'Site', path: 'site' }],
      },
    },
    oauth2Dialect: { clientAuthentication },
    objects: { trees: { read: { path: '/trees', records: 'trees', id: 'id' } } },
  })
  platform = await testPlatform({
    env: {
      PLATFORM_PROVIDERS: JSON.stringify({ orchard: entry('body'), grove: entry('basic') }),
    },
  })
  for (const name of ['orchard', 'grove']) {
    await platform.call('POST', '/v1/{p}/provider-apps', {
      provider: name,
      clientId: 'grove:one',
      clientSecret: 'a+b/c=',
    })
  }
})
afterAll(async () => {
  await platform.close()
  provider.close()
})
beforeEach(() => {
  replies = [tokens()]
  sent = []
  accepts = () => true
})

let groups = 0
const connect = (name = 'orchard') =>
  platform.call<Connection & { id: `conn_${string}` }>('POST', '/v1/{p}/connections:generate', {
    provider: name,
    groupRef: `group-${++groups}`,
    consumerRef: 'hank',
    oauth2AuthorizationCode: {
      accessToken: { token: 'imported-access-token' },
      refreshToken: { token: 'stored-refresh-token' },
      scopes: ['trees'],
    },
  })
const renew = (id: string) =>
  platform.call<Connection & { detail?: string }>(
    'GET',
    `/v1/{p}/connections/${id}?refresh=force&includeCreds=true`,
  )
const show = (id: string) => platform.call<Connection>('GET', `/v1/{p}/connections/${id}`)
const db = () => platform.database.tenant(platform.projectId)
const listErrors = (id: string) =>
  platform.messages.filter(
    ({ notificationType, data }) =>
      notificationType === 'connection.error' &&
      data &&
      'connectionId' in data &&
      data.connectionId === id,
  )

it('keeps what an empty member of a token reply does not replace', async () => {
  const { id } = await connect()
  replies = [tokens({ site: 'plot-1' }), tokens({ refresh_token: '', scope: '', site: '' })]

  await renew(id)
  await renew(id)
  const last = await renew(id)

  expect(sent.map(({ form }) => form.get('refresh_token'))).toEqual([
    'stored-refresh-token',
    'stored-refresh-token',
    'stored-refresh-token',
  ])
  expect(last).toMatchObject({
    oauth2AuthorizationCode: { scopes: ['trees'] },
    providerMetadata: { site: { value: 'plot-1' } },
  })
})

it('keeps all digits of what it takes from a token reply', async () => {
  const { id } = await connect()
  const digits = '9007199254740993'
  replies = [
    {
      headers: json,
      body: `{"access_token":"an-access-token-of-no-form","refresh_token":${digits},"site":${digits}}`,
    },
  ]

  const renewed = await renew(id)
  await renew(id)

  expect(renewed).toMatchObject({ providerMetadata: { site: { value: digits } } })
  expect(sent.map(({ form }) => form.get('refresh_token'))).toEqual([
    'stored-refresh-token',
    digits,
  ])
})

const hour = 3_600
it.each<[string, object, number | undefined]>([
  ['no lifetime', {}, undefined],
  ['a negative lifetime', { expires_in: -1 }, undefined],
  ['no time at all', { expires_in: 0 }, undefined],
  ['a text without a number', { expires_in: 'never' }, undefined],
  ['a lifetime that is over at once', { expires_in: 0.0001 }, undefined],
  ['members of an error that say nothing', { error: {}, ok: null }, undefined],
  ['an error of none', { error: 'none', expires_in: 90 }, 90],
  ['a short lifetime', { expires_in: 90 }, 90],
  ['a lifetime as a text', { expires_in: '3600' }, hour],
  ['an endless lifetime', { expires_in: 9223372036854775807n }, 10 * 365 * 24 * hour],
  ['a time in seconds', { expires_at: Math.floor(Date.now() / 1000) + 2 * hour }, 2 * hour],
  ['a time in milliseconds', { expires_at: Date.now() + 2 * hour * 1000 }, 2 * hour],
  [
    'a time without a zone',
    { expires_at: new Date(Date.now() + 2 * hour * 1000).toISOString().slice(0, -1) },
    2 * hour,
  ],
  ['a time in the past', { expires_at: 1_000_000_000 }, undefined],
])('saves tokens with %s, and does not renew them at each use', async (_what, more, seconds) => {
  const { id } = await connect()
  const text = JSON.stringify(
    { access_token: 'an-access-token-of-no-form', refresh_token: 'rotated-token', ...more },
    (_name, value: unknown) => (typeof value === 'bigint' ? Number(value) : value),
  )
  replies = [{ headers: json, body: text }]

  const renewed = await renew(id)
  for (let use = 0; use < 3; use++) {
    const { client } = await openProvider(platform.services, db(), id)
    await client.request({ path: '/trees' })
    await client.request({ path: '/trees' })
  }
  const expiring = await selectExpiringSoon(platform.database.everything, new Date()).execute()
  await renew(id)

  expect(renewed).toMatchObject({ id, status: 'working' })
  const left = renewed.tokenExpireTime && (Date.parse(renewed.tokenExpireTime) - Date.now()) / 1000
  if (seconds === undefined) expect(left).toBeUndefined()
  else {
    expect(left).toBeGreaterThan(seconds - 300)
    expect(left).toBeLessThanOrEqual(seconds)
  }
  expect(sent.map(({ form }) => form.get('refresh_token'))).toEqual([
    'stored-refresh-token',
    'rotated-token',
  ])
  expect(expiring.map((one) => one.id)).not.toContain(id)
})

it.each<[string, Reply]>([
  ['a text', { status: 400, headers: { 'content-type': 'text/plain' }, body: 'session over' }],
  ['a message', { status: 400, headers: json, body: '{"message":"session over"}' }],
  ['errors with 200', { headers: json, body: '{"errors":[{"message":"session over"}]}' }],
  ['an unknown code', { status: 403, headers: json, body: '{"error":"session over"}' }],
  [
    'a fault of the server',
    {
      status: 500,
      headers: json,
      body: '{"error":"invalid_grant","error_description":"session over"}',
    },
  ],
  [
    'a code with a syllable',
    { status: 400, headers: json, body: '{"error":"migrated","message":"session over"}' },
  ],
])('demands a sign-in if %s has ended a grant for hours', async (_what, refusal) => {
  const { id } = await connect()
  const bystander = await connect()
  await renew(id)
  replies = [refusal]

  await renew(id)
  const first = await show(id)
  await backdate(id, 4)
  await renew(id)
  await renew(id)
  const ended = await show(id)

  expect(first).toMatchObject({ health: { state: 'retrying' } })
  expect(ended).toMatchObject({
    status: 'bad_credentials',
    health: { state: 'needsSignIn', reason: expect.stringContaining('session over') },
  })
  await vi.waitFor(() => expect(listErrors(id)).toHaveLength(1), patiently)
  expect(await show(bystander.id)).not.toHaveProperty('refreshFailure')

  replies = [tokens()]
  await renew(id)
  expect(await show(id)).toMatchObject({ status: 'working', health: { state: 'healthy' } })
  expect(listErrors(id)).toHaveLength(1)
})

it('keeps a connection that is rejected in other words for a moment after an outage of hours', async () => {
  const { id } = await connect()
  await renew(id)
  replies = [{ status: 503, body: '' }]
  await renew(id)
  await backdate(id, 5)
  replies = [{ status: 400, headers: json, body: '{"message":"session over"}' }]

  await renew(id)
  await renew(id)

  expect((await show(id)).status).not.toBe('bad_credentials')
  replies = [tokens()]
  await renew(id)
  expect(await show(id)).toMatchObject({ status: 'working', health: { state: 'healthy' } })
})

it.each<[string, Reply]>([
  ['nothing', { status: 204, body: '' }],
  ['null', { headers: json, body: 'null' }],
  ['an empty token', { headers: json, body: '{"access_token":""}' }],
])('takes %s instead of tokens for an outage, not for the end of a grant', async (_what, reply) => {
  const { id } = await connect()
  await renew(id)
  replies = [reply]

  await renew(id)
  await backdate(id, 4)
  await renew(id)

  expect((await show(id)).status).not.toBe('bad_credentials')
})

it('keeps a connection through an outage of the token endpoint, and reports it once', async () => {
  const { id } = await connect()
  await renew(id)
  replies = [{ status: 503, body: 'session over' }]

  await renew(id)
  await backdate(id, 4)
  await renew(id)
  const afterHours = await show(id)
  await backdate(id, 25)
  await renew(id)
  await renew(id)

  expect(afterHours).toMatchObject({ health: { state: 'failing' } })
  expect(afterHours.status).not.toBe('bad_credentials')
  expect((await show(id)).status).not.toBe('bad_credentials')
  await vi.waitFor(() => expect(listErrors(id)).toHaveLength(1), patiently)
})

const backdate = (id: `conn_${string}`, hours: number) => backdateFailures(db(), id, hours)

it.each<[string, string]>([
  ['compares the pair as it is', 'grove:one:a+b/c='],
  ['decodes the pair', 'grove%3Aone:a%2Bb%2Fc%3D'],
])('gets tokens from a server that %s', async (_what, pair) => {
  const expected = `Basic ${Buffer.from(pair).toString('base64')}`
  accepts = (authorization) => authorization === expected
  const { id } = await connect('grove')

  const first = await renew(id)
  sent = []
  const second = await renew(id)

  expect([first, second]).toMatchObject([{ status: 'working' }, { status: 'working' }])
  expect(sent.map(({ authorization }) => authorization)).toEqual([expected])
})

it('reports a client that is rejected in both encodings', async () => {
  accepts = () => false
  const { id } = await connect('grove')

  await renew(id)

  expect(await show(id)).toMatchObject({ refreshFailure: { kind: 'oauthClient' } })
  expect(sent).toHaveLength(2)
})

const body = '{"access_token":"an-access-token-of-no-form","expires_in":3600}'
it.each<[string, Reply]>([
  ['of no type', { body }],
  ['as plain text', { headers: { 'content-type': 'text/plain' }, body }],
  ['as HTML', { headers: { 'content-type': 'text/html' }, body }],
  ['with a byte order mark', { headers: json, body: `\uFEFF${body}` }],
  ['as a form', { body: 'access_token=an-access-token-of-no-form&expires_in=3600' }],
  ['with gzip', { headers: { ...json, 'content-encoding': 'gzip' }, body: gzipSync(body) }],
  [
    'with Brotli',
    { headers: { ...json, 'content-encoding': 'br' }, body: brotliCompressSync(body) },
  ],
])('accepts tokens %s', async (_what, reply) => {
  const { id } = await connect()
  replies = [reply]

  expect(await renew(id)).toMatchObject({
    status: 'working',
    tokenExpireTime: expect.any(String),
  })
})
