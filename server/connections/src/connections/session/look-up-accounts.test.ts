import { createServer } from 'node:http'
import { catalogue, overlayCatalogue } from '@platform/connectors'
import type { ConnectionId } from '@platform/contract'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openProvider } from '../../provider/open-provider.ts'
import { givenTenant, testApi, type TestApi } from '@platform/testing/test-api'
import { testDatabase } from '@platform/testing/test-database'
import { getPort, must } from '@platform/kernel/values'

interface Site {
  id: string | number
  name: string
  product?: string
}
const one: Site = { id: 'site-1', name: 'Globex' }
const other: Site = { id: 'site-2', name: '<Initech>' }

/** The provider's reply to the lookup. */
let sites: Site[] | number = []
let lookups: (string | undefined)[] = []
/** Parameters that the provider adds to its redirect. */
let redirected: Record<string, string> = {}
const paths: string[] = []
const provider = createServer((request, reply) => {
  const url = new URL(request.url ?? '/', 'http://provider.test')
  const send = (status: number, body: unknown) =>
    reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  if (url.pathname === '/authorize') {
    const back = new URL(must(url.searchParams.get('redirect_uri'), 'redirect_uri'))
    back.searchParams.set('code', 'code-1')
    back.searchParams.set('state', must(url.searchParams.get('state'), 'state'))
    for (const [name, value] of Object.entries(redirected)) back.searchParams.set(name, value)
    return void reply.writeHead(302, { location: back.href }).end()
  }
  if (url.pathname === '/token') {
    return void send(200, { access_token: 'token-1', refresh_token: 'token-2', expires_in: 3600 })
  }
  if (url.pathname === '/sites') {
    lookups.push(request.headers.authorization)
    return typeof sites === 'number'
      ? void send(sites, {})
      : void send(200, { sites, accounts: sites, dc: 'us10' })
  }
  paths.push(url.pathname)
  return void send(200, {})
})

let api: TestApi
let acme: Awaited<ReturnType<typeof givenTenant>>

beforeAll(async () => {
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${getPort(provider)}`
  api = await testApi(await testDatabase(), {
    catalogue: overlayCatalogue(catalogue, {
      boards: {
        displayName: 'Boards',
        authType: 'oauth2',
        baseURL: `${url}/sites/{{siteId}}`,
        support: { proxy: true },
        oauth2Opts: {
          grantType: 'authorizationCode',
          authURL: `${url}/authorize`,
          tokenURL: `${url}/token`,
          explicitScopesRequired: false,
          explicitWorkspaceRequired: false,
          tokenMetadataFields: {},
        },
        metadata: {
          postAuthentication: [{ name: 'siteId' }],
          input: [
            { name: 'company', redirectParam: 'realmId' },
            {
              name: 'area',
              defaultValue: 'com',
              redirectParam: 'server',
              redirectCapture: String.raw`^https://accounts\.boards\.([a-z.]+)$`,
            },
          ],
        },
        lookup: {
          url: `${url}/sites`,
          records: 'sites',
          values: { siteId: 'id' },
          label: 'name',
          what: 'site',
        },
      },
      intercom: {
        baseURL: url,
        oauth2Opts: { authURL: `${url}/authorize`, tokenURL: `${url}/token` },
        lookup: {
          url: `${url}/sites`,
          records: 'sites',
          values: { siteId: 'id' },
          what: 'workspace',
          optional: true,
        },
      },
      basecamp: {
        baseURL: `${url}/{{workspace}}`,
        oauth2Opts: { authURL: `${url}/authorize`, tokenURL: `${url}/token` },
        lookup: { url: `${url}/sites` },
      },
      mailchimp: {
        baseURL: `${url}/{{dc}}`,
        oauth2Opts: { authURL: `${url}/authorize`, tokenURL: `${url}/token` },
        lookup: { url: `${url}/sites` },
      },
    }),
  })
  acme = await givenTenant(api)
  for (const provided of ['boards', 'basecamp', 'mailchimp', 'intercom']) {
    await sendCall('POST', `/v1/projects/${acme.project.id}/provider-apps`, {
      provider: provided,
      clientId: 'client-1',
      clientSecret: 'secret-1',
    })
  }
})
afterAll(async () => {
  provider.close()
  await api.close()
  await api.database.close()
})
beforeEach(() => {
  sites = [one]
  lookups = []
  redirected = {}
  paths.length = 0
})

const sendCall = (method: 'GET' | 'POST' | 'PATCH', url: string, body?: unknown) =>
  api.call(method, url, { apiKey: acme.full.key, body })

let groups = 0
const whose = () => ({ groupRef: `group-${++groups}`, consumerRef: 'hank' })

/** Follows redirects to the provider and back; returns the final page and the browser's cookie. */
async function signIn(begin: string) {
  const started = await api.call('GET', new URL(begin).pathname)
  const cookie = String(started.headers['set-cookie']).split(';', 1)[0] ?? ''
  const consent = await fetch(String(started.headers.location), { redirect: 'manual' })
  const callback = new URL(must(consent.headers.get('location'), 'location'))
  const page = await api.call('GET', callback.pathname + callback.search, { headers: { cookie } })
  return { page, cookie }
}

const connect = async (of: { groupRef: string; consumerRef: string; provider?: string }) => {
  const { body } = await sendCall('POST', '/v1/oauth-connect', {
    projectIdOrName: acme.project.id,
    provider: 'boards',
    ...of,
  })
  return signIn(String(body))
}

const choose = async (html: string, cookie: string, choice: string) => {
  const action = must(/action="([^"]+)"/.exec(html)?.[1], 'action')
  return api.call('POST', action, {
    headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
    body: `choice=${choice}`,
  })
}

