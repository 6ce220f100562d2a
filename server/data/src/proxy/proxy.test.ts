import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { catalogue } from '@platform/connectors'
import type { Installation } from '@platform/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTenant } from '../../../program/src/main/bootstrap.ts'
import { startPlatform } from '../../../program/src/main/platform.ts'
import { readSettings } from '../../../program/src/main/settings/settings.ts'
import { collectGarbage } from '@platform/testing/collect-garbage'
import { testDatabase } from '@platform/testing/test-database'
import { getPort, must, sleep } from '@platform/kernel/values'
import { expectWithin } from '@platform/testing/machine-speed'

const manifest = `
specVersion: 1.0.0
integrations:
  - name: passing
    provider: standIn
    proxy:
      enabled: true
`

interface Heard {
  method: string
  url: string
  headers: IncomingMessage['headers']
  bytes: number
}

let provider: Server
let heard: Heard[] = []
/** The provider's next reply; by default it echoes the request. */
let answerRequest: (request: IncomingMessage, body: Buffer) => Answer = () => ({})
interface Answer {
  status?: number
  headers?: Record<string, string>
  body?: Buffer | string | Readable
}

let platform: Awaited<ReturnType<typeof startPlatform>>
let database: Awaited<ReturnType<typeof testDatabase>>
let tenant: Awaited<ReturnType<typeof createTenant>>
let installation: Installation
let connectionId: string

const api = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
  const response = await fetch(`${platform.url}/v1/projects/test${path}`, {
    method,
    headers: { 'x-api-key': tenant.apiKey, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return (await response.json()) as T
}

type Sent = Omit<RequestInit, 'headers'> & { headers?: Record<string, string>; duplex?: 'half' }

/** Sends a request through the proxy, like the builder's server. */
const pass = (path: string, init: Sent = {}, key = tenant.apiKey) =>
  fetch(`${platform.url}/proxy${path}`, {
    redirect: 'manual',
    ...init,
    headers: {
      'x-api-key': key,
      'x-platform-project-id': 'test',
      'x-platform-installation-id': installation.id,
      ...init.headers,
    },
  })

beforeAll(async () => {
  provider = createServer((request, response) => {
    const chunks: Buffer[] = []
    let bytes = 0
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes < 1_000_000) chunks.push(chunk)
    })
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      heard.push({ method, url, headers, bytes })
      const {
        status = 200,
        headers: own = {},
        body = 'heard',
      } = answerRequest(request, Buffer.concat(chunks))
      response.writeHead(status, own)
      if (body instanceof Readable) body.pipe(response)
      else response.end(method === 'HEAD' ? undefined : body)
    })
  })
  await once(provider.listen(0, '127.0.0.1'), 'listening')
  const origin = `http://127.0.0.1:${getPort(provider)}`

  database = await testDatabase()
  platform = await startPlatform(
    readSettings({
      DATABASE_URL: database.connectionString,
      PLATFORM_MASTER_KEY: randomBytes(32).toString('base64'),
      PLATFORM_DEVELOPMENT: 'true',
      PLATFORM_PORT: '0',
      PLATFORM_LOG_LEVEL: 'silent',
      PLATFORM_ANONYMOUS_RATE_LIMIT: '5',
    }),
    {
      providerOverrides: {
        standIn: {
          ...must(catalogue['whereby'], 'whereby').info,
          oauth2Opts: null,
          metadata: null,
          modules: null,
          name: 'standIn',
          displayName: 'Stand-in',
          authType: 'apiKey',
          baseURL: `${origin}/v2`,
          apiKeyOpts: { attachmentType: 'header', header: { name: 'X-Secret' } },
        },
      },
    },
  )
  tenant = await createTenant(platform.database, {
    org: 'Acme',
    project: 'test',
    owner: 'owner@acme.test',
  })
  await api('PUT', '/integrations:batch', { sourceYaml: manifest })
  connectionId = (
    await api<{ id: string }>('POST', '/connections:generate', {
      provider: 'standIn',
      groupRef: 'globex',
      consumerRef: 'hank',
      apiKey: 'the-secret',
    })
  ).id
  installation = await api<Installation>('POST', '/integrations/passing/installations', {
    groupRef: 'globex',
    config: { content: {} },
  })
})
afterAll(async () => {
  await platform.stop()
  await database.close()
  provider.closeAllConnections()
  provider.close()
})
beforeEach(() => {
  heard = []
  answerRequest = () => ({})
})

