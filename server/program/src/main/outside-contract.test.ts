import { once } from 'node:events'
import { connect } from 'node:net'
import { randomBytes } from 'node:crypto'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { newId } from '@platform/kernel/db/new-id'
import { createHttpServer } from '@platform/kernel/http'
import { bystander } from '@platform/testing/bystander'
import { patiently } from '@platform/testing/patiently'
import { testDatabase } from '@platform/testing/test-database'
import { createTenant, type BootstrappedTenant } from './bootstrap.ts'
import { healthRoutes } from './health.ts'
import { watchLogOwner } from './metrics.ts'
import { startPlatform, type Platform } from './platform.ts'
import { readSettings } from './settings/settings.ts'
import { createSetupToken } from './setup.ts'
import { must } from '@platform/kernel/values'

// Routes outside the contract: pages, callbacks, sign-in, and invalid requests.

const token = 'a-token-of-the-operator'
let database: Awaited<ReturnType<typeof testDatabase>>
let platform: Platform
let tenant: BootstrappedTenant
let isReady = false
beforeAll(async () => {
  database = await testDatabase()
  platform = await startPlatform(
    readSettings({
      DATABASE_URL: database.connectionString,
      PLATFORM_MASTER_KEY: randomBytes(32).toString('base64'),
      PLATFORM_PORT: '0',
      PLATFORM_LOG_LEVEL: 'silent',
      PLATFORM_METRICS_TOKEN: token,
      PLATFORM_ANONYMOUS_RATE_LIMIT: '150',
      PLATFORM_TRUST_PROXY: '1',
    }),
    { isReady: () => isReady },
  )
  const names = { org: 'Acme', project: 'test', owner: 'owner@acme.test' }
  tenant = await createTenant(platform.database, names)
})
afterAll(async () => {
  await platform.stop()
  await database.close()
})

/** An unrelated caller with a key. */
const look = async () => {
  const headers = { 'x-api-key': tenant.apiKey }
  const reply = await fetch(`${platform.url}/v1/projects/test/topics`, { headers })
  expect([reply.status, await reply.text()]).toEqual([200, '[]'])
}

let client = 0
/** Sends each request from another address, so that limits apply only on purpose. */
const go = (
  path: string,
  { headers, ...init }: { method?: string; body?: string; headers?: Record<string, string> } = {},
) =>
  fetch(platform.url + path, {
    redirect: 'manual',
    ...init,
    headers: { 'x-forwarded-for': `203.0.113.${++client % 250}`, ...headers },
  })

/** Sends raw bytes, and returns the status of the reply and its allowed methods. */
async function raw(text: string): Promise<[status: number, allow?: string]> {
  const socket = connect(Number(new URL(must(platform.url, 'url')).port), '127.0.0.1')
  socket.write(text)
  const [reply] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  const head = reply.toString()
  const allow = /^allow: (.*)\r$/im.exec(head)?.[1]
  const status = Number(head.split(' ')[1])
  return allow === undefined ? [status] : [status, allow]
}

const request = (line: string, more = '') =>
  raw(`${line} HTTP/1.1\r\nhost: a\r\nx-forwarded-for: 203.0.114.${++client % 250}\r\n${more}\r\n`)

