import type { ConnectionId } from '@platform/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openProvider } from '../provider/open-provider.ts'
import { givenTenant, testApi, type TestApi } from '@platform/testing/test-api'
import { testDatabase } from '@platform/testing/test-database'
import { must } from '@platform/kernel/values'
import {
  base64,
  standInClient,
  privateKeyPem,
  schemesAt,
  serviceAccountKey,
  standInProvider,
  tenant,
  type StandIn,
} from './testing/stand-in-provider.ts'

let api: TestApi
let acme: Awaited<ReturnType<typeof givenTenant>>
let provider: StandIn
let path: string

beforeAll(async () => {
  provider = await standInProvider()
  api = await testApi(await testDatabase(), { catalogue: schemesAt(provider.url) })
  acme = await givenTenant(api)
  path = `/v1/projects/${acme.project.id}/connections`
  for (const name of ['code', 'codePkce', 'microsoftAdminConsent']) {
    await sendAs('POST', `/v1/projects/${acme.project.id}/provider-apps`, {
      provider: name,
      ...standInClient,
    })
  }
})
afterAll(async () => {
  provider.close()
  await api.close()
  await api.database.close()
})
beforeEach(() => {
  provider.state.refuses = ''
  provider.expire()
  provider.asked.length = 0
})

let groups = 0
const whose = (groupRef = `group-${++groups}`) => ({ groupRef, consumerRef: `of-${groupRef}` })

const sendAs = (method: 'GET' | 'POST' | 'PATCH', url: string, body?: unknown, as: object = {}) =>
  api.call(method, url, { apiKey: acme.full.key, body, ...as })

const generate = (name: string, rest: object, of = whose()) =>
  sendAs('POST', `${path}:generate`, { provider: name, ...of, ...rest })

const customConnect = (name: string, rest: object = {}, of = whose()) =>
  sendAs('POST', '/v1/custom-auth/connect', {
    projectIdOrName: acme.project.id,
    provider: name,
    ...of,
    ...rest,
  })

const oauthConnect = (name: string, of = whose()) =>
  sendAs('POST', '/v1/oauth-connect', { projectIdOrName: acme.project.id, provider: name, ...of })

/** Follows redirects to the provider and back, like a browser. */
async function goThrough(begin: string) {
  const started = await api.call('GET', new URL(begin).pathname)
  const cookie = String(started.headers['set-cookie']).split(';', 1)[0] ?? ''
  let location = String(started.headers.location)
  const callbacks: string[] = []
  for (;;) {
    const consent = await fetch(location, { redirect: 'manual' })
    const callback = new URL(must(consent.headers.get('location'), 'location'))
    callbacks.push(callback.pathname + callback.search)
    const page = await api.call('GET', callback.pathname + callback.search, { headers: { cookie } })
    if (page.status !== 302) return { page, callbacks, cookie }
    location = String(page.headers.location)
  }
}

const findConnection = async (groupRef: string) => {
  const { body } = await sendAs('GET', `${path}?groupRef=${groupRef}`)
  return must(body[0], 'connection') as { id: ConnectionId; status: string; authScheme: string }
}

/** Calls the provider through the connection, which renews its tokens if possible. */
async function callAs(id: ConnectionId): Promise<number> {
  const db = api.database.tenant(acme.project.id)
  const { client: opened } = await openProvider(api.services, db, id)
  return (await opened.request({ path: '/me' })).status
}

interface Scheme {
  name: string
  authScheme: string
  /** Connects the group, and returns the connection. */
  connect(of: { groupRef: string; consumerRef: string }): Promise<ConnectionId>
  /** New credentials for the connection. */
  again(id: ConnectionId): Promise<unknown>
  /** The credential in calls that no reply contains. */
  shows?: [before: string, after: string]
}

/** A scheme with typed credentials. */
const makeTypedScheme = (
  name: string,
  authScheme: string,
  mask: string,
  [first, second]: [object, object],
  shows?: [string, string],
): Scheme => ({
  name,
  authScheme,
  ...(shows && { shows }),
  connect: async (of) => (await generate(name, first, of)).body.id as ConnectionId,
  again: async (id) => {
    const reply = await sendAs('PATCH', `${path}/${id}`, { updateMask: [mask], connection: second })
    expect(reply.status).toBe(200)
  },
})