it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])('forwards %s unchanged', async (method) => {
  answerRequest = (_request, body) => ({
    status: 203,
    headers: { 'content-type': 'text/odd', 'x-own': 'yes' },
    body: body.toString().toUpperCase(),
  })

  const reply = await pass('/things/1%2F2?q=a+b&q=c', {
    method,
    ...(method !== 'GET' && { body: 'hello', headers: { 'content-type': 'text/odd' } }),
  })

  expect(heard).toEqual([expect.objectContaining({ method, url: '/v2/things/1%2F2?q=a+b&q=c' })])
  expect([reply.status, reply.headers.get('content-type'), reply.headers.get('x-own')]).toEqual([
    203,
    'text/odd',
    'yes',
  ])
  expect(await reply.text()).toBe(method === 'GET' ? '' : 'HELLO')
})

it('sends the provider its credential and removes the caller’s', async () => {
  await pass('/things', {
    headers: { cookie: 'a=b', 'x-forwarded-for': '203.0.113.7', 'x-custom': 'kept' },
  })

  const [{ headers }] = heard as [Heard]
  expect(headers).toMatchObject({ 'x-secret': 'the-secret', 'x-custom': 'kept' })
  expect(
    Object.keys(headers).filter((name) => /api-key|platform|cookie|forwarded/.test(name)),
  ).toEqual([])
  expect(headers['host']).toBe(new URL(`http://${headers['host']}`).host)
})

it('counts calls for their caller', async () => {
  const replies = await Promise.all(Array.from({ length: 10 }, () => pass('/things')))

  expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200))
  expect(replies[0]?.headers.get('ratelimit-limit')).toBe('60000')
})

it('removes cookies and CORS headers of the provider', async () => {
  answerRequest = () => ({
    headers: {
      'set-cookie': 'session=stolen',
      'access-control-allow-origin': 'https://evil.example',
    },
  })

  const { headers } = await pass('/things')

  expect(headers.get('set-cookie')).toBeNull()
  expect(headers.get('access-control-allow-origin')).toBe('*')
  expect(headers.get('content-security-policy')).toBe('sandbox')
})

it('returns a redirect without following it', async () => {
  answerRequest = () => ({ status: 302, headers: { location: 'https://evil.example/' } })

  const reply = await pass('/things')

  expect([reply.status, reply.headers.get('location')]).toEqual([302, 'https://evil.example/'])
})

it.each(['/../admin', '/%2e%2e/admin', '/a/../../admin', '/..%2f..%2fadmin/../../../x'])(
  'stays in the provider’s API with %s',
  async (path) => {
    const status = await passUnchanged(`/proxy${path}`)

    expect(heard.every(({ url }) => url.startsWith('/v2/'))).toBe(true)
    expect([400, 200, 404]).toContain(status)
  },
)

it.each(['/..;/admin', '/a/..%2f..%2fadmin', '/%252e%252e%252fadmin', '/a/..%5c..%5cadmin'])(
  'sends nothing that a server could read as leaving the API: %s',
  async (path) => {
    expect(await passUnchanged(`/proxy${path}`)).toBe(400)
    expect(heard).toEqual([])
  },
)

it.each(['/%70roxy/things?a=%2F', '/p%72oxy/things?a=%2F'])(
  'forwards %s like any other',
  async (path) => {
    const { status } = await fetch(`${platform.url}${path}`, {
      headers: {
        'x-api-key': tenant.apiKey,
        'x-platform-project-id': 'test',
        'x-platform-installation-id': installation.id,
      },
    })

    expect([status, heard.map(({ url }) => url)]).toEqual([200, ['/v2/things?a=%2F']])
  },
)

it('finds the installation by integration and group', async () => {
  const reply = await pass('/things', {
    headers: {
      'x-platform-installation-id': '',
      'x-platform-integration-name': 'passing',
      'x-platform-group-ref': 'globex',
    },
  })

  expect(reply.status).toBe(200)
})

it('returns Retry-After in throttle mode', async () => {
  answerRequest = () => ({ status: 429, headers: { 'retry-after': '7' } })

  const throttled = await pass('/things', {
    headers: { 'x-platform-rate-limiter-mode': 'throttle' },
  })
  const plain = await pass('/things')

  expect([plain.status, plain.headers.get('x-platform-retry-after')]).toEqual([429, null])
  expect([
    throttled.status,
    throttled.headers.get('x-platform-retry-after'),
    throttled.headers.get('x-platform-retryable'),
  ]).toEqual([429, '7', 'true'])
})