it.each([
  ['/callbacks/v1/oauth?state=a&state=b&code=c', 400],
  ['/callbacks/v1/oauth?state=%00&code=%00', 400],
  ['/callbacks/v1/oauth?error=a&error=b', 400],
  ['/setup?token=a&token=b', 400],
  ['/setup?token=%00', 400],
  ['/downloads/x?signature=a&signature=b', 400],
  ['/downloads/%00', 404],
  ['/assets/', 404],
  ['/assets/%00', 404],
  ['/assets/..%2f..%2fetc%2fpasswd', 404],
  ['/assets/%2e%2e/index.html', 404],
  ['/assets/a%5c..%5cb', 404],
  ['/assets/x%ff', 400],
  ['/assets', 404],
  ['/assets/.', 404],
  ['/assets//etc/passwd', 404],
  ['/assets/%2fetc%2fpasswd', 404],
  [`/assets/${'x'.repeat(300)}.js`, 404],
  [`/assets/${'x'.repeat(9000)}`, 404],
  [`/assets/${'x/'.repeat(3000)}`, 404],
  // Some providers check the address by GET.
  ['/subscribe/v1/projects/%00/providers/x/apps/%00', 401],
  ['/subscribe/v1/projects/%00/subscriptions/%00/%00', 401],
  ['/npm/%00', 404],
  ['/problems/__proto__', 404],
  ['/callbacks/v1/oauth?state=%ff&code=%ff', 400],
  [`/callbacks/v1/oauth?${'a=&'.repeat(2000)}`, 400],
  ['/auth/reset-password/x?callbackURL=%00', 400],
  ['/auth/sign-up/confirm?token=a&token=b', 400],
  ['/auth/callback/sso?state=%00&code=%00', 400],
])('answers GET %s with %i', { tags: 'declared-replies' }, async (path, status) => {
  expect((await go(path)).status).toBe(status)
})

it.each([
  ['/auth/sign-in/email', '{"email":"a@b.test","password":"\\u0000"}'],
  ['/auth/sign-in/email', '{"email":"a\\u0000@b.test","password":"x"}'],
  ['/auth/reset-password', '{"token":"\\u0000","newPassword":"long enough here"}'],
  ['/auth/sign-in/email', '{"email":["a"],"password":{}}'],
  ['/auth/sign-in/email', 'null'],
  ['/auth/sign-in/email', 'email=a%00@b.test&password=%00'],
  ['/auth/sign-in/email', 'email=a&email=b&password=c'],
  ['/callbacks/v1/oauth', 'state=a&state=b'],
  ['/callbacks/v1/oauth', 'state=%00&code=c'],
  ['/setup', 'token=a&token=b'],
  ['/setup', 'token=%00&org=a&name=b&email=a@b.test&password=long+enough+here'],
  ['/setup', 'token=a&org=a\0&name=b&email=a@b.test&password=long+enough+here'],
  ['/setup', 'org=%&__proto__=x'],
])('answers POST %s %s with 400', { tags: 'declared-replies' }, async (path, body) => {
  const isForm = body.includes('=')
  const reply = await go(path, {
    method: 'POST',
    body,
    headers: { 'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json' },
  })

  expect(reply.status).toBe(400)
})

it('accepts form bodies only on pages with a form', async () => {
  for (const body of ['{"token":["a"]}', '[1]', 'null']) {
    const headers = { 'content-type': 'application/json' }
    expect((await go('/setup', { method: 'POST', body, headers })).status).toBe(415)
  }
})

it('answers webhooks with unstorable IDs like unknown ones', async () => {
  const send = (id: string) =>
    go(`/subscribe/v1/projects/${id}/providers/salesforce/apps/${id}`, { method: 'POST' })

  expect((await send('%00')).status).toBe((await send('none')).status)
})

it('rejects incomplete download URLs', async () => {
  const range = await go('/assets/none.js', { headers: { range: 'bytes=0-1' } })
  const head = await go('/assets/none.js', { method: 'HEAD' })

  expect([range.status, head.status]).toEqual([404, 404])
})

it('replies 304 to unchanged requests', { tags: 'declared-replies' }, async () => {
  const page = await go('/')
  const script = /\/assets\/[\w.-]+\.js/.exec(await page.text())?.[0]
  for (const path of ['/', must(script, 'script'), '/openapi.json']) {
    const { headers } = await go(path, { headers: { 'accept-encoding': 'gzip' } })
    // `fetch` would add a cache header.
    const again = await request(
      `GET ${path}`,
      `accept-encoding: gzip\r\nif-none-match: ${headers.get('etag')}\r\n`,
    )
    expect([path, again]).toEqual([path, [304]])
  }
})

