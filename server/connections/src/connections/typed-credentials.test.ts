import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { catalogue, overlayCatalogue } from '@platform/connectors'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { tryGiven } from '../provider/try-given.ts'
import { openProvider } from '../provider/open-provider.ts'
import { givenTenant, testApi, type TestApi } from '@platform/testing/test-api'
import { testDatabase } from '@platform/testing/test-database'
import { getPort, must } from '@platform/kernel/values'
import { patiently } from '@platform/testing/patiently'

let api: TestApi
let acme: Awaited<ReturnType<typeof givenTenant>>
let globex: Awaited<ReturnType<typeof givenTenant>>
let answer: (request: IncomingMessage, reply: ServerResponse) => void
let asked: string[] = []

const provider = createServer((request, reply) => {
  asked.push(`${request.method} ${request.url}`)
  answer(request, reply)
})

/** Accepts the key `right` in a header, and `ana` with the password `right`. */
const honest: typeof answer = ({ headers }, reply) => {
  const basic = `Basic ${Buffer.from('ana:right').toString('base64')}`
  const isRight = headers['x-key'] === 'right' || headers.authorization === basic
  const said = JSON.stringify({ error: `unauthorized_${String(headers['x-key'])}` })
  reply.writeHead(isRight ? 200 : 401, { 'content-type': 'application/json' }).end(said)
}

const status =
  (code: number, headers: Record<string, string> = {}): typeof answer =>
  (_request, reply) =>
    reply.writeHead(code, headers).end()