it.each([
  ['a truncated reply', ''],
  ['what is no reply', 'garbage\r\n\r\n'],
  ['an invalid header', 'HTTP/1.1 200 OK\r\nx-odd: \x01\r\n\r\n'],
  [
    'a reply that ends before its body',
    'HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 9\r\netag: x\r\n\r\n',
  ],
])('returns a retryable problem for %s', async (_what, bytes) => {
  answerRequest = (request) => {
    if (bytes === '') request.socket.destroy()
    else request.socket.end(bytes)
    return {}
  }

  const reply = await pass('/things')

  expect(reply.status).toBe(502)
  expect([...reply.headers.keys()]).not.toEqual(expect.arrayContaining(['etag']))
  expect(await reply.json()).toMatchObject({
    type: expect.stringContaining('/provider-unavailable'),
    retryable: true,
  })
})

describe('callers without permission', () => {
  it('rejects end users and frontend keys', async () => {
    const { key } = await api<{ key: string }>('POST', '/api-keys', {
      label: 'page',
      scopes: ['frontend'],
    })

    const reply = await pass('/things', {}, key)

    expect(reply.status).toBe(403)
    expect(heard).toEqual([])
  })

  it('rejects other tenants', async () => {
    const other = await createTenant(platform.database, {
      org: 'Other',
      project: 'other',
      owner: 'owner@other.test',
    })

    const intoTheirs = await pass('/things', {}, other.apiKey)
    const fromOwn = await pass(
      '/things',
      { headers: { 'x-platform-project-id': 'other' } },
      other.apiKey,
    )

    expect([intoTheirs.status, fromOwn.status]).toEqual([404, 404])
    expect(heard).toEqual([])
  })

  it('rejects calls while the installation disables them', async () => {
    const letThrough = (enabled: boolean) =>
      api('PATCH', `/integrations/passing/installations/${installation.id}`, {
        updateMask: ['config.content.proxy'],
        installation: { config: { content: { proxy: { enabled } } } },
      })
    await letThrough(false)

    const reply = await pass('/things')
    await letThrough(true)

    expect(reply.status).toBe(403)
    expect(await reply.json()).toMatchObject({
      type: expect.stringContaining('/proxy-not-enabled'),
    })
    expect(heard).toEqual([])
  })

  it('rejects calls within two seconds after another process disabled them', async () => {
    const setInstalled = (enabled: boolean) =>
      platform.database.everything
        .updateTable('configs')
        .set({ content: JSON.stringify({ proxy: { enabled } }) })
        .where('installationId', '=', installation.id)
        .execute()
    await pass('/things')

    await setInstalled(false)
    const refused = await expectWithin(2_200, async () => {
      const reply = await pass('/things')
      expect(reply.status).toBe(403)
      return reply
    })
    await setInstalled(true)

    expect(await refused.json()).toMatchObject({
      type: expect.stringContaining('/proxy-not-enabled'),
    })
    await expectWithin(2_200, async () => expect((await pass('/things')).status).toBe(200))
  })

  it('receives missed events', async () => {
    const reply = await pass('/things', { headers: { 'x-platform-project-id': '' } })

    expect(reply.status).toBe(400)
    expect(await reply.json()).toMatchObject({
      issues: [{ in: 'header', name: 'x-platform-project-id' }],
    })
  })
})

it('ends the reply of a call whose key was revoked, and no other', async () => {
  answerRequest = () => ({ body: Readable.from(endlessly()) })
  const createKey = () =>
    api<{ id: string; key: string }>('POST', '/api-keys', { label: 'brief', scopes: ['proxy'] })
  const keys = [await createKey(), await createKey()]
  const [concerned, bystander] = await Promise.all(
    keys.map(async ({ key }) => {
      const { status, body } = await pass('/stream', {}, key)
      expect(status).toBe(200)
      return must(body, 'body').getReader()
    }),
  )

  await fetch(`${platform.url}/v1/projects/test/api-keys/${must(keys[0], 'key').id}`, {
    method: 'DELETE',
    headers: { 'x-api-key': tenant.apiKey },
  })
  const readToEnd = async () => {
    while (!(await must(concerned, 'reply').read()).done);
  }

  await expect(readToEnd()).rejects.toThrow('terminated')
  expect(await must(bystander, 'reply').read()).toMatchObject({ done: false })
  await must(bystander, 'reply').cancel()
})

async function* endlessly() {
  for (;;) {
    yield 'more'
    await sleep(50)
  }
}

