import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { stripTypeScriptTypes } from 'node:module'
import { gzipSync } from 'node:zlib'
import { afterEach, expect, expectTypeOf, it, vi } from 'vitest'
import { createClient, ProblemError, type Schemas } from './index.ts'

type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void

const closing: (() => void)[] = []
afterEach(() => closing.splice(0).forEach((close) => close()))

/** A server on a free port, and what it was asked. */
async function serve(handler: Handler) {
  const requests: { method?: string; url?: string; headers: IncomingMessage['headers'] }[] = []
  const server = createServer(async (request, response) => {
    requests.push({ method: request.method, url: request.url, headers: request.headers })
    let body = ''
    for await (const chunk of request) body += chunk
    handler(request, response, body)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests }
}

const reply = (
  response: ServerResponse,
  status: number,
  body?: unknown,
  type = 'application/json',
) => response.writeHead(status, { 'content-type': type }).end(body && JSON.stringify(body))

const problem = (status: number, kind: string) => ({
  type: `https://platform.example/problems/${kind}`,
  title: 'It did not work',
  status,
  detail: `This time: ${kind}.`,
  instance: '/v1/x',
  subsystem: 'api',
  time: '2026-01-15T09:30:00Z',
  requestId: 'req_1',
  retryable: false,
})

it('fills path and query, authenticates by key and returns the parsed reply', async () => {
  const { baseUrl, requests } = await serve((_, response) =>
    reply(response, 200, [{ id: 'inst_1' }]),
  )
  const client = createClient({ baseUrl: `${baseUrl}/`, apiKey: 'secret' })

  const installations = await client.get('/v1/projects/{projectIdOrName}/installations', {
    params: { projectIdOrName: 'a b/c' },
    query: { groupRef: 'acme & co', pageToken: undefined },
  })

  expect(installations).toEqual([{ id: 'inst_1' }])
  expectTypeOf(installations).toEqualTypeOf<Schemas['Installation'][]>()
  expect(requests).toMatchObject([
    {
      method: 'GET',
      url: '/v1/projects/a%20b%2Fc/installations?groupRef=acme+%26+co',
      headers: { 'x-api-key': 'secret' },
    },
  ])
})

it('sends a body with its idempotency key and returns text as text', async () => {
  const bodies: string[] = []
  const { baseUrl, requests } = await serve((_, response, body) => {
    bodies.push(body)
    response
      .writeHead(200, { 'content-type': 'text/plain' })
      .end('https://provider.example/authorize')
  })
  const client = createClient({ baseUrl, token: 'jwt' })
  const body = { projectIdOrName: 'demo', provider: 'hubspot', groupRef: 'g', consumerRef: 'c' }

  const url = await client.post('/v1/oauth-connect', { body, idempotencyKey: 'once' })

  expect(url).toBe('https://provider.example/authorize')
  expectTypeOf(url).toEqualTypeOf<string>()
  expect(bodies).toEqual([JSON.stringify(body)])
  expect(requests[0]?.headers).toMatchObject({
    authorization: 'Bearer jwt',
    'idempotency-key': 'once',
    'content-type': 'application/json',
  })
})

it('returns undefined for an empty reply', async () => {
  const { baseUrl } = await serve((_, response) => response.writeHead(204).end())
  const client = createClient({ baseUrl })

  const nothing = await client.delete('/v1/projects/{projectIdOrName}/connections/{connectionId}', {
    params: { projectIdOrName: 'demo', connectionId: 'conn_1' },
    ifMatch: '"1"',
  })

  expect(nothing).toBeUndefined()
})

it('returns the token of the next page', async () => {
  const { baseUrl } = await serve((_, response) => {
    response.setHeader('link', '</v1/x?pageSize=2&pageToken=abc%3D>; rel="next"')
    reply(response, 200, [])
  })
  const client = createClient({ baseUrl })

  const page = await client.page('/v1/projects/{projectIdOrName}/installations', {
    params: { projectIdOrName: 'demo' },
  })

  expect(page).toEqual({ data: [], nextPageToken: 'abc=' })
})

it('rejects with the problem of the server', async () => {
  const { baseUrl } = await serve((_, response) =>
    reply(response, 409, problem(409, 'installation-exists'), 'application/problem+json'),
  )
  const client = createClient({ baseUrl })

  const failure = await client.get('/v1/providers').catch((error: unknown) => error)

  expect(failure).toBeInstanceOf(ProblemError)
  expect(failure).toMatchObject({
    message: 'This time: installation-exists.',
    status: 409,
    kind: 'installation-exists',
    problem: { requestId: 'req_1' },
  })
})

it('creates a problem for an error reply of a proxy', async () => {
  const { baseUrl } = await serve((_, response) =>
    response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>'),
  )
  const client = createClient({ baseUrl })

  await expect(client.get('/v1/providers')).rejects.toMatchObject({
    status: 502,
    problem: { title: 'Bad Gateway', retryable: true },
  })
})

const makeFetchError = (cause: unknown) => new TypeError('fetch failed', { cause })
const withCode = (code: string, message = '') => Object.assign(new Error(message), { code })

it.each([
  ['a refused connection', makeFetchError(withCode('ECONNREFUSED', 'connect ECONNREFUSED ::1:9'))],
  [
    'refused connections of several addresses',
    makeFetchError(
      Object.assign(new AggregateError([withCode('ECONNREFUSED')]), { code: 'ECONNREFUSED' }),
    ),
  ],
  [
    'a name without an address',
    makeFetchError(withCode('ENOTFOUND', 'getaddrinfo ENOTFOUND a.test')),
    'getaddrinfo ENOTFOUND a.test',
  ],
  ['an unnamed code', makeFetchError(withCode('EPROTO')), 'EPROTO'],
  [
    'a certificate',
    makeFetchError(new Error('certificate has expired')),
    'certificate has expired',
  ],
  ['a failure in a browser', new TypeError('Failed to fetch'), 'Failed to fetch'],
  ['a failure without an error', 'gone', 'gone'],
] as [string, unknown, string?][])(
  'reports the reason of %s',
  async (_what, thrown, reason = 'connection refused') => {
    const client = createClient({
      baseUrl: 'http://platform.test',
      fetch: () => Promise.reject(thrown),
    })

    await expect(client.get('/v1/providers')).rejects.toMatchObject({
      problem: { causes: [`GET http://platform.test/v1/providers had no reply: ${reason}`] },
    })
  },
)

it('rejects with status 0 without a reply', async () => {
  const client = createClient({ baseUrl: 'http://localhost:9' })

  await expect(client.get('/v1/providers')).rejects.toMatchObject({
    name: 'ProblemError',
    status: 0,
    problem: {
      title: 'Could not reach the server',
      detail: 'Check that it is running and reachable from here.',
      causes: [expect.stringMatching(/^GET http:.* had no reply: (?!fetch failed)./)],
      retryable: true,
    },
  })
})

it('rejects with status 0 for a truncated reply', async () => {
  const { baseUrl } = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write('{"half":', () => response.destroy())
  })
  const client = createClient({ baseUrl })

  await expect(client.get('/v1/providers')).rejects.toMatchObject({ status: 0 })
})