it.each(['/v1/projects', '/v1/my-info', '/auth/token', '/', '/setup'])(
  'lists the methods of %s for an unknown method',
  { tags: 'declared-replies' },
  async (path) => {
    for (const method of ['QUERY', 'PROPFIND', 'PURGE']) {
      const reply = await go(path, { method })
      expect([method, reply.status]).toEqual([method, 405])
      expect(reply.headers.get('allow')).toContain('GET')
    }
    expect((await go('/nowhere', { method: 'QUERY' })).status).toBe(404)
    // Methods that the HTTP library does not know, or reserves for tunnels.
    for (const method of ['FETCH', 'get', 'PROPFETCH', 'CONNECT']) {
      const [status, allow] = await request(`${method} ${path}?a=b`)
      expect([method, status]).toEqual([method, 405])
      expect(allow).toContain('GET')
      expect(await request(`${method} /nowhere`)).toEqual([404])
    }
  },
)

it.each([
  ['GET *', 400],
  ['CONNECT example.com:443', 400],
  ['\x16\x03 /readyz', 400],
  ['GET /readyz\0', 400],
  ['OPTIONS *', 204],
  // The caller cannot choose the host.
  ['GET http://elsewhere.example/healthz', 200],
  ['GET http://elsewhere.example', 200],
  ['GET http://elsewhere.example?a=b', 200],
])('answers %s with %i', async (line, status) => {
  expect((await request(line))[0]).toBe(status)
})

it.each([
  ['two hosts', 'GET /readyz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'],
  ['an invalid host', 'GET /readyz HTTP/1.1\r\nHost: [\r\n\r\n'],
  ['a host with a path', 'GET /readyz HTTP/1.1\r\nHost: a/b\r\n\r\n'],
  ['two of the same host', 'GET /readyz HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n'],
  ['a host without a name', 'GET /readyz HTTP/1.1\r\nHost: \r\n\r\n'],
  ['a host with a person', 'GET /readyz HTTP/1.1\r\nHost: u@a\r\n\r\n'],
  ['a port that is none', 'GET /readyz HTTP/1.1\r\nHost: a:99999\r\n\r\n'],
  ['an address that is none', 'GET /readyz HTTP/1.1\r\nHost: 1.2.3.256\r\n\r\n'],
  ['no host', 'GET /readyz HTTP/1.1\r\n\r\n'],
])('refuses %s', { tags: 'declared-replies' }, async (_what, text) => {
  expect(await raw(text)).toEqual([400])
})

it.each([
  ['that ends a connecting', '/callbacks/v1/oauth?state=x&code=y'],
  ['that begins one', '/oauth-connect/nowhere'],
  ['on which the first owner is made', '/setup'],
  ['of the dashboard', '/'],
  ['of the dashboard on which somebody registers', '/create-account'],
  ['of the reference', '/docs'],
  ['of a problem', '/problems/invalid-input'],
  ['of a connect link', '/connect/clnk_unknown'],
])('forbids framing of the page %s', { tags: 'declared-replies' }, async (_which, path) => {
  const { headers } = await go(path)

  expect(headers.get('x-frame-options')).toBe('DENY')
  if (!headers.get('content-type')?.startsWith('text/html')) return
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
})

it('serves the page of every connect link alike, without its secret', async () => {
  const [one, other] = await Promise.all([go('/connect/clnk_1'), go('/connect/%00')])

  expect([one.status, await one.text()]).toEqual([other.status, await other.text()])
  expect(one.headers.get('referrer-policy')).toBe('same-origin')
  expect(one.headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; script-src 'self';/,
  )
  expect((await go('/connect')).status).toBe(404)
})

it('is ready only when its role is running', async () => {
  const before = await go('/readyz')
  isReady = true
  const after = await go('/readyz')

  expect([before.status, after.status]).toEqual([503, 200])
})

