import { once } from 'node:events'
import { Agent, get as httpGet } from 'node:http'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { setTimeout as sleep } from 'node:timers/promises'
import { ApiProblem } from '@platform/contract'
import { measureSlowness } from '@platform/testing/machine-speed'
import { patiently } from '@platform/testing/patiently'
import { expect, it, onTestFinished, vi } from 'vitest'
import { pino } from 'pino'
import { Problem } from '../problems/problem.ts'
import { createHttpServer, type HttpServerOptions } from './server.ts'
import { getFirst, getNth } from '../values/must.ts'
import { getPort } from '../values/net.ts'

async function givenServer(options: HttpServerOptions = {}) {
  const http = createHttpServer(options)
  http.get('/things/:id', () => ({ ok: true }))
  http.post('/things', (request) => request.body ?? { body: 'none' })
  http.post('/things/:id(^.+)::turn', (request) => request.params)
  http.get('/broken', () => {
    throw new Error('the password is hunter2')
  })
  await http.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => http.close())
  const port = getPort(http.server)
  return { http, port, url: `http://127.0.0.1:${port}` }
}

/** Sends raw bytes and returns the reply. */
const sendRaw = (port: number, text: string) =>
  new Promise<string>((resolve, reject) => {
    let reply = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.on('data', (chunk) => (reply += chunk))
    socket.on('close', () => resolve(reply))
    socket.on('error', reject)
  })

const parseProblem = (raw: string) =>
  ApiProblem.parse(JSON.parse(raw.slice(raw.indexOf('\r\n\r\n') + 4)))

const json = { 'content-type': 'application/json' }

it.each([
  { name: 'an unknown route', path: '/nothing', status: 404, kind: 'route-not-found' },
  { name: 'a path that is badly encoded', path: '/things/%zz', status: 400, kind: 'malformed-request' },
  { name: 'a path that is far too long', path: `/things/${'a'.repeat(5000)}`, status: 404, kind: 'route-not-found' },
  { name: 'a method that the path has not', method: 'PUT', path: '/things/1', status: 405, kind: 'method-not-allowed' },
  { name: 'a method that nobody has', method: 'PROPFIND', path: '/things/1', status: 405, kind: 'method-not-allowed' },
  { name: 'no JSON', method: 'POST', path: '/things', headers: json, body: '{"a": tru', status: 400, kind: 'malformed-json' },
  { name: 'a reach for the prototype', method: 'POST', path: '/things', headers: json, body: '{"a":{"__proto__":{"b":1}}}', status: 400, kind: 'malformed-json' },
  { name: 'a key twice in one object', method: 'POST', path: '/things', headers: json, body: '{"a":{"b:":"x:","b":1,"\\u0062":2}}', status: 400, kind: 'malformed-json' },
  { name: 'deep nesting', method: 'POST', path: '/things', headers: json, body: '['.repeat(100_000) + ']'.repeat(100_000), status: 400, kind: 'malformed-json' },
  { name: 'another media type', method: 'POST', path: '/things', headers: { 'content-type': 'text/xml' }, body: '<a/>', status: 415, kind: 'unsupported-media-type' },
  { name: 'a number that would lose digits', method: 'POST', path: '/things', headers: json, body: '{"a":9007199254740993}', status: 400, kind: 'malformed-json' },
  { name: 'a body that is not UTF-8', method: 'POST', path: '/things', headers: json, body: new Uint8Array([0x22, 0xff, 0x22]), status: 400, kind: 'malformed-json' },
  { name: 'a compressed body', method: 'POST', path: '/things', headers: { ...json, 'content-encoding': 'gzip' }, body: gzipSync('{}'), status: 415, kind: 'unsupported-media-type' },
  { name: 'a large body', method: 'POST', path: '/things', headers: json, body: `"${'a'.repeat(6 * 1024 * 1024)}"`, status: 413, kind: 'body-too-large' },
  { name: 'a small body of very many values', method: 'POST', path: '/things', headers: json, body: `[${'1,'.repeat(1_200_000)}1]`, status: 413, kind: 'body-too-large' },
  { name: 'a bug', path: '/broken', status: 500, kind: 'internal' },
])('answers $name with a problem', async ({ path, status, kind, ...init }) => {
  const { url } = await givenServer()

  const reply = await fetch(url + path, init)

  expect(reply.status).toBe(status)
  expect(reply.headers.get('content-type')).toBe('application/problem+json')
  const problem = ApiProblem.parse(await reply.json())
  expect(problem).toMatchObject({ status, type: `${url}/problems/${kind}` })
  expect(problem.requestId).toBe(reply.headers.get('x-request-id'))
  expect(JSON.stringify(problem)).not.toContain('hunter2')
}) // oxfmt-ignore

