import { once } from 'node:events'
import { connect } from 'node:net'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testDatabase } from '../testing/test-database.ts'
import { startPlatform, type Platform } from './platform.ts'
import { readSettings } from './settings.ts'
import { must } from '../values/must.ts'

// What the contract does not describe: pages, callbacks, sign-in, and what is no request of ours.

const token = 'a-token-of-the-operator'
let database: Awaited<ReturnType<typeof testDatabase>>
let platform: Platform
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
}, 120_000)
afterAll(async () => {
  await platform.stop()
  await database.close()
})

let client = 0
/** Each request from another address, so that no limit is met unless it is meant to be. */
const go = (
  path: string,
  { headers, ...init }: { method?: string; body?: string; headers?: Record<string, string> } = {},
) =>
  fetch(platform.url + path, {
    redirect: 'manual',
    ...init,
    headers: { 'x-forwarded-for': `203.0.113.${++client % 250}`, ...headers },
  })

/** Sends bytes as they are, and answers the status of the reply. */
async function raw(text: string): Promise<number> {
  const socket = connect(Number(new URL(must(platform.url, 'url')).port), '127.0.0.1')
  socket.write(text)
  const [reply] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  return Number(reply.toString().split(' ')[1])
}

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
  ['/auth/sign-up/confirm?token=a&token=b', 400],
  ['/auth/callback/sso?state=%00&code=%00', 400],
])('answers GET %s with %i', async (path, status) => {
  expect((await go(path)).status).toBe(status)
})

it.each([
  ['/auth/sign-in/email', '{"email":"a@b.test","password":"\\u0000"}'],
  ['/auth/sign-in/email', '{"email":"a\\u0000@b.test","password":"x"}'],
  ['/auth/reset-password', '{"token":"\\u0000","newPassword":"long enough here"}'],
  ['/auth/sign-in/email', '{"email":["a"],"password":{}}'],
  ['/auth/sign-in/email', 'null'],
])('answers POST %s %s with 400', async (path, body) => {
  const reply = await go(path, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  })

  expect(reply.status).toBe(400)
})

it.each(['/v1/projects', '/v1/my-info', '/auth/token', '/', '/setup'])(
  'tells of %s which methods it has when it is asked by an unknown one',
  async (path) => {
    for (const method of ['QUERY', 'PROPFIND', 'PURGE']) {
      const reply = await go(path, { method })
      expect([method, reply.status]).toEqual([method, 405])
      expect(reply.headers.get('allow')).toContain('GET')
    }
    expect((await go('/nowhere', { method: 'QUERY' })).status).toBe(404)
  },
)

it.each([
  ['two hosts', 'GET /readyz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'],
  ['a host that is none', 'GET /readyz HTTP/1.1\r\nHost: [\r\n\r\n'],
  ['a host with a path', 'GET /readyz HTTP/1.1\r\nHost: a/b\r\n\r\n'],
  ['no host', 'GET /readyz HTTP/1.1\r\n\r\n'],
])('refuses %s', async (_what, text) => {
  expect(await raw(text)).toBe(400)
})

it('lets nobody frame the page that ends a connecting', async () => {
  const { headers } = await go('/callbacks/v1/oauth?state=x&code=y')

  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(headers.get('x-frame-options')).toBe('DENY')
})

it('is ready only when what it was started for is there', async () => {
  const before = await go('/readyz')
  isReady = true
  const after = await go('/readyz')

  expect([before.status, after.status]).toEqual([503, 200])
})

it('tells metrics to whoever has the token, and of no tenant', async () => {
  const statuses = []
  for (const authorization of [undefined, 'Bearer a-guess', `Bearer ${token}`]) {
    const { status } = await go('/metrics', authorization ? { headers: { authorization } } : {})
    statuses.push(status)
  }

  expect(statuses).toEqual([401, 401, 200])
})

it('counts strangers by address, an IPv6 network as one, and lets others be', async () => {
  const from = async (address: string) =>
    (await fetch(`${platform.url}/setup`, { headers: { 'x-forwarded-for': address } })).status
  const seen = new Set<number>()
  for (let round = 0; round < 20; round++) {
    const statuses = await Promise.all(
      Array.from({ length: 10 }, (_, n) => from(`2001:db8:1:2:${round}:${n}::1`)),
    )
    for (const status of statuses) seen.add(status)
  }

  expect(seen).toContain(429)
  expect(await from('2001:db8:1:2:ffff::')).toBe(429)
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
    const reply = await go(path, { headers: { 'x-forwarded-for': '2001:db8:1:2:eeee::' } })
    expect([path, reply.status]).toEqual([path, 429])
  }
  expect(await from('2001:db8:1:3::1')).toBe(410)
  expect((await fetch(`${platform.url}/healthz`)).status).toBe(200)
})

it('tells the dashboard where others reach the server', async () => {
  const reply = await go('/addresses.json', { headers: { host: 'elsewhere.example' } })

  expect(await reply.json()).toEqual({
    redirectUri: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/callbacks\/v1\/oauth$/),
    registry: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/npm$/),
  })
})
