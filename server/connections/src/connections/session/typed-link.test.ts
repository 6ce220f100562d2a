import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { catalogue, overlayCatalogue } from '@platform/connectors'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { connectMethod } from '../../../../../packages/react/src/connect/connect-method.ts'
import { english } from '../../../../../packages/react/src/words/words.ts'
import { givenTenant, testApi, type TestApi } from '@platform/testing/test-api'
import { testDatabase } from '@platform/testing/test-database'
import { capture, getPort, must } from '@platform/kernel/values'
import { tryRejected } from '../../provider/try-refused.ts'
import { prepareChange } from '../connections.ts'
import { listTypedCredentials } from './typed-inputs.ts'

let api: TestApi
let acme: Awaited<ReturnType<typeof givenTenant>>
let answer: (request: IncomingMessage, reply: ServerResponse) => void
let asked: string[] = []

const provider = createServer((request, reply) => {
  asked.push(`${request.method} ${request.url}`)
  answer(request, reply)
})

/** Accepts the key `right`, `ana` with the password `right`, and clients with the secret `right`. */
const honest: typeof answer = (request, reply) => {
  const { headers } = request
  const send = (isRight: boolean, body: object) =>
    reply
      .writeHead(isRight ? 200 : 401, { 'content-type': 'application/json' })
      .end(JSON.stringify(isRight ? body : { error: 'invalid_client' }))
  const basic = Buffer.from(
    String(headers.authorization).replace('Basic ', ''),
    'base64',
  ).toString()
  if (request.url !== '/token')
    return send(headers['x-key'] === 'right' || basic === 'ana:right', {})
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const form = new URLSearchParams(Buffer.concat(chunks).toString())
    const secret = form.get('client_secret') ?? basic.split(':')[1]
    const isRight = secret === 'right' && form.get('password') !== 'wrong'
    send(isRight, { access_token: 'token', token_type: 'Bearer', expires_in: 3600 })
  })
  return undefined
}