it('is ready while the message log does not answer, and names it', async () => {
  const http = createHttpServer()
  onTestFinished(() => http.close())
  let isReachable = false
  healthRoutes(http, {
    ...{ database: platform.database, metricsToken: undefined },
    ...{ isReady: () => true, isDraining: () => false },
    metrics: async () => '',
    messageLog: {
      isReachable: () => isReachable,
      isEncrypted: true,
      isForeign: async () => false,
      getNodes: () => (isReachable ? { all: ['a', 'b', 'c'], faulty: ['b'] } : undefined),
    },
  })

  const before = await http.inject('/readyz')
  isReachable = true
  const after = await http.inject('/readyz')

  expect([before.statusCode, before.json()]).toEqual([
    ...[200, { status: 'ok', messageLog: 'unreachable' }],
  ])
  expect(after.json()).toEqual({
    status: 'ok',
    messageLog: 'reachable',
    messageLogNodes: { current: 2, all: 3 },
  })
})

it('reports that the connection to the message log is not encrypted', async () => {
  const http = createHttpServer()
  onTestFinished(() => http.close())
  healthRoutes(http, {
    ...{ database: platform.database, metricsToken: undefined },
    ...{ isReady: () => true, isDraining: () => false },
    metrics: async () => '',
    messageLog: {
      ...{ isReachable: () => true, isEncrypted: false },
      ...{ isForeign: async () => false, getNodes: () => undefined },
    },
  })

  const { json } = await http.inject('/readyz')

  expect(json()).toEqual({ status: 'ok', messageLog: 'reachable', messageLogEncrypted: false })
})

it('reports that the streams of the message log belong to another database', async () => {
  const http = createHttpServer()
  onTestFinished(() => http.close())
  const registry = new Registry()
  const isForeign = vi.fn(async () => true)
  watchLogOwner(isForeign, registry)
  healthRoutes(http, {
    ...{ database: platform.database, metricsToken: undefined },
    ...{ isReady: () => true, isDraining: () => false },
    metrics: async () => '',
    messageLog: {
      ...{ isReachable: () => true, isEncrypted: true },
      ...{ isForeign, getNodes: () => undefined },
    },
  })

  const ready = await http.inject('/readyz')
  const metrics = await registry.metrics()
  isForeign.mockRejectedValue(new Error('The database does not answer.'))
  const unanswered = [await http.inject('/readyz'), await registry.metrics()] as const

  expect(ready.json()).toEqual({
    ...{ status: 'ok', messageLog: 'reachable', messageLogOwner: 'another database' },
  })
  expect(metrics).toContain('platform_message_log_foreign 1')
  expect(unanswered[0].json()).toEqual({ status: 'ok', messageLog: 'reachable' })
  expect(unanswered[1]).toContain('platform_message_log_foreign Nan')
})

it('returns metrics without tenant data only with the token', { tags: 'metrics' }, async () => {
  const statuses = []
  for (const authorization of [undefined, 'Bearer a-guess', `Bearer ${token}`]) {
    const { status } = await go('/metrics', authorization ? { headers: { authorization } } : {})
    statuses.push(status)
  }

  expect(statuses).toEqual([401, 401, 200])
})

it(
  'limits anonymous requests by address, an IPv6 network as one',
  { tags: 'anonymous-limits' },
  async () => {
    // The allowance refills every second: more requests are sent at once than a slow second adds.
    const mustReject = (path: string, host: (n: number) => string) =>
      vi.waitFor(async () => {
        const replies = await Promise.all(
          Array.from({ length: 40 }, (_, n) =>
            go(path, { headers: { 'x-forwarded-for': `2001:db8:1:2:${host(n)}::1` } }),
          ),
        )
        expect([path, ...replies.map(({ status }) => status)]).toContain(429)
      }, patiently)

    await mustReject('/setup', (n) => `${n}:1`)
    for (const path of [
      '/readyz',
      '/callbacks/v1/oauth',
      '/downloads/dl_1',
      '/auth/methods',
      '/.well-known/jwks.json',
      '/assets/none.js',
      '/docs',
      '/',
    ]) {
      await mustReject(path, () => 'eeee')
    }
    const other = await go('/setup', { headers: { 'x-forwarded-for': '2001:db8:1:3::1' } })
    expect(other.status).toBe(410)
    expect((await fetch(`${platform.url}/healthz`)).status).toBe(200)
  },
)