/** A scheme with a page of the provider. */
const makeVisitedScheme = (
  name: string,
  authScheme: string,
  begin: (of: { groupRef: string; consumerRef: string }) => Promise<string>,
): Scheme => ({
  name,
  authScheme,
  async connect(of) {
    expect((await goThrough(await begin(of))).page.status).toBe(200)
    return (await findConnection(of.groupRef)).id
  },
  async again(id) {
    const { text } = await sendAs('PATCH', `${path}/${id}:oauth-update`)
    expect((await goThrough(text)).page.status).toBe(200)
  },
})

/** A provider-specific scheme whose steps need no page. */
const makeSteppedScheme = (
  name: string,
  customAuth: object,
  metadata: Record<string, string> = {},
): Scheme => ({
  name,
  authScheme: 'custom',
  async connect(of) {
    const reply = await customConnect(name, { customAuth, providerMetadata: inputs(metadata) }, of)
    expect(reply.body).toMatchObject({ connection: { authScheme: 'custom' } })
    return reply.body.connection.id as ConnectionId
  },
  async again(id) {
    const connection = { customAuth }
    const reply = await sendAs('PATCH', `${path}/${id}`, { updateMask: ['customAuth'], connection })
    expect(reply.status).toBe(200)
  },
})

const inputs = (metadata: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(metadata).map(([name, value]) => [name, { value, source: 'input' }]),
  )

const redtail = { apiKey: 'key-1', username: 'hank', password: 'p:w' }
const salesforceJWT = {
  clientId: 'consumer-key',
  username: 'robot@acme.test',
  privateKey: base64(privateKeyPem),
  environment: 'https://login.salesforce.com',
}
const basic = (name: string, password: string) => ({ basicAuth: { username: name, password } })
const key = (apiKey: string) => ({ apiKey })

const renewed: Scheme[] = [
  makeVisitedScheme(
    'code',
    'oauth2/authorizationCode',
    async (of) => (await oauthConnect('code', of)).text,
  ),
  makeVisitedScheme(
    'codePkce',
    'oauth2/authorizationCodePKCE',
    async (of) => (await oauthConnect('codePkce', of)).text,
  ),
  makeTypedScheme('clientCredentials', 'oauth2/clientCredentials', 'oauth2ClientCredentials', [
    { oauth2ClientCredentials: standInClient },
    { oauth2ClientCredentials: { ...standInClient, scopes: ['all'] } },
  ]),
  makeTypedScheme('password', 'oauth2/password', 'oauth2PasswordCredentials', [
    { oauth2PasswordCredentials: { ...standInClient, username: 'ana', password: 'pw' } },
    { oauth2PasswordCredentials: { ...standInClient, username: 'ana', password: 'pw' } },
  ]),
  makeSteppedScheme('redtail', redtail),
  makeVisitedScheme(
    'microsoftAdminConsent',
    'custom',
    async (of) =>
      (await customConnect('microsoftAdminConsent', {}, of)).body.redirect.url as string,
  ),
  makeSteppedScheme('salesforceJWT', salesforceJWT, { workspace: 'acme' }),
  makeSteppedScheme(
    'netsuiteM2M',
    { clientId: 'consumer', certificateId: 'cert-1', privateKey: privateKeyPem },
    { workspace: '1234567-sb1' },
  ),
  makeSteppedScheme(
    'bigquery',
    { serviceAccountKey },
    { projectId: 'p', dataset: 'd', timestampColumn: 't' },
  ),
  makeSteppedScheme(
    'googleWorkspaceDelegation',
    { serviceAccountKey, scopes: 'https://www.googleapis.com/auth/calendar' },
    { userEmail: 'ana@acme.test' },
  ),
]

