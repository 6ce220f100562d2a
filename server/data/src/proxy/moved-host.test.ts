import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Connection, Installation, WriteReply } from '@platform/contract'
import { getPort } from '@platform/kernel/values'
import { patiently } from '@platform/testing/patiently'
import { testPlatform, type PlatformMessage } from '@platform/testing/test-platform'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'

const sourceYaml = `
specVersion: 1.0.0
integrations:
  - name: trees
    provider: orchard
    read:
      objects:
        - objectName: trees
          destination: webhook
          optionalFieldsAuto: all
          schedule: '0 0 1 1 *'
          backfill:
            defaultPeriod:
              fullHistory: true # platform:ignore[large-backfill-risk]
    write:
      objects:
        - objectName: trees
          inheritMapping: true
    proxy:
      enabled: true
`

/** A provider with two hosts. Only the host and the site named by its last token reply answer. */
const hosts = [createServer(serve), createServer(serve)]
const origins: string[] = []
let home = 0
let issued = 0
let refusedByOld: string[] = []
const gone = { status: 401, body: { message: 'gone elsewhere' } as object }
/** The reply to an ended token. */
let rejection = gone
/** Whether the account moves once the first page was read. */
let movesInRead = false

function serve(request: IncomingMessage, reply: ServerResponse): void {
  const at = hosts.findIndex((host) => getPort(host) === request.socket.localPort)
  const { url = '', method, headers } = request
  const answer = (status: number, body: unknown) =>
    reply
      .writeHead(status, { 'content-type': 'application/json' })
      .end(status === 204 ? undefined : JSON.stringify(body))
  if (url === '/token') {
    issued++
    return void answer(200, {
      access_token: `access-token-${issued}`,
      expires_in: 3600,
      instance_url: origins[home],
      site: `plot-${home}`,
    })
  }
  const isHere = url.startsWith(`/plot-${home}/`) || url.includes('page=2')
  const isOwn = at === home && isHere && headers['x-site'] === `plot-${home}`
  if (headers.authorization !== `Bearer access-token-${issued}` || !isOwn) {
    refusedByOld.push(`${method} ${url}`)
    return void answer(rejection.status, rejection.body)
  }
  if (method === 'POST') return void answer(201, { id: 'new' })
  if (url.includes('page=2')) return void answer(200, { trees: [{ id: 'elm', name: 'Elm' }] })
  const next = `${origins[home]}/plot-${home}/trees?page=2`
  answer(200, { trees: [{ id: 'ash', name: 'Ash' }], next })
  if (movesInRead) move()
  movesInRead = false
}

let platform: Awaited<ReturnType<typeof testPlatform>>
let connection: Connection
let installation: Installation

beforeAll(async () => {
  for (const host of hosts) {
    await once(host.listen(0, '127.0.0.1'), 'listening')
    origins.push(`http://127.0.0.1:${getPort(host)}`)
  }
  const orchard = {
    displayName: 'Orchard',
    authType: 'oauth2',
    baseURL: origins[0],
    trustedDomains: ['http://127.0.0.1'],
    oauth2Opts: {
      grantType: 'authorizationCode',
      authURL: `${origins[0]}/authorize`,
      tokenURL: `${origins[0]}/token`,
      explicitScopesRequired: false,
      explicitWorkspaceRequired: false,
      tokenMetadataFields: {
        otherFields: [
          { name: 'instance_url', displayName: 'Host', path: 'instance_url' },
          { name: 'site', displayName: 'Site', path: 'site' },
        ],
      },
    },
    oauth2Dialect: { baseURLField: 'instance_url' },
    support: { proxy: true },
    headers: { 'x-site': '{{site}}' },
    errors: { code: 'code', codes: { SESSION_OVER: 'credentials' } },
    objects: {
      trees: {
        read: {
          path: '/{{site}}/trees',
          records: 'trees',
          id: 'id',
          paging: { style: 'nextUrl', from: 'next' },
        },
        create: { path: '/{{site}}/trees', recordId: 'id' },
      },
    },
  }
  platform = await testPlatform({
    sourceYaml,
    env: { PLATFORM_PROVIDERS: JSON.stringify({ orchard }) },
  })
  const { call } = platform
  await call('POST', '/v1/{p}/provider-apps', {
    provider: 'orchard',
    clientId: 'grove',
    clientSecret: 'leaf',
  })
  connection = await call<Connection>('POST', '/v1/{p}/connections:generate', {
    provider: 'orchard',
    groupRef: 'globex',
    consumerRef: 'hank',
    oauth2AuthorizationCode: {
      accessToken: { token: 'access-token-0' },
      refreshToken: { token: 'refresh-token' },
    },
  })
  await call('GET', `/v1/{p}/connections/${connection.id}?refresh=force`)
  installation = await call<Installation>('POST', '/v1/{p}/integrations/trees/installations', {
    groupRef: 'globex',
    config: {
      content: {
        provider: 'orchard',
        read: { objects: { trees: {} } },
        write: { objects: { trees: { objectName: 'trees' } } },
      },
    },
  })
  await vi.waitFor(() => expect(findDone('read.backfill.done')).toHaveLength(1), patiently)
})
afterAll(async () => {
  await platform.close()
  for (const host of hosts) host.close()
})