const listConnections = async (groupRef: string) =>
  (await sendCall('GET', `/v1/projects/${acme.project.id}/connections?groupRef=${groupRef}`))
    .body as {
    id: ConnectionId
    providerMetadata?: Record<string, { value: string }>
  }[]

const pathOfCall = async (id: ConnectionId) => {
  const { client } = await openProvider(api.services, api.database.tenant(acme.project.id), id)
  await client.request({ path: '/issues' })
  return paths.at(-1)
}

it('stores the values of the only account, and uses them in calls', async () => {
  const of = whose()

  const { page } = await connect(of)

  expect(page.body).toContain('Connected')
  const [connection] = await listConnections(of.groupRef)
  expect(lookups).toEqual(['Bearer token-1'])
  expect(await pathOfCall(must(connection, 'connection').id)).toBe('/sites/site-1/issues')
})

it('connects the account of the product that the entry names', async () => {
  sites = [
    { id: 1, name: 'Globex HEY', product: 'hey' },
    { id: 99, name: 'Globex', product: 'bc3' },
  ]
  const of = whose()

  const { page } = await connect({ ...of, provider: 'basecamp' })

  expect(page.body).toContain('Connected')
  const [connection] = await listConnections(of.groupRef)
  expect(connection?.providerMetadata?.['workspace']?.value).toBe('99')
})

it('asks with the scheme that the entry names, and nobody for the data center', async () => {
  const of = whose()

  const { page } = await connect({ ...of, provider: 'mailchimp' })

  expect(page.body).toContain('Connected')
  expect(lookups).toEqual(['OAuth token-1'])
  const [connection] = await listConnections(of.groupRef)
  expect(connection?.providerMetadata?.['dc']?.value).toBe('us10')
})

it.each([401, 403, 404])(
  'connects without values that the token may not read (%i)',
  async (status) => {
    sites = status
    const of = whose()

    const { page } = await connect({ ...of, provider: 'intercom' })

    expect(page.body).toContain('Connected')
    const [connection] = await listConnections(of.groupRef)
    expect(must(connection, 'connection').providerMetadata ?? {}).not.toHaveProperty('siteId')
  },
)

it.each([
  [500, 'intercom'],
  [403, 'boards'],
])('connects nothing if the provider answers %i to the lookup of %s', async (status, provided) => {
  sites = status
  const of = whose()

  await connect({ ...of, provider: provided })

  expect(await listConnections(of.groupRef)).toEqual([])
})

it('stores values of the redirect, and asks nobody for them', async () => {
  redirected = { realmId: '991', server: 'https://accounts.boards.eu' }
  const of = whose()

  const { page } = await connect(of)

  expect(page.body).toContain('Connected')
  expect(
    must((await listConnections(of.groupRef))[0], 'connection').providerMetadata,
  ).toMatchObject({
    company: { value: '991' },
    area: { value: 'eu' },
  })
})

it('ignores a redirect whose value does not match', async () => {
  redirected = { realmId: '992', server: 'https://accounts.boards.eu@evil.example/' }
  const of = whose()

  await connect(of)

  const [connection] = await listConnections(of.groupRef)
  expect(must(connection, 'connection').providerMetadata).not.toHaveProperty('area')
})

it('asks for the account if there are several, and connects none before', async () => {
  sites = [one, other]
  const of = whose()

  const { page, cookie } = await connect(of)
  const before = await listConnections(of.groupRef)
  const stranger = await choose(String(page.body), 'platform-browser=x', '1')
  const chosen = await choose(String(page.body), cookie, '1')
  const again = await choose(String(page.body), cookie, '0')

  expect(page.body).toContain('Choose a site')
  expect(page.body).toContain('&lt;Initech&gt;')
  expect(JSON.stringify(page.body)).not.toContain('token-1')
  expect([before.length, stranger.status, again.status]).toEqual([0, 400, 400])
  expect(chosen.body).toContain('Connected')
  const [connection] = await listConnections(of.groupRef)
  expect(await pathOfCall(must(connection, 'connection').id)).toBe('/sites/site-2/issues')
})

it('rejects an account that was not offered', async () => {
  sites = [one, other]
  const of = whose()

  const { page, cookie } = await connect(of)
  const reply = await choose(String(page.body), cookie, '2')

  expect(reply.status).toBe(400)
  expect(reply.body).toContain('Nothing was chosen')
  expect(await listConnections(of.groupRef)).toEqual([])
})

it('keeps the account on reauthentication and rejects another', async () => {
  const of = whose()
  await connect(of)
  const id = must((await listConnections(of.groupRef))[0], 'connection').id
  const path = `/v1/projects/${acme.project.id}/connections/${id}:oauth-update`
  const startAgain = async () => String((await sendCall('PATCH', path)).body)

  sites = [other, one]
  const { page: same } = await signIn(await startAgain())
  sites = [other]
  const { page: foreign } = await signIn(await startAgain())

  expect(same.body).toContain('Connected')
  expect(foreign.body).toContain('gives no access to the site that was connected')
  expect(await pathOfCall(id)).toBe('/sites/site-1/issues')
})

it.each([
  ['names no account', [] as Site[], 'gives access to no site'],
  ['refuses', 403, 'did not report which site you allowed (status 403)'],
])('connects nothing when the provider %s', async (_, reply, words) => {
  sites = reply
  const of = whose()

  const { page } = await connect(of)

  expect(page.body).toContain(words)
  expect(await listConnections(of.groupRef)).toEqual([])
})