const kept: Scheme[] = [
  makeTypedScheme(
    'keyInHeader',
    'apiKey',
    'apiKey',
    [key('k-1'), key('k-2')],
    ['Key k-1', 'Key k-2'],
  ),
  makeTypedScheme('keyInQuery', 'apiKey', 'apiKey', [key('k-1'), key('k-2')], ['?k-1', '?k-2']),
  makeTypedScheme(
    'keyAsBasic',
    'apiKey',
    'apiKey',
    [key('k-1'), key('k-2')],
    [`Basic ${base64('k-1:')}`, `Basic ${base64('k-2:')}`],
  ),
  makeTypedScheme(
    'basic',
    'basic',
    'basicAuth',
    [basic('ana', 'a:b'), basic('ana', 'c')],
    [`Basic ${base64('ana:a:b')}`, `Basic ${base64('ana:c')}`],
  ),
  makeTypedScheme(
    'template',
    'custom',
    'customAuth',
    [
      { customAuth: { first: '1', second: '{{first}}' } },
      { customAuth: { first: '1', second: '3' } },
    ],
    ['Two 1/{{first}}', 'Two 1/3'],
  ),
  makeTypedScheme(
    'queryTemplate',
    'custom',
    'customAuth',
    [{ customAuth: { secret: '1' } }, { customAuth: { secret: '2' } }],
    ['?q-1', '?q-2'],
  ),
]

describe.each(renewed)('$name', ({ authScheme, connect, again }) => {
  it('connects, attaches the token, renews it once on a 401, and takes new credentials', async () => {
    const of = whose()
    const id = await connect(of)
    const statuses = [await callAs(id)]

    provider.expire()
    provider.asked.length = 0
    statuses.push(...(await Promise.all([1, 2, 3, 4].map(() => callAs(id)))))
    const renewals = provider.asked.length

    provider.state.refuses = 'invalid_grant'
    provider.expire()
    const refused = await callAs(id).catch((error: Error) => error.message)
    const { status } = await findConnection(of.groupRef)
    provider.state.refuses = ''
    await again(id)
    statuses.push(await callAs(id))

    expect(statuses).toEqual([200, 200, 200, 200, 200, 200])
    expect(renewals).toBe(1)
    expect([status, String(refused)]).toEqual([
      'bad_credentials',
      expect.stringContaining('answered 400 (invalid_grant'),
    ])
    expect(await findConnection(of.groupRef)).toMatchObject({ id, authScheme, status: 'working' })
  })
})

describe.each(kept)(
  '$name',
  ({ authScheme, connect, again, shows: [before, after] = ['', ''] }) => {
    it('connects, sends entered credentials, reports a 401 and accepts new credentials', async () => {
      const of = whose()
      provider.accept(before)
      const id = await connect(of)
      const works = await callAs(id)

      provider.expire()
      provider.accept(after)
      const refused = await callAs(id).catch((error: Error) => error.message)
      const { status } = await findConnection(of.groupRef)
      await again(id)

      expect([works, await callAs(id)]).toEqual([200, 200])
      expect([status, String(refused)]).toEqual([
        'bad_credentials',
        expect.stringContaining('rejected the credentials'),
      ])
      expect(await findConnection(of.groupRef)).toMatchObject({ id, authScheme, status: 'working' })
    })
  },
)

it('calls without credentials if the provider requires none', async () => {
  const of = whose()
  const { body } = await generate('open', {}, of)
  provider.accept('')

  expect(body).toMatchObject({ authScheme: 'none' })
  expect(await callAs(body.id as ConnectionId)).toBe(200)
})