beforeAll(async () => {
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${getPort(provider)}`
  const common = { baseURL: url, defaultModule: 'root', support: { proxy: true } }
  const tried = { ...common, authHealthCheck: { url: `${url}/me` } }
  const apiKey = {
    authType: 'apiKey',
    apiKeyOpts: { attachmentType: 'header', header: { name: 'X-Key' } },
  }
  const own = {
    authType: 'custom',
    customOpts: {
      headers: [{ name: 'X-Key', valueTemplate: '{{secret}}' }],
      inputs: [{ name: 'secret', displayName: 'Secret' }],
    },
  }
  api = await testApi(await testDatabase(), {
    catalogue: overlayCatalogue(catalogue, {
      keyed: { ...tried, ...apiKey, name: 'keyed', displayName: 'Keyed' },
      uncheckable: { ...common, ...apiKey, name: 'uncheckable', displayName: 'Uncheckable' },
      brevo: { baseURL: url },
      basicly: { ...tried, authType: 'basic', name: 'basicly', displayName: 'Basicly' },
      ownly: { ...tried, ...own, name: 'ownly', displayName: 'Ownly' },
    }),
  })
  acme = await givenTenant(api)
  globex = await givenTenant(api)
})
afterAll(async () => {
  provider.closeAllConnections()
  provider.close()
  await api.close()
  await api.database.close()
})
beforeEach(() => {
  answer = honest
  asked = []
})

let groups = 0
const whose = () => ({ groupRef: `group-${++groups}`, consumerRef: 'ana' })

const generate = (name: string, credentials: object, of = whose(), tenant = acme) =>
  api.call('POST', `/v1/projects/${tenant.project.id}/connections:generate`, {
    apiKey: tenant.full.key,
    body: { provider: name, ...of, ...credentials },
  })

const renew = (id: string, credentials: object, tenant = acme) =>
  api.call('PATCH', `/v1/projects/${acme.project.id}/connections/${id}`, {
    apiKey: tenant.full.key,
    body: { updateMask: Object.keys(credentials), connection: credentials },
  })

const get = async (id: string) =>
  (
    await api.call('GET', `/v1/projects/${acme.project.id}/connections/${id}?includeCreds=true`, {
      apiKey: acme.full.key,
    })
  ).body

it.each([
  ['keyed', { apiKey: 'wrong-key' }, 'apiKey', 'Keyed rejected this key.'],
  [
    'basicly',
    { basicAuth: { username: 'ana', password: 'wrong' } },
    'basicAuth.password',
    'Basicly rejected this user name and password.',
  ],
  [
    'ownly',
    { customAuth: { secret: 'wrong' } },
    'customAuth.secret',
    'Ownly rejected what was entered.',
  ],
])(
  'does not save credentials that %s refuses, and reports the field',
  async (name, typed, field, words) => {
    const of = whose()
    const { status: code, body } = await generate(name, typed, of)
    const { body: saved } = await api.call(
      'GET',
      `/v1/projects/${acme.project.id}/connections?groupRef=${of.groupRef}`,
      { apiKey: acme.full.key },
    )

    expect([code, body.detail, asked]).toEqual([422, words, ['GET /me']])
    expect(body.issues).toEqual([{ in: 'body', name: field, detail: words }])
    expect(saved).toEqual([])
    expect(JSON.stringify(body)).not.toContain('wrong-key')
  },
)

it.each(['keyed', 'uncheckable'])(
  'rejects a key that no header can contain, without calling %s',
  async (name) => {
    const of = whose()
    const good = must((await generate(name, { apiKey: 'right' })).body.id, 'id')
    asked = []

    const replies = [
      await generate(name, { apiKey: 'sk_live_…' }, of),
      await generate(name, { apiKey: 'two\nlines' }, of),
      await renew(good, { apiKey: '…' }),
    ]

    const field = ['apiKey', 'apiKey', 'connection.apiKey']
    expect(replies.map(({ status: code }) => code)).toEqual([400, 400, 400])
    expect(replies.map(({ body }) => body.issues[0].name)).toEqual(field)
    expect(asked).toEqual([])
  },
)

it('replaces working credentials only with accepted ones', async () => {
  const { body: made } = await generate('keyed', { apiKey: 'right' })
  const refused = await renew(made.id, { apiKey: 'wrong' })
  const kept = await get(made.id)
  const taken = await renew(made.id, { apiKey: 'right' })

  expect(made).toMatchObject({ status: 'working', health: { state: 'healthy' } })
  expect(refused).toMatchObject({
    status: 422,
    body: { issues: [{ name: 'connection.apiKey', detail: 'Keyed rejected this key.' }] },
  })
  expect(kept).toMatchObject({ apiKey: 'right', status: 'working' })
  expect(taken).toMatchObject({ status: 200, body: { status: 'working' } })
})

it('verifies credentials of provider-specific schemes', async () => {
  const connect = (secret: string) =>
    api.call('POST', '/v1/custom-auth/connect', {
      apiKey: acme.full.key,
      body: {
        projectIdOrName: acme.project.id,
        provider: 'ownly',
        ...whose(),
        customAuth: { secret },
      },
    })
  const [wrong, right] = [await connect('wrong'), await connect('right')]
  answer = status(500)
  const unclear = await connect('right')

  expect(wrong).toMatchObject({ status: 422, body: { issues: [{ name: 'customAuth.secret' }] } })
  expect(right.body.connection.health).toEqual({ state: 'healthy' })
  expect(unclear.body.connection.health.state).toBe('unconfirmed')
})

const unclearReply = 'The reply of Keyed does not show whether the credentials are valid.'

it.each<[string, typeof answer]>([
  ['answers 500', status(500)],
  ['answers 403', status(403)],
  ['leads elsewhere', status(302, { location: 'http://127.0.0.1:1/collect' })],
  ['hangs up', ({ socket }) => void socket.destroy()],
])('saves credentials as unconfirmed for a provider that %s', async (_, behaves) => {
  answer = behaves
  const { status: code, body } = await generate('keyed', { apiKey: 'right' })

  expect([code, body.status, body.health]).toEqual([
    201,
    'created',
    { state: 'unconfirmed', reason: unclearReply, retryTime: expect.any(String) },
  ])
  expect(asked).toEqual(['GET /me'])
})

it('limits the wait for a hanging provider', async () => {
  answer = () => undefined
  const tried = await tryGiven(api.services, api.database.tenant(acme.project.id), {
    entry: must(api.services.catalogue?.keyed, 'entry'),
    owner: {
      projectId: acme.project.id,
      provider: 'keyed',
      providerMetadata: {},
      providerAppId: null,
    },
    credentials: { kind: 'apiKey', apiKey: 'right' },
    mayAsk: () => undefined,
    patienceMs: 150,
  })

  expect(tried).toMatchObject({ status: 'created', unconfirmed: unclearReply })
  // The request may still be pending; the next test counts requests.
  await vi.waitFor(() => expect(asked).toEqual(['GET /me']), patiently)
})

it('reports unverified credentials for providers without a verification call until first use', async () => {
  const { body: made } = await generate('uncheckable', { apiKey: 'right' })
  const before = await get(made.id)
  const { client } = await openProvider(api.services, api.database.tenant(acme.project.id), made.id)
  await client.request({ path: '/records' })
  const after = await get(made.id)
  const renewed = await renew(made.id, { apiKey: 'another' })

  expect(before).toMatchObject({
    status: 'created',
    health: {
      state: 'unconfirmed',
      reason: 'Uncheckable has no call that verifies them immediately.',
    },
  })
  expect([after.status, after.health]).toEqual(['working', { state: 'healthy' }])
  expect(renewed.body).toMatchObject({ status: 'created', health: { state: 'unconfirmed' } })
  expect(asked).toEqual(['GET /records'])
})

it('reads one record of a list if the catalogue declares no call', async () => {
  answer = ({ headers }, reply) => {
    const code = { right: 200, wrong: 401 }[String(headers['api-key'])] ?? 403
    reply.writeHead(code, { 'content-type': 'application/json' }).end('{}')
  }
  const replies = []
  for (const apiKey of ['wrong', 'right', 'of little use']) {
    replies.push(await generate('brevo', { apiKey }))
  }

  expect(replies.map(({ status: code, body }) => [code, body.health?.state])).toEqual([
    [422, undefined],
    [201, 'healthy'],
    [201, 'unconfirmed'],
  ])
  // A rejection by one list is confirmed by two others.
  expect(asked).toHaveLength(5)
  expect(new Set(asked).size).toBe(3)
})

it('sends no request for a connection of another tenant', async () => {
  const { body: made } = await generate('keyed', { apiKey: 'right' })
  asked = []
  const { status: code } = await renew(made.id, { apiKey: 'wrong' }, globex)

  expect([code, asked]).toEqual([404, []])
  expect((await get(made.id)).apiKey).toBe('right')
})

it('limits attempts of a group without affecting others', async () => {
  const of = whose()
  const guessed = await Promise.all(
    Array.from({ length: 14 }, (_, i) => generate('keyed', { apiKey: `guess-${i}` }, of)),
  )
  const limited = must(
    guessed.find((reply) => reply.status === 429),
    'reply with an error',
  )
  const other = await generate('keyed', { apiKey: 'right' })

  expect(guessed.filter((reply) => reply.status === 422)).toHaveLength(10)
  expect(limited.body.detail).toBe('More than 10 trials of credentials in 600 seconds.')
  expect(limited.body.retryAfter).toBeDefined()
  expect(other.status).toBe(201)
})

it('counts attempts of a browser across groups of a frontend key', async () => {
  const tries = Array.from({ length: 45 }, (_, i) =>
    api.call('POST', `/v1/projects/${acme.project.id}/connections:generate`, {
      apiKey: acme.frontend.key,
      body: { provider: 'keyed', ...whose(), apiKey: `guess-${i}` },
    }),
  )
  const replies = await Promise.all(tries)

  expect(replies.filter((reply) => reply.status === 422)).toHaveLength(40)
  expect(replies.filter((reply) => reply.status === 429)).toHaveLength(5)
})