it('lists the methods of a path', async () => {
  const { url } = await givenServer()

  const reply = await fetch(`${url}/things/1`, { method: 'DELETE' })

  expect(reply.headers.get('allow')).toBe('GET, HEAD')
})

it('does not quote a body that is not JSON', async () => {
  const { url } = await givenServer()

  const reply = await fetch(`${url}/things`, {
    method: 'POST',
    headers: json,
    body: '{"clientSecret": hunter2}',
  })

  expect(await reply.text()).not.toContain('hunter')
})

it.each([
  { name: 'headers that are too large', bytes: `GET / HTTP/1.1\r\nhost: a\r\nx: ${'a'.repeat(40_000)}\r\n\r\n`, status: 431 },
  { name: 'data that is not HTTP', bytes: 'SSH-2.0-OpenSSH_9.2\r\n\r\n', status: 400 },
  { name: 'no Host header', bytes: 'GET / HTTP/1.1\r\nconnection: close\r\n\r\n', status: 400 },
  { name: 'two lengths', bytes: 'POST /things HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n{}', status: 400 },
  { name: 'HTTP/0.9', bytes: 'GET /things\r\n\r\n', status: 400 },
  { name: 'HTTP/0.9 by name', bytes: 'GET /things HTTP/0.9\r\nhost: a\r\n\r\n', status: 400 },
  { name: 'HTTP/2.0 in clear words', bytes: 'GET /things HTTP/2.0\r\nhost: a\r\n\r\n', status: 400 },
  { name: 'CONNECT', bytes: 'CONNECT a:1 HTTP/1.1\r\nhost: a\r\n\r\n', status: 400 },
])('answers $name with a problem on the bare connection', async ({ bytes, status }) => {
  const { port } = await givenServer()

  const raw = await sendRaw(port, bytes)

  expect(raw).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(raw.toLowerCase()).toContain('content-type: application/problem+json')
  expect(parseProblem(raw)).toMatchObject({ status })
}) // oxfmt-ignore

it.each([
  { slow: 'headers', bytes: 'GET / HTTP/1.1\r\nhost: a\r\nx: ' },
  { slow: 'body', bytes: 'POST /things HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{' },
])('limits the wait for a slow $slow', async ({ bytes }) => {
  const { port } = await givenServer({ requestTimeoutMs: 200 })

  const raw = await sendRaw(port, bytes)

  expect(raw).toMatch(/^HTTP\/1.1 408 /)
  expect(parseProblem(raw)).toMatchObject({ status: 408, retryable: true })
}) // oxfmt-ignore