describe('errors are described', () => {
  it.each<[string, string, object, string, string]>([
    ['no key', 'keyInHeader', {}, 'apiKey', 'keyInHeader requires apiKey.'],
    ['no password', 'basic', {}, 'basicAuth', 'basic requires basicAuth.'],
    ['no client', 'clientCredentials', {}, 'oauth2ClientCredentials', 'requires'],
    ['no user', 'password', {}, 'oauth2PasswordCredentials', 'requires'],
    ['no token', 'code', {}, 'oauth2AuthorizationCode.accessToken', 'requires'],
    [
      'half of the inputs',
      'template',
      { customAuth: { first: '1' } },
      'customAuth.second',
      'template needs Second.',
    ],
    [
      'an input that there is not',
      'template',
      { customAuth: { first: '1', second: '2', third: '3' } },
      'customAuth.third',
      'template does not have this input. Inputs: first, second.',
    ],
    [
      'none of the options',
      'salesforceJWT',
      {
        customAuth: { ...salesforceJWT, environment: 'https://evil.test' },
        providerMetadata: inputs({ workspace: 'acme' }),
      },
      'customAuth.environment',
      'Environment must be one of: https://login.salesforce.com',
    ],
  ])('%s', async (_, name, rest, field, words) => {
    const { status, body } = await generate(name, rest)

    expect(status).toBe(400)
    expect(body.issues).toMatchObject([{ in: 'body', name: field }])
    expect(body.issues[0].detail).toContain(words)
  })

  it.each<[string, string, object, object]>([
    [
      'a password that the provider refuses',
      'redtail',
      { customAuth: { ...redtail, password: 'wrong' } },
      {
        status: 422,
        detail: 'Redtail rejected these credentials.',
        causes: ['Redtail answered 401 (Unknown user).'],
      },
    ],
    [
      'a key that is none',
      'salesforceJWT',
      {
        customAuth: { ...salesforceJWT, privateKey: 'not a key' },
        providerMetadata: inputs({ workspace: 'acme' }),
      },
      {
        status: 400,
        issues: [
          {
            name: 'customAuth.privateKey',
            detail: 'The value must be a PEM private key for RS256 (plain or base64).',
          },
        ],
      },
    ],
    [
      'an account that is not JSON',
      'bigquery',
      {
        customAuth: { serviceAccountKey: 'e30' },
        providerMetadata: inputs({ projectId: 'p', dataset: 'd', timestampColumn: 't' }),
      },
      {
        status: 400,
        issues: [
          {
            name: 'customAuth.serviceAccountKey',
            detail:
              'The value must be a JSON object (plain or base64) with client_email, private_key.',
          },
        ],
      },
    ],
    [
      'a provider of another kind',
      'keyInHeader',
      {},
      { status: 400, title: 'The provider does not support this operation' },
    ],
    [
      'nobody whose it is',
      'redtail',
      { customAuth: redtail, groupRef: undefined },
      { status: 400, issues: [{ name: 'groupRef' }] },
    ],
  ])('%s', async (_, name, rest, problem) => {
    const { status, body } = await customConnect(name, rest)

    expect({ ...body, status }).toMatchObject(problem)
    expect(JSON.stringify(body)).not.toContain('PRIVATE KEY')
  })

  it('a rejected OAuth client of the customer ends the connection, one of the builder does not', async () => {
    const own = await generate('clientCredentials', { oauth2ClientCredentials: standInClient })
    provider.state.refuses = 'invalid_client'
    provider.expire()

    await expect(callAs(own.body.id as ConnectionId)).rejects.toThrow('invalid_client')
    const app = await customConnect('microsoftAdminConsent')
    const { page } = await goThrough(app.body.redirect.url as string)

    expect((await findConnection(own.body.group.groupRef as string)).status).toBe('bad_credentials')
    // Other customers use the app, so their provider's tenant is at fault and not the app.
    expect(page.text).toContain('does not accept this app')
  })
})