it('rethrows an abort unchanged', async () => {
  const { baseUrl } = await serve(() => {})
  const client = createClient({ baseUrl })

  const call = client.get('/v1/providers', { signal: AbortSignal.timeout(20) })

  await expect(call).rejects.toMatchObject({ name: 'TimeoutError' })
})

it('requests one token, and one more for concurrent 401s', async () => {
  const tokens = ['old', 'new']
  let asked = 0
  const { baseUrl, requests } = await serve((request, response) =>
    request.headers.authorization === 'Bearer new'
      ? reply(response, 200, {})
      : reply(response, 401, problem(401, 'credential-invalid')),
  )
  const client = createClient({ baseUrl, getToken: async () => tokens[asked++] ?? 'none' })

  await Promise.all([client.get('/v1/providers'), client.get('/v1/providers')])
  await client.get('/v1/providers')

  expect(asked).toBe(2)
  expect(requests.map(({ headers }) => headers.authorization)).toEqual(
    expect.arrayContaining(['Bearer old', 'Bearer old', 'Bearer new', 'Bearer new', 'Bearer new']),
  )
})

it('gives up after the second 401', async () => {
  const { baseUrl, requests } = await serve((_, response) =>
    reply(response, 401, problem(401, 'credential-invalid')),
  )
  const client = createClient({ baseUrl, getToken: async () => 'wrong' })

  await expect(client.get('/v1/providers')).rejects.toMatchObject({ kind: 'credential-invalid' })
  expect(requests).toHaveLength(2)
})

it('requests a token again after a failure', async () => {
  let asked = 0
  const { baseUrl } = await serve((_, response) => reply(response, 200, {}))
  const getToken = async () => {
    asked += 1
    if (asked === 1) throw new Error('Signed out.')
    return 'jwt'
  }
  const client = createClient({ baseUrl, getToken })

  await expect(client.get('/v1/providers')).rejects.toThrow('Signed out.')
  await expect(client.get('/v1/providers')).resolves.toEqual({})
})

it('rejects two kinds of credentials', () => {
  expect(() => createClient({ baseUrl: '/', apiKey: 'a', token: 'b' })).toThrow(
    'Give createClient one of `apiKey`, `token` and `getToken`, not several.',
  )
})

it.each([
  ['plat_full_a', 1],
  ['plat_scoped_a', 1],
  ['plat_frontend_a', 0],
])('warns of a key for servers in a page: %s', (apiKey, times) => {
  vi.stubGlobal('document', {})
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})

  createClient({ baseUrl: '/', apiKey })

  expect(logged).toHaveBeenCalledTimes(times)
})

it('stays below 3 kB for a browser', async () => {
  const sources = await Promise.all(
    ['./client.ts', './problem.ts'].map((file) => readFile(new URL(file, import.meta.url), 'utf8')),
  )

  const bytes = gzipSync(sources.map((source) => stripTypeScriptTypes(source)).join('\n')).length

  expect(bytes).toBeLessThan(3000)
})
