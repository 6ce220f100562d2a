import { get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { beforeAll, expect, it } from 'vitest'
import { must } from '@platform/kernel/values'
import { testPlatform } from '@platform/testing/test-platform'

let platform: Awaited<ReturnType<typeof testPlatform>>

beforeAll(async () => {
  platform = await testPlatform({ contacts: 3 })
  return () => platform.close()
})

interface WireReply {
  status: number
  headers: IncomingHttpHeaders
  /** Of the body, as sent. */
  bytes: number
  body: Buffer
}

/** Sends a request whose reply is not decompressed, as `fetch` does. */
async function getOnWire(path: string, headers: Record<string, string> = {}): Promise<WireReply> {
  const reply = await new Promise<IncomingMessage>((resolve, reject) => {
    get(new URL(path, platform.url), { headers }, resolve).on('error', reject)
  })
  const body = await buffer(reply)
  return {
    status: must(reply.statusCode, 'status'),
    headers: reply.headers,
    bytes: body.length,
    body,
  }
}

const browser = { 'accept-encoding': 'gzip, deflate, br, zstd' }

/** Loads a page with the scripts and styles that it names. */
async function measureView(path: string, headers: Record<string, string>) {
  const page = await getOnWire(path, headers)
  const { body } = await getOnWire(path)
  const names = [...body.toString().matchAll(/(?:src|href)="(\/(?:docs\/)?assets\/[^"]+)"/g)]
  const parts = await Promise.all(names.map(([, name = '']) => getOnWire(name, headers)))
  expect(parts.length).toBeGreaterThan(1)
  expect(parts.map(({ status }) => status).every((status) => status === 200)).toBe(true)
  return { bytes: [page, ...parts].reduce((sum, one) => sum + one.bytes, 0), parts }
}

// 95 kB in a release, which compresses better: see tools/journeys/release.test.ts.
it('sends at most 115 kB for the first view of the dashboard, to be cached for good', async () => {
  const plain = await measureView('/', {})
  const { bytes, parts } = await measureView('/', browser)

  expect(bytes).toBeLessThanOrEqual(115_000)
  expect(bytes).toBeLessThan(plain.bytes / 3)
  for (const { headers } of parts) {
    expect(headers['vary']).toBe('accept-encoding')
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
  }
})

it.each([
  { path: '/docs/webhooks/', type: 'text/html' },
  { path: '/docs/assets/docs.css', type: 'text/css' },
  { path: '/docs/search.json', type: 'application/json' },
  { path: '/docs/webhooks.md', type: 'text/markdown' },
  { path: '/llms-full.txt', type: 'text/plain' },
  { path: '/problems', type: 'text/html' },
  { path: '/openapi.json', type: 'application/json' },
  { path: '/schemas/platform.yaml.json', type: 'application/json' },
  { path: '/provider-names.json', type: 'application/json' },
])('compresses $path', async ({ path, type }) => {
  const plain = await getOnWire(path)
  const gzip = await getOnWire(path, { 'accept-encoding': 'gzip' })
  const brotli = await getOnWire(path, browser)

  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(gzip.headers['content-encoding']).toBe('gzip')
  expect(brotli.headers['content-encoding']).toBe('br')
  expect(brotli.bytes).toBeLessThan(plain.bytes * 0.6)
  for (const { status, headers } of [plain, gzip, brotli]) {
    expect(status).toBe(200)
    expect(headers['vary']).toBe('accept-encoding')
    expect(headers['content-type']).toMatch(type)
  }
})

it('compresses lists of the API, but no reply with a secret', async () => {
  const { projectId, apiKey } = platform
  const headers = { 'x-api-key': apiKey, ...browser }
  const path = `/v1/projects/${projectId}`
  await platform.connect()
  const [destination] = await platform.call<{ id: string }[]>('GET', '/v1/{p}/destinations')

  const list = await getOnWire('/v1/providers', headers)
  const known = await getOnWire('/v1/providers', {
    ...headers,
    'if-none-match': list.headers.etag ?? '',
  })
  const secret = await getOnWire(
    `${path}/destinations/${must(destination, 'webhook').id}?includeSecrets=true`,
    headers,
  )

  expect(list).toMatchObject({ status: 200, headers: { 'content-encoding': 'br' } })
  expect(known.status).toBe(list.headers.etag === undefined ? 200 : 304)
  expect(secret.status).toBe(200)
  expect(secret.headers['content-encoding']).toBeUndefined()
})