describe('a flow of several steps', () => {
  const begin = async (of = whose()) => {
    const { body } = await customConnect('microsoftAdminConsent', {}, of)
    return { of, ...(body.redirect as { url: string; sessionId: string }) }
  }
  const outcome = (sessionId: string, callbackParams?: object, as?: object) =>
    sendAs(
      'POST',
      '/v1/custom-auth/connect',
      { projectIdOrName: acme.project.id, sessionId, callbackParams },
      as,
    )

  it('returns its outcome to its creator, and not to another group', async () => {
    const { url, sessionId, of } = await begin()
    const open = await outcome(sessionId)
    const { callbacks } = await goThrough(url)
    const state = new URL(callbacks.at(-1) ?? '', 'http://x').searchParams.get('state')
    const foreign = await acme.consumerToken({ groupRef: 'initech', consumerRef: 'peter' })

    expect([open.status, open.body.title]).toEqual([
      422,
      'The end user has not finished signing in',
    ])
    expect((await outcome(sessionId)).body).toMatchObject({
      connection: {
        group: { groupRef: of.groupRef },
        providerWorkspaceRef: tenant,
        providerApp: { clientId: standInClient.clientId },
      },
    })
    expect((await outcome(sessionId, { state })).status).toBe(200)
    expect((await outcome(sessionId, { state: 'another' })).status).toBe(400)
    expect(
      (await outcome(sessionId, undefined, { apiKey: undefined, token: foreign })).status,
    ).toBe(404)
  })

  it.each([
    ['success', undefined, 200],
    ['failure', 'invalid_client', 422],
  ])(
    'posts its state, but no other value, to other UI libraries after %s',
    async (_, refuses, status) => {
      const { url, sessionId } = await begin()
      provider.state.refuses = refuses ?? ''

      const { page, callbacks } = await goThrough(url)

      const [, text = '[]'] = /const messages = (.*)$/m.exec(page.text) ?? []
      const [, message] = JSON.parse(text) as { source: string; params: object }[]
      const { state, ...others } = Object.fromEntries(
        new URL(callbacks.at(-1) ?? '', 'http://x').searchParams,
      )
      expect(message).toEqual({ source: 'ampersand-custom-auth', params: { state } })
      expect(Object.values(others).filter((value) => text.includes(value))).toEqual([])
      expect((await outcome(sessionId, message?.params)).status).toBe(status)
    },
  )

  it('is bound to its browser, with single-use steps', async () => {
    const { url, of } = await begin()
    const { callbacks, cookie } = await goThrough(url)
    const other = await begin()

    const again = await Promise.all(
      callbacks.map((one) => api.call('GET', one, { headers: { cookie } })),
    )
    const started = await api.call('GET', new URL(other.url).pathname)
    const page = new URL(String(started.headers.location))
    const state = page.searchParams.get('state') ?? ''
    const came = `/callbacks/v1/custom-auth/default?tenant=${tenant}&admin_consent=True&state=${state}`

    expect(again.map(({ status }) => status)).toEqual([400, 400])
    expect((await api.call('GET', came)).text).toContain('started in another browser')
    expect(
      (
        await api.call('GET', came.replace('custom-auth/default', 'oauth'), {
          headers: { cookie: String(started.headers['set-cookie']).split(';', 1)[0] ?? '' },
        })
      ).status,
    ).toBe(400)
    expect(await findConnection(of.groupRef)).toMatchObject({ authScheme: 'custom' })
  })

  it('connects a tenant only for its members, for any query parameters', async () => {
    const { url, sessionId } = await begin()
    const started = await api.call('GET', new URL(url).pathname)
    const cookie = String(started.headers['set-cookie']).split(';', 1)[0] ?? ''
    const state = new URL(String(started.headers.location)).searchParams.get('state') ?? ''
    const back = (query: Record<string, string>) =>
      api.call(
        'GET',
        `/callbacks/v1/custom-auth/default?${new URLSearchParams(query).toString()}`,
        { headers: { cookie } },
      )

    const victim = '00000000-aaaa-bbbb-cccc-000000000000'
    const forged = await back({ tenant: victim, admin_consent: 'True', state })
    const next = new URL(String(forged.headers.location)).searchParams.get('state') ?? ''
    const code = await back({ code: `code-of-${tenant}`, state: next })

    expect(forged.status).toBe(302)
    expect(code.status).toBe(400)
    expect((await outcome(sessionId)).body).toMatchObject({
      status: 422,
      title: 'Connecting failed',
    })
  })

  it.each([
    [
      'without consent',
      { tenant, admin_consent: 'False' },
      'did not confirm that admin_consent is True',
    ],
    [
      'for no tenant in particular',
      { tenant: 'organizations', admin_consent: 'True' },
      'no valid tenant',
    ],
    ['with a refusal', { error: 'access_denied', error_description: '<b>No</b>' }, '&lt;b&gt;No'],
  ])('ends %s with an explanation', async (_, query, words) => {
    const { url, sessionId } = await begin()
    const started = await api.call('GET', new URL(url).pathname)
    const cookie = String(started.headers['set-cookie']).split(';', 1)[0] ?? ''
    const state = new URL(String(started.headers.location)).searchParams.get('state') ?? ''
    const search = new URLSearchParams({ ...query, state }).toString()

    const page = await api.call('GET', `/callbacks/v1/custom-auth/default?${search}`, {
      headers: { cookie },
    })

    expect([page.status, page.text]).toEqual([400, expect.stringContaining(words)])
    expect((await outcome(sessionId)).status).toBe(422)
  })

  it('rejects another tenant than the connected one unless requested', async () => {
    const { url, of } = await begin()
    await goThrough(url)
    const { id } = await findConnection(of.groupRef)
    const db = api.database.tenant(acme.project.id)
    await db
      .updateTable('connections')
      .set({ providerWorkspaceRef: 'another' })
      .where('id', '=', id)
      .execute()

    const same = await sendAs('PATCH', `${path}/${id}:oauth-update`)
    const refused = await goThrough(same.text)
    const changed = await sendAs('PATCH', `${path}/${id}:oauth-update?changeAccount=true`)

    expect(refused.page.text).toContain('Your connection uses the account another')
    expect((await goThrough(changed.text)).page.status).toBe(200)
  })

  it('stores no secret of the builder with the connection', async () => {
    const { url, of } = await begin()
    await goThrough(url)
    const { id } = await findConnection(of.groupRef)
    const db = api.database.tenant(acme.project.id)
    const row = await db
      .selectFrom('connections')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()

    const held = await api.secrets.open(acme.project.id, row.credentials)

    expect(JSON.parse(held)).toMatchObject({ values: { tenant } })
    expect(held).not.toMatch(/s3cret|code-of/)
  })
})