it.each([
  ['/llms.txt', 'text/plain', /^# Platform\n/],
  ['/llms-full.txt', 'text/plain', /^# Read associations$/m],
  ['/docs/writing.md', 'text/markdown', /^# /],
])('serves the guides as text at %s', async (path, type, text) => {
  const reply = await go(path)

  expect(reply.status).toBe(200)
  expect(reply.headers.get('content-type')).toContain(type)
  expect(await reply.text()).toMatch(text)
})

it('returns the public URL to the dashboard', async () => {
  const reply = await go('/addresses.json', { headers: { host: 'elsewhere.example' } })

  expect(await reply.json()).toEqual({
    redirectUri: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/callbacks\/v1\/oauth$/),
    customRedirectUri: expect.stringMatching(
      /^http:\/\/127\.0\.0\.1:\d+\/callbacks\/v1\/custom-auth\/default$/,
    ),
    registry: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/npm$/),
  })
})

/** Sends all requests over this number of connections, each after the previous reply. */
async function flood(requests: string[], connections = 50): Promise<Set<number>> {
  const seen = new Set<number>()
  const left = requests.values()
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (const text of left) seen.add((await raw(text))[0])
    }),
  )
  return seen
}

const repeatTexts = (count: number, texts: string[]) =>
  Array.from({ length: count }, (_, n) => must(texts[n % texts.length], 'text'))

it(
  'answers others immediately while one address sends all kinds of anonymous requests',
  { tags: 'anonymous-limits' },
  async () => {
    const paths = [
      '/setup?token=a',
      '/callbacks/v1/oauth?state=a&code=b',
      '/downloads/dl_1?signature=a',
      '/readyz',
      '/openapi.json',
      '/docs',
      '/',
    ]
    const requests = paths.map(
      (path) => `GET ${path} HTTP/1.1\r\nhost: a\r\nx-forwarded-for: 203.0.115.1\r\n\r\n`,
    )

    const { done, limitMs, medianMs } = await bystander(look, () =>
      flood(repeatTexts(700, requests)),
    )

    expect([...done]).toContain(429)
    expect(medianMs).toBeLessThan(limitMs)
  },
)

it(
  'answers others immediately while a caller sends malformed requests',
  { tags: 'declared-replies' },
  async () => {
    const mostly = 'POST /setup HTTP/1.1\r\nhost: a\r\nx-forwarded-for: 203.0.115.2\r\n'
    const requests = [
      'FETCH /v1/projects HTTP/1.1\r\nhost: a\r\n\r\n',
      'GET /readyz HTTP/1.1\r\nhost: [\r\n\r\n',
      '\x16\x03\x01\x02\r\n',
      `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nhost: a\r\n\r\n`,
      `${mostly}content-length: 1\r\ncontent-length: 2\r\n\r\na`,
      `${mostly}transfer-encoding: chunked\r\n\r\nzz\r\n`,
      `${mostly}content-type: application/x-www-form-urlencoded\r\ncontent-length: 16000\r\n\r\n${'a=&'.repeat(5334).slice(0, 16_000)}`,
      `GET /callbacks/v1/oauth?${'a=&'.repeat(4000)} HTTP/1.1\r\nhost: a\r\nx-forwarded-for: 203.0.115.2\r\n\r\n`,
    ]

    const { done, limitMs, medianMs } = await bystander(look, () =>
      flood(repeatTexts(700, requests)),
    )

    expect(Math.max(...done)).toBeLessThan(500)
    expect(medianMs).toBeLessThan(limitMs)
  },
)