it('holds neither a large request nor a large reply in memory', async () => {
  const megabytes = 256
  const size = megabytes * 1024 * 1024
  const megabyte = Buffer.alloc(1024 * 1024, 1)
  const before = await bytesInUse()
  let most = before
  const large = async function* () {
    for (let n = 0; n < megabytes; n++) {
      // Each collection takes a fifth of a second; the last one comes when nearly all is sent.
      if (n % 64 === 63) most = Math.max(most, await bytesInUse())
      yield megabyte
    }
  }
  answerRequest = () => ({
    headers: { 'content-length': String(size) },
    body: Readable.from(large()),
  })

  const reply = await pass('/large', {
    method: 'POST',
    body: Readable.toWeb(Readable.from(large())) as ReadableStream,
    duplex: 'half',
  })
  let received = 0
  for await (const chunk of must(reply.body, 'body')) received += chunk.length

  expect(heard).toEqual([expect.objectContaining({ bytes: size })])
  expect(received).toBe(size)
  expect((most - before) / size).toBeLessThan(0.5)
})

/** Memory after garbage collection, whose timing depends on the load of the machine. */
async function bytesInUse(): Promise<number> {
  await collectGarbage()
  const { external, heapUsed } = process.memoryUsage()
  return external + heapUsed
}

it('marks a connection as bad once its credential is refused', async () => {
  answerRequest = () => ({ status: 401, body: 'no' })

  const reply = await pass('/things')

  expect(reply.status).toBe(422)
  expect(await reply.json()).toMatchObject({
    type: expect.stringContaining('/credentials-refused'),
  })
  expect(await api<{ status: string }>('GET', `/connections/${connectionId}`)).toMatchObject({
    status: 'bad_credentials',
  })
})

it('releases the connection of an unread refusal', async () => {
  answerRequest = () => ({ status: 401, body: '<p>Sign in</p>'.repeat(200_000) })
  const connections = promisify<number>(provider.getConnections.bind(provider))
  let most = 0

  for (let call = 0; call < 10; call++) {
    expect((await pass('/things')).status).toBe(422)
    most = Math.max(most, await connections())
  }

  expect(heard).toHaveLength(10)
  expect(most).toBeLessThan(6)
})

it('retries throttled calls within an hour, whatever the Retry-After', async () => {
  answerRequest = () => ({ status: 429, headers: { 'retry-after': '99999999999' } })
  await pass('/things')
  heard = []

  const throttled = await pass('/things', {
    headers: { 'x-platform-rate-limiter-mode': 'throttle' },
  })
  const plain = await pass('/things')

  expect(throttled.status).toBe(429)
  expect(Number(throttled.headers.get('x-platform-retry-after'))).toBeGreaterThan(3500)
  expect(Number(throttled.headers.get('x-platform-retry-after'))).toBeLessThanOrEqual(3600)
  expect(throttled.headers.get('x-platform-retryable')).toBe('true')
  expect(await throttled.json()).toMatchObject({
    type: expect.stringContaining('/too-many-requests'),
    retryAfter: expect.any(String),
  })
  // Callers that handle limits themselves are not throttled.
  expect(plain.status).toBe(429)
  expect(heard).toHaveLength(1)
})

it('reveals no installation to a key of other integrations', async () => {
  const named = { name: 'beside', provider: 'standIn' }
  const content = { ...named, proxy: { enabled: true } }
  await api('POST', '/integrations', {
    ...named,
    latestRevision: { specVersion: '1.0.0', content },
  })
  const { key } = await api<{ key: string }>('POST', '/api-keys', {
    ...{ label: 'beside', scopes: ['proxy'], integrationIds: ['beside'] },
  })
  const askBy = async (names: Record<string, string>, ...masked: string[]) => {
    const reply = await pass('/things', { headers: names }, key)
    const { detail, type } = (await reply.json()) as { detail: string; type: string }
    return [reply.status, type, masked.reduce((text, one) => text.replaceAll(one, 'X'), detail)]
  }
  const askAt = (id: string) => askBy({ 'x-platform-installation-id': id }, id)
  const askFor = (name: string) =>
    askBy(
      {
        'x-platform-installation-id': '',
        'x-platform-integration-name': name,
        'x-platform-group-ref': installation.group!.groupRef,
      },
      name,
    )

  const [byId, byName] = [await askAt(installation.id), await askFor('passing')]

  expect([byId[0], byName[0]]).toEqual([404, 403])
  expect(byId).toEqual(await askAt(`${installation.id.slice(0, -4)}zzzz`))
  expect(byName).toEqual(await askFor('nowhere'))
  expect(heard).toEqual([])
})

/** `fetch` would resolve the dots by itself. */
async function passUnchanged(path: string): Promise<number> {
  const call = httpRequest(must(platform.url, 'url'), {
    path,
    headers: {
      'x-api-key': tenant.apiKey,
      'x-platform-project-id': 'test',
      'x-platform-installation-id': installation.id,
    },
  }).end()
  const [response] = (await once(call, 'response')) as [IncomingMessage]
  response.resume()
  return must(response.statusCode, 'status code')
}