it('answers requests during shutdown with a retryable problem', async () => {
  const http = createHttpServer()
  const finish = Promise.withResolvers<{ ok: boolean }>()
  http.get('/slow', () => finish.promise)
  await http.listen({ port: 0, host: '127.0.0.1' })
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`

  const replies = await new Promise<string>((resolve, reject) => {
    let text = ''
    const socket = connect(getPort(http.server), '127.0.0.1', () => socket.write(get('/slow')))
    http.server.once('request', () => {
      void http.close()
      void vi
        .waitFor(() => expect(http.server.listening).toBe(false), patiently)
        .then(() => {
          http.server.once('request', () => finish.resolve({ ok: true }))
          socket.write(get('/things/1'))
        }, reject)
    })
    socket.on('data', (chunk) => (text += chunk))
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
  })

  expect(replies).toMatch(/^HTTP\/1.1 200 /)
  const last = replies.slice(replies.lastIndexOf('HTTP/1.1'))
  expect(last).toMatch(/^HTTP\/1.1 503 /)
  expect(parseProblem(last)).toMatchObject({ status: 503, retryable: true })
})

it('closes without waiting for connections whose last reply began before', async () => {
  const http = createHttpServer({ closeWithinMs: 3_600_000 })
  const finish = Promise.withResolvers<{ ok: boolean }>()
  http.get('/slow', () => finish.promise)
  http.get('/stream', (_request, reply) => {
    reply.hijack()
    void finish.promise.then(() => reply.raw.end('ok'))
  })
  await http.listen({ port: 0, host: '127.0.0.1' })
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  const port = getPort(http.server)
  const begun = Promise.withResolvers<void>()
  let count = 0
  http.server.on('request', () => {
    if (++count === 2) begun.resolve()
  })
  const replies = ['/slow', '/stream'].map(
    (path) =>
      new Promise<number | undefined>((resolve, reject) => {
        httpGet({ port, path, agent }, (reply) =>
          reply.resume().on('end', () => resolve(reply.statusCode)),
        ).on('error', reject)
      }),
  )
  await begun.promise

  const closed = http.close()
  await vi.waitFor(() => expect(http.server.listening).toBe(false), patiently)
  finish.resolve({ ok: true })

  expect(await Promise.all(replies)).toEqual([200, 200])
  await closed
})

it('keeps a safe request ID of the caller', async () => {
  const { url } = await givenServer()

  const replies = await Promise.all(
    ['trace-1', '<script>'].map((id) =>
      fetch(`${url}/things/1`, { headers: { 'x-request-id': id } }),
    ),
  )

  expect(getFirst(replies).headers.get('x-request-id')).toBe('trace-1')
  expect(getNth(replies, 1).headers.get('x-request-id')).toMatch(/^req_/)
})

it('accepts calls of any origin with x-… headers', async () => {
  const { url } = await givenServer()

  const preflight = await fetch(`${url}/things`, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://app.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,x-api-key,x-ui-version',
    },
  })

  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
  expect(preflight.headers.get('access-control-allow-headers')).toContain('x-ui-version')
  expect(preflight.headers.get('access-control-allow-methods')).toContain('PATCH')
  expect(preflight.headers.get('access-control-max-age')).toBe('86400')
})

it('exposes reply headers to pages, also those of single operations', async () => {
  const { url } = await givenServer()

  const reply = await fetch(`${url}/things`, { headers: { origin: 'https://app.example' } })

  // No request carries cookies, so the wildcard covers all of them.
  expect(reply.headers.get('access-control-expose-headers')).toBe('*')
  expect(reply.headers.has('access-control-allow-credentials')).toBe(false)
})

it.each(['c1', 'a%2Fb', 'a%3Ab', 'a:b', 'ü', 'a;b,c', "o'neil", '%25'])(
  'finds the verb after the ID %s',
  async (id) => {
    const { url } = await givenServer()

    const reply = await fetch(`${url}/things/${id}:turn`, { method: 'POST' })

    expect(await reply.json()).toEqual({ id: decodeURIComponent(id) })
  },
)

it(
  'shuts down in time despite incomplete request bodies',
  { tags: 'timely-shutdown' },
  async () => {
    const http = createHttpServer({ closeWithinMs: 200 })
    http.post('/', () => 'ok')
    await http.listen({ port: 0, host: '127.0.0.1' })
    const port = getPort(http.server)
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(
      'POST / HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{',
    )
    await once(http.server, 'request')

    const slowness = measureSlowness()
    const start = performance.now()
    await http.close()
    const tookMs = performance.now() - start

    // Without the limit, the request would wait for its body until the request timeout of 30 seconds.
    expect(tookMs).toBeLessThan(20_000 * (await slowness.stop()))
  },
)

it('contains the support contact in every problem', async () => {
  const support = { supportEmail: 'help@acme.test', supportUrl: 'https://acme.test/help' }
  const http = createHttpServer({ support })
  onTestFinished(() => http.close())

  const reply = await http.inject('/nothing')

  expect(reply.json()).toMatchObject({ status: 404, ...support })
  expect(reply.json()).not.toHaveProperty('supportPhone')
})

it('sends Strict-Transport-Security over https, also with errors', async () => {
  const { url } = await givenServer({ publicUrl: 'https://platform.example' })
  const { url: plain } = await givenServer({ publicUrl: 'http://platform.example' })

  for (const path of ['/things/1', '/nowhere', '/broken']) {
    const header = async (origin: string) =>
      (await fetch(`${origin}${path}`)).headers.get('strict-transport-security')
    expect(await header(url)).toBe('max-age=31536000')
    expect(await header(plain)).toBeNull()
  }
})

it('logs failures as errors, but not start and shutdown', async () => {
  const lines: { level: number; msg: string }[] = []
  const http = createHttpServer({
    logger: pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) }),
  })
  http.get('/starting', () => {
    throw new Problem('unavailable', { detail: 'The server is starting.' })
  })
  http.get('/cut-off', () => {
    throw new Problem('unavailable', { detail: 'No database.', cause: new Error('ECONNREFUSED') })
  })

  const replies = await Promise.all(['/starting', '/cut-off'].map((url) => http.inject({ url })))

  expect(replies.map(({ statusCode }) => statusCode)).toEqual([503, 503])
  expect(lines).toEqual([
    expect.objectContaining({ level: 50, msg: 'No database.', err: expect.any(Object) }),
  ])
})

it('answers a body that is too large after a proxy has sent it', async () => {
  const { port } = await givenServer()
  const body = 'a'.repeat(6 * 1024 * 1024)
  const head = [
    'POST /things HTTP/1.1',
    'host: localhost',
    'content-type: application/json',
    `content-length: ${body.length}`,
  ].join('\r\n')
  const socket = connect(port, '127.0.0.1')
  let reply = ''
  socket.on('data', (chunk) => (reply += chunk))
  socket.write(`${head}\r\n\r\n`)
  // Longer than the server needs to reject the declared length.
  await sleep(200)
  const sent = new Promise<Error | null | undefined>((resolve) => socket.write(body, resolve))
  await once(socket, 'close')

  expect(await sent).toBeFalsy()
  expect(parseProblem(reply)).toMatchObject({ status: 413 })
})