const findDone = (type: string) =>
  platform.messages.filter((message: PlatformMessage) => message.notificationType === type)

/** Ends every token; the next ones belong to the other host. */
function move(): void {
  home = 1 - home
  issued++
}

beforeEach(() => {
  move()
  refusedByOld = []
  rejection = gone
})

async function readAll(): Promise<number> {
  const earlier = platform.messages.length
  const before = findDone('read.triggered.done').length
  await platform.call('POST', '/read/v1/{p}/integrations/trees/objects/trees', {
    groupRef: 'globex',
  })
  await vi.waitFor(
    () => expect(findDone('read.triggered.done')).toHaveLength(before + 1),
    patiently,
  )
  return platform.messages
    .slice(earlier)
    .filter(({ readType }) => readType === 'triggered')
    .flatMap(({ result }) => result ?? []).length
}

const throughProxy = (method: string, body?: unknown) =>
  fetch(`${platform.url}/proxy/plot-${home}/trees`, {
    method,
    headers: {
      'x-api-key': platform.apiKey,
      'x-platform-project-id': 'test',
      'x-platform-installation-id': installation.id,
      'x-site': `plot-${home}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

it.each<[string, unknown, () => Promise<unknown>]>([
  [
    'a write',
    'new',
    async () => {
      const reply = await platform.call<WriteReply>(
        'POST',
        '/write/v1/{p}/integrations/trees/objects/trees',
        { groupRef: 'globex', type: 'create', record: { name: 'Oak' } },
      )
      return reply.result?.recordId ?? reply
    },
  ],
  ['a call through the proxy', 200, async () => (await throughProxy('GET')).status],
  [
    'a call with a body through the proxy',
    201,
    async () => (await throughProxy('POST', {})).status,
  ],
  ['a read with several pages', 2, readAll],
])('sends %s to the host that the renewed tokens name', async (_what, expected, send) => {
  const outcome = await send()

  expect(refusedByOld).toHaveLength(1)
  expect(outcome).toEqual(expected)
  expect(
    await platform.call<Connection>('GET', `/v1/{p}/connections/${connection.id}`),
  ).toMatchObject({ status: 'working', health: { state: 'healthy' } })
  expect(findDone('connection.error')).toEqual([])
})

it('goes on with the next page of a read during which the account moved', async () => {
  await readAll()
  movesInRead = true
  refusedByOld = []

  const count = await readAll()

  expect(refusedByOld).toHaveLength(1)
  expect(count).toBe(2)
})

it.each<[string, typeof gone]>([
  ['status 440', { status: 440, body: {} }],
  ['status 498', { status: 498, body: {} }],
  ['a declared code with status 200', { status: 200, body: { code: 'SESSION_OVER' } }],
])('renews tokens whose end the provider reports by %s', async (_what, reply) => {
  rejection = reply

  const count = await readAll()

  expect(refusedByOld).toHaveLength(1)
  expect(count).toBe(2)
  if (reply.status === 200) return
  move()
  expect((await throughProxy('GET')).status).toBe(200)
})