it.each([
  ['/v1/projects/test/topics', ''],
  ['/v1/projects/test/topics', 'x-api-key: unknown\r\n'],
  ['/v1/projects/test/topics', `authorization: Bearer ${'a'.repeat(30)}\r\n`],
  ['/v1/oauth-connect', 'x-api-key: unknown\r\n'],
  ['/v1/oauth-connect', `authorization: Bearer ${'a'.repeat(30)}\r\n`],
  ['/mcp/v1', 'x-api-key: unknown\r\n'],
  [`/subscribe/v1/projects/${newId('proj')}/providers/hubspot/apps/${newId('papp')}`, ''],
  ['/auth/sign-in/email', ''],
  ['/nowhere', ''],
])(
  'limits large bodies of strangers at %s before reading them (%j)',
  { tags: 'limits-before-bodies' },
  async (path, credential) => {
    client++
    const begin = async (body: string) => {
      const socket = connect(Number(new URL(must(platform.url, 'url')).port), '127.0.0.1')
      onTestFinished(() => void socket.destroy())
      socket.on('error', () => {})
      socket.write(
        `POST ${path} HTTP/1.1\r\nhost: a\r\nx-forwarded-for: 203.0.116.${client % 250}\r\n${credential}content-type: application/json\r\n${body}\r\n`,
      )
      const [reply] = (await once(socket, 'data')) as [Buffer]
      return reply.toString()
    }
    const withLength = `content-length: ${1024 * 1024}\r\n`
    const replies: string[] = []
    for (let n = 0; n < 8; n++) {
      const body = n % 2 === 0 ? withLength : 'transfer-encoding: chunked\r\n'
      void begin(body).then((reply) => replies.push(reply))
    }

    await vi.waitFor(() => {
      const limited = replies.filter((reply) => reply.startsWith('HTTP/1.1 429'))
      expect(limited.length).toBeGreaterThan(3)
      expect(limited.every((reply) => /^connection: close\r$/im.test(reply))).toBe(true)
    }, patiently)
  },
)

it('accepts large bodies with a key from the address of a stranger without an allowance', async () => {
  const headers = { 'x-forwarded-for': '203.0.117.1', 'content-type': 'application/json' }
  const send = (apiKey: string) =>
    go('/v1/projects/test/topics', {
      method: 'POST',
      body: JSON.stringify({ name: 'x'.repeat(1024 * 1024) }),
      headers: { ...headers, 'x-api-key': apiKey },
    }).then(({ status }) => status)

  const statuses = [
    ...[await send('unknown'), await send('unknown')],
    ...[await send(tenant.apiKey), await send(tenant.apiKey), await send(tenant.apiKey)],
  ]

  expect(statuses).toEqual([401, 401, 400, 400, 400])
})

it('signs in the created first owner', async () => {
  const fresh = await testDatabase()
  const another = await startPlatform(
    readSettings({
      DATABASE_URL: fresh.connectionString,
      PLATFORM_MASTER_KEY: randomBytes(32).toString('base64'),
      PLATFORM_PORT: '0',
      PLATFORM_LOG_LEVEL: 'silent',
    }),
  )
  const choices = { org: 'Acme', name: 'Ana', email: 'ana@acme.test', password: 'long enough' }
  const setupToken = must(await createSetupToken(another.database), 'setup token')

  const done = await fetch(`${another.url}/setup`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ token: setupToken, ...choices }),
  })
  const cookie = done.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const signedIn = await fetch(`${another.url}/auth/token`, { headers: { cookie } })

  expect([done.status, done.headers.get('location')]).toEqual([303, '/'])
  expect(done.headers.getSetCookie().join()).toContain('HttpOnly')
  expect(signedIn.status).toBe(200)
  await another.stop()
  await fresh.close()
})