it('sends the required parameters of the flow whatever an entry adds', async () => {
  const { text } = await oauthConnect('code')
  const started = await api.call('GET', new URL(text).pathname)
  const { searchParams } = new URL(String(started.headers.location))

  expect(Object.fromEntries(searchParams)).toMatchObject({
    client_id: standInClient.clientId,
    redirect_uri: 'http://platform.test/callbacks/v1/oauth',
    prompt: 'consent',
  })
  expect(searchParams.getAll('state')).not.toContain('mine')
})

it('stores the OAuth client of an imported connection and renews its tokens', async () => {
  const imported = await generate('code', {
    oauth2AuthorizationCode: { accessToken: { token: 'spent' }, refreshToken: { token: 'rt-1' } },
  })

  expect(imported.body.providerApp).toMatchObject({
    provider: 'code',
    clientId: standInClient.clientId,
  })
  expect(JSON.stringify(imported.body)).not.toContain('s3cret')
  expect(await callAs(imported.body.id as ConnectionId)).toBe(200)
})

it('changes with a frontend key only connections of the group that the body names', async () => {
  const of = whose()
  await generate('keyInHeader', { apiKey: 'first' }, of)
  const { id } = await findConnection(of.groupRef)
  const change = (connection: object, as: object = { apiKey: acme.frontend.key }) =>
    sendAs('PATCH', `${path}/${id}`, { updateMask: ['apiKey'], connection }, as)

  const own = await change({ ...of, apiKey: 'second' })
  const foreign = await change({ groupRef: 'initech', apiKey: 'theirs' })
  const unnamed = await change({ apiKey: 'theirs' })
  const token = await acme.consumerToken(of)
  const byToken = await change({ apiKey: 'third' }, { apiKey: undefined, token })
  const stranger = await change(
    { groupRef: 'initech', apiKey: 'theirs' },
    { apiKey: undefined, token },
  )

  expect([own.status, foreign.status, unnamed.status]).toEqual([200, 404, 400])
  expect([byToken.status, stranger.status]).toEqual([200, 403])
})