beforeAll(async () => {
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${getPort(provider)}`
  const common = { baseURL: url, defaultModule: 'root', support: { proxy: true } }
  const tried = { ...common, authHealthCheck: { url: `${url}/me` } }
  const tokens = (grantType: string) => ({
    ...common,
    authType: 'oauth2',
    oauth2Opts: {
      ...{ grantType, tokenURL: `${url}/token`, tokenMetadataFields: {} },
      ...{ explicitScopesRequired: false, explicitWorkspaceRequired: false },
    },
  })
  const apiKeyOpts = {
    attachmentType: 'header',
    header: { name: 'X-Key' },
    docsURL: 'https://keyed.test/keys?a=1&b=2',
  }
  api = await testApi(await testDatabase(), {
    catalogue: overlayCatalogue(catalogue, {
      keyed: { ...tried, authType: 'apiKey', apiKeyOpts, name: 'keyed', displayName: 'Keyed' },
      basicly: { ...tried, authType: 'basic', name: 'basicly', displayName: 'Basicly' },
      clients: { ...tokens('clientCredentials'), name: 'clients', displayName: 'Clients' },
      people: { ...tokens('password'), name: 'people', displayName: 'People' },
      ownly: {
        ...tried,
        authType: 'custom',
        name: 'ownly',
        displayName: 'Ownly',
        customOpts: {
          headers: [{ name: 'X-Key', valueTemplate: '{{secret}}' }],
          inputs: [
            { name: 'place', displayName: 'Place', fieldType: 'fieldTypeText', prompt: 'A <b>' },
            {
              ...{ name: 'kind', displayName: 'Kind', fieldType: 'fieldTypeSelect' },
              options: [{ value: 'live', label: 'Live' }],
            },
            { name: 'secret', displayName: 'Secret' },
          ],
        },
      },
    }),
  })
  acme = await givenTenant(api)
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

const ofScheme = {
  keyed: { given: { apiKey: 'right' }, typed: { apiKey: 'right' } },
  basicly: {
    given: { basicAuth: { username: 'ana', password: 'right' } },
    typed: { username: 'ana', password: 'right' },
  },
  clients: {
    given: { oauth2ClientCredentials: { clientId: 'id', clientSecret: 'right' } },
    typed: { clientId: 'id', clientSecret: 'right' },
  },
  people: {
    given: {
      oauth2PasswordCredentials: {
        ...{ clientId: 'id', clientSecret: 'right', username: 'ana', password: 'right' },
      },
    },
    typed: { clientId: 'id', clientSecret: 'right', username: 'ana', password: 'right' },
  },
  ownly: {
    given: { customAuth: { place: 'here', kind: 'live', secret: 'right' } },
    typed: { place: 'here', kind: 'live', secret: 'right' },
  },
}
type Scheme = keyof typeof ofScheme

let groups = 0
/** A connection whose credentials the provider refused, and the link that was sent for it. */
async function givenLink(name: Scheme = 'keyed') {
  const groupRef = `group-${++groups}`
  const made = await api.call('POST', `/v1/projects/${acme.project.id}/connections:generate`, {
    apiKey: acme.full.key,
    body: {
      ...{ provider: name, groupRef, groupName: 'Blue & Co', consumerRef: 'hank' },
      ...ofScheme[name].given,
    },
  })
  const { id } = made.body as { id: `conn_${string}` }
  const db = api.database.tenant(acme.project.id)
  await db
    .updateTable('connections')
    .set({ status: 'bad_credentials', refusedSince: new Date(), refusal: 'no longer' })
    .where('id', '=', id)
    .execute()
  const ask = (query: string, credential: object = { token: acme.owner.token }) =>
    api.call(
      'PATCH',
      `/v1/projects/${acme.project.id}/connections/${id}:oauth-update${query}`,
      credential,
    )
  const { body: link } = await ask('?linkHours=24')
  asked = []
  const path = new URL(String(link)).pathname
  const readCredentials = async () =>
    (
      await api.call('GET', `/v1/projects/${acme.project.id}/connections/${id}?includeCreds=true`, {
        apiKey: acme.full.key,
      })
    ).body
  const send = (
    values: Record<string, string>,
    headers: Record<string, string> = { 'content-type': 'application/x-www-form-urlencoded' },
  ) =>
    api.http.inject({
      ...{ method: 'POST', url: path, headers },
      payload: new URLSearchParams(values).toString(),
    })
  const look = () => api.http.inject({ url: path, headers: { 'sec-fetch-dest': 'document' } })
  return { id, groupRef, db, ask, path, shown: readCredentials, send, look }
}

it.each(Object.entries(ofScheme))(
  'accepts new credentials of %s through a link',
  async (name, one) => {
    const { look, send, shown } = await givenLink(name as Scheme)

    const page = await look()
    const done = await send(one.typed)
    const again = await look()

    expect(page.statusCode).toBe(200)
    for (const input of Object.keys(one.typed)) expect(page.body).toContain(`name="${input}"`)
    expect([done.statusCode, again.statusCode]).toEqual([200, 400])
    expect(done.body).toContain('accepted the credentials. You can close this page.')
    expect(await shown()).toMatchObject({ status: 'working', health: { state: 'healthy' } })
  },
)

it('asks for the same inputs as the embedded UI', () => {
  const compared = Object.values(catalogue).flatMap((entry) => {
    const typed = listTypedCredentials(entry)
    const method = connectMethod(entry.info)
    const inputs = method.kind === 'credentials' ? method.credentials : []
    if (!typed && inputs.length === 0) return []
    expect(
      typed?.inputs.map(({ isKept: _kept, ...input }) => input),
      entry.info.name,
    ).toEqual(
      inputs.map(({ label, ...input }) => ({
        ...input,
        isSecret: input.isSecret ?? false,
        label: typeof label === 'string' ? label : english[label.word],
      })),
    )
    expect(typed?.docsUrl).toBe(method.kind === 'credentials' ? method.docsUrl : undefined)
    return [entry.info.authType]
  })

  expect(new Set(compared)).toEqual(new Set(['apiKey', 'basic', 'custom', 'oauth2']))
})

it(
  'shows a page without scripts or third parties that does not leak its URL',
  { tags: 'credential-links' },
  async () => {
    const { look } = await givenLink('ownly')

    const { headers, body } = await look()

    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'x-frame-options': 'DENY',
    })
    expect(headers['set-cookie']).toBeUndefined()
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'$/,
    )
    expect(body).not.toContain('<script')
    expect(body).toContain('Acme · Blue &amp; Co · Ownly')
    expect(body).toContain('A &lt;b&gt;')
    expect(body).toContain('<label for="input-secret">Secret</label>')
    expect(body).toContain('<option value="live">Live</option>')
  },
)

it('reports a refusal at the field without repeating secrets, and can be used again', async () => {
  const { send, shown, look } = await givenLink('basicly')

  const refused = await send({ username: 'a"na', password: 'zyx<"w' })

  expect(refused.statusCode).toBe(422)
  expect(refused.body).toContain('value="a&quot;na"')
  expect(refused.body).not.toContain('zyx')
  expect(refused.body).toMatch(
    /id="input-password"[^>]* aria-describedby="input-password-error" aria-invalid="true" autofocus/,
  )
  expect(capture(/id="input-password-error">([^<]*)/, refused.body)).toBe(
    'Basicly rejected this user name and password. Check them and try again.',
  )
  expect(await shown()).toMatchObject({ status: 'bad_credentials' })
  expect((await look()).statusCode).toBe(200)
})

it('rejects missing, malformed and oversized input without calling the provider', async () => {
  const { send, look } = await givenLink('ownly')

  const missing = await send({ place: 'here', kind: '', secret: '' })
  const unknown = await send({ place: 'here', kind: 'made-up', secret: 'right' })
  const json = await send({}, { 'content-type': 'application/json' })
  const large = await send({ place: 'x'.repeat(70_000) })
  const twice = await api.http.inject({
    ...{ method: 'POST', url: (await givenLink()).path, payload: 'apiKey=a&apiKey=b' },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

  expect(missing.statusCode).toBe(400)
  expect(missing.body).toContain('id="input-kind-error">Choose: Kind.')
  expect(missing.body).toContain('value="here"')
  expect(unknown.body).toContain('Kind must be one of: live.')
  expect([json, large, twice].map(({ statusCode }) => statusCode)).toEqual([415, 413, 400])
  expect(asked).toEqual([])
  expect((await look()).statusCode).toBe(200)
})

it('changes only the requested values', { tags: 'credential-links' }, async () => {
  const { send, shown } = await givenLink()
  const { provider: of, group, providerMetadata } = await shown()

  await send({
    ...{ apiKey: 'right', provider: 'basicly', groupRef: 'other', providerWorkspaceRef: 'evil' },
    ...{ updateMask: 'providerMetadata', 'providerMetadata.workspace': 'evil', __proto__: 'x' },
  })

  const after = await shown()
  expect(after).toMatchObject({ status: 'working', provider: of, group, providerMetadata })
  expect(after.providerWorkspaceRef).toBeUndefined()
})

it(
  'can be used once, which also invalidates other links',
  { tags: 'credential-links' },
  async () => {
    const { send, shown, ask } = await givenLink()
    const { body: another } = await ask('?linkHours=1')

    const tabs = await Promise.all([send({ apiKey: 'right' }), send({ apiKey: 'right' })])

    expect(tabs.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400])
    expect(tabs.map(({ body }) => body).join()).toContain('This link is not valid')
    expect(await shown()).toMatchObject({ status: 'working' })
    expect((await api.http.inject({ url: new URL(another).pathname })).statusCode).toBe(400)
  },
)

it('can still be used after its process died', async () => {
  const { id, db, send, shown } = await givenLink()
  const body = must(listTypedCredentials(must(api.services.catalogue['keyed'], 'keyed')), 'inputs')

  await prepareChange(api.services, db, {
    connectionId: id,
    body: body.change({ apiKey: 'right' }),
    mayAsk: () => {},
  })
  const before = await shown()
  const done = await send({ apiKey: 'right' })

  expect(before).toMatchObject({ status: 'bad_credentials' })
  expect(done.statusCode).toBe(200)
})

it('limits guesses', { tags: 'credential-links' }, async () => {
  const { send, look, db, id } = await givenLink()

  const tries = []
  for (let n = 0; n < 12; n++) tries.push(await send({ apiKey: `guess-${n}` }))
  const late = must(tries.at(-1), 'try')
  const inTime = await look()
  const counted = await db
    .selectFrom('connectSessions')
    .select('tries')
    .where('connectionId', '=', id)
    .executeTakeFirst()
  await db
    .updateTable('connectSessions')
    .set({ tries: 20 })
    .where('connectionId', '=', id)
    .execute()
  const spent = await send({ apiKey: 'right' })

  const refused = tries.filter(({ statusCode }) => statusCode === 422)
  expect(tries.map(({ statusCode }) => statusCode)).toEqual([
    ...refused.map(() => 422),
    ...Array.from({ length: tries.length - refused.length }, () => 429),
  ])
  // Creating the connection was one of the ten attempts.
  expect(refused).toHaveLength(9)
  expect(Number(late.headers['retry-after'])).toBeGreaterThan(0)
  expect(late.body).toContain('Too many attempts. Wait ten minutes and try again.')
  expect(asked).toHaveLength(9)
  expect(counted).toMatchObject({ tries: 9 })
  expect(inTime.statusCode).toBe(200)
  expect(spent.statusCode).toBe(400)
  expect(spent.body).toContain('This link is not valid')
})

it('expires, ends with the connection, and rejects invented URLs', async () => {
  const late = await givenLink()
  await late.db
    .updateTable('connectSessions')
    .set({ expireTime: new Date(Date.now() - 1) })
    .where('connectionId', '=', late.id)
    .execute()
  const gone = await givenLink()
  await api.call('DELETE', `/v1/projects/${acme.project.id}/connections/${gone.id}`, {
    apiKey: acme.full.key,
  })
  const meanwhile = await givenLink()
  answer = (request, reply) => {
    void api
      .call('DELETE', `/v1/projects/${acme.project.id}/connections/${meanwhile.id}`, {
        apiKey: acme.full.key,
      })
      .then(() => honest(request, reply))
  }

  const replies = [
    await late.look(),
    await late.send({ apiKey: 'right' }),
    await gone.look(),
    await gone.send({ apiKey: 'right' }),
    await meanwhile.send({ apiKey: 'right' }),
    await api.http.inject({ url: late.path.replace(/[^/]+$/, 'x'.repeat(43)) }),
  ]

  for (const { statusCode, body } of replies) {
    expect(statusCode).toBe(400)
    expect(body).toContain('Ask the sender for a new one.')
  }
})

it('saves credentials with a notice if the provider is unavailable', async () => {
  const { send, shown } = await givenLink()
  answer = (_request, reply) => reply.writeHead(503).end()

  const done = await send({ apiKey: 'new' })

  expect(done.statusCode).toBe(200)
  expect(done.body).toContain('Keyed did not respond')
  expect(await shown()).toMatchObject({
    health: { state: 'unconfirmed', retryTime: expect.any(String) },
  })
})

it.each<[Scheme, typed: Record<string, string>, becomes: object]>([
  ['keyed', { apiKey: 'right' }, { status: 'working', health: { state: 'healthy' } }],
  ['keyed', { apiKey: 'wrong' }, { status: 'bad_credentials', health: { state: 'needsSignIn' } }],
  ['clients', ofScheme.clients.typed, { status: 'working', health: { state: 'healthy' } }],
  [
    'clients',
    { ...ofScheme.clients.typed, clientSecret: 'wrong' },
    { status: 'bad_credentials', health: { state: 'needsSignIn' } },
  ],
])('of %s is retried in the background after an outage: %j', async (name, typed, becomes) => {
  const { send, ask, shown, id } = await givenLink(name)
  const db = api.database.tenant(acme.project.id)
  answer = (_request, reply) => reply.writeHead(503).end()
  await send(typed)
  const tryLater = async () => {
    await db
      .updateTable('connections')
      .set({ trialTime: new Date(0) })
      .where('id', '=', id)
      .execute()
    await tryRejected(api.services, db, id)
    return shown()
  }

  const stillAway = await tryLater()
  answer = honest
  const answered = await tryLater()
  const events = await db
    .selectFrom('events')
    .select('type')
    .where('type', '=', 'connection.error')
    .where('body', 'like', `%${id}%`)
    .execute()
  const anew = await ask('?linkHours=1')

  expect(stillAway).toMatchObject({
    health: { state: 'unconfirmed', retryTime: expect.any(String) },
  })
  expect(answered).toMatchObject(becomes)
  expect(events).toHaveLength(answered.status === 'working' ? 0 : 1)
  expect(anew.status).toBe(200)
})

it('can only be created by permitted callers, for typed credentials', async () => {
  const { ask, groupRef } = await givenLink()
  const globex = await givenTenant(api)

  const withoutHours = await ask('')
  const byFrontend = await ask(`?linkHours=1&groupRef=${groupRef}`, { apiKey: acme.frontend.key })
  const byOthers = await ask('?linkHours=1', { apiKey: globex.full.key })

  expect(withoutHours.body).toMatchObject({
    status: 400,
    remedy: expect.stringContaining('linkHours'),
  })
  expect([byFrontend.status, byOthers.status]).toEqual([403, 404])
})

it('records in the audit log who connected through whose link, without secrets', async () => {
  const { send, id } = await givenLink('people')

  await send({ ...ofScheme.people.typed, password: 'right' })

  const { body } = await api.call(
    'GET',
    `/v1/orgs/${acme.org.id}/audit-log?action=connectProvider`,
    {
      token: acme.owner.token,
    },
  )
  const record = body.find(({ target }: { target: string }) => target.endsWith(id))
  expect(record).toMatchObject({
    actor: { kind: 'consumer', id: 'hank' },
    before: { status: 'bad_credentials' },
    after: { status: 'working', byLinkOf: `builder:${acme.owner.email}` },
  })
  expect(JSON.stringify(record)).not.toContain('right')
})
