import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { hasCutValue, ProviderError, type ProviderRequest } from '@platform/connector'
import { catalogue, overlayCatalogue } from '@platform/connectors'
import { createEgress } from '@platform/kernel/egress'
import type { Services } from '@platform/kernel/services'
import { must } from '@platform/kernel/values'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sendRequest } from './call/send-request.ts'

interface Reply {
  status?: number
  headers?: Record<string, string>
  body?: Buffer | string
}

let reply: Reply
let replies: Record<string, Reply> = {}
const paths: string[] = []
let received: NodeJS.Dict<string | string[]>
const server = createServer((incoming, response) => {
  received = incoming.headers
  paths.push(incoming.url ?? '')
  const { status, headers, body } = replies[incoming.url ?? ''] ?? reply
  response.writeHead(status ?? 200, headers).end(body)
})
const egress = createEgress({ allowCidrs: ['127.0.0.1/32'] })

beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'))
afterAll(async () => {
  await egress.close()
  server.close()
})

const orchard = (baseURL: string) =>
  must(overlayCatalogue(catalogue, { orchard: { authType: 'none', baseURL } })['orchard'], 'entry')

async function request(given: Reply, wanted: Partial<ProviderRequest> = {}) {
  reply = given
  const { port } = server.address() as AddressInfo
  const baseUrl = `http://127.0.0.1:${port}`
  return sendRequest({ egress } as Services, {
    projectId: 'proj_orchard',
    entry: orchard(baseUrl),
    baseUrl,
    values: {},
    credentials: { kind: 'none' },
    wanted: { path: '/trees', ...wanted },
  })
}

const trees = { trees: [{ id: 1 }, { id: 2 }, { id: 3 }] }
const text = JSON.stringify(trees)
const json = { 'content-type': 'application/json' }

const nest = (depth: number, inside = '1') => `${'['.repeat(depth)}${inside}${']'.repeat(depth)}`

it.each([
  ['short', nest(1_000)],
  ['long', nest(10_000)],
  ['long, and deep beside others', `{"trees":[${'{"id":1},'.repeat(5_000)}${nest(10_000)}]}`],
])(
  'names a reply that is nested too deeply, which a retry does not change: %s',
  async (_, body) => {
    const asked = await request({ headers: json, body }).catch((error: unknown) => error)

    expect(asked).toMatchObject({
      failure: 'too-large',
      isOutage: false,
      message: 'The reply is nested deeper than 64 levels.',
    })
  },
)

describe('of a reply that is nested too deeply', () => {
  const cutsDeepValues = true
  const deep = (levels: number) => nest(levels, '"a ] \\" }"')

  it.each([
    ['a short one', ''],
    ['a long one', '{"id":4,"name":"x"},'.repeat(3_000)],
  ])('what is beside it can be read: %s', async (_, others) => {
    for (const levels of [63, 1_000, 100_000]) {
      const body = `{"trees":[${others}{"id":1},{"id":2,"of":${deep(levels)},"b":[1]},{"id":3}]}`
      const answered = await request({ headers: json, body }, { cutsDeepValues })

      const { trees: found } = answered.body as { trees: { id: number; b?: number[] }[] }
      expect(found.filter(hasCutValue).map(({ id, b }) => ({ id, b }))).toEqual([{ id: 2, b: [1] }])
      expect(found.at(-1)).toEqual({ id: 3 })
      expect(answered.isCut).toBe(true)
    }
  })

  it('nothing is cut up to 64 levels, of an error, or of what is no JSON', async () => {
    const body = `{"trees":[{"id":2,"of":${deep(61)}}]}`
    const whole = await request({ headers: json, body }, { cutsDeepValues })
    expect(whole).toMatchObject({ body: JSON.parse(body) })
    expect(whole.isCut).toBeUndefined()

    const broken = { headers: json, body: `{"trees":${nest(100).slice(0, -3)}` }
    expect(await request(broken, { cutsDeepValues }).catch(() => 'refused')).toBe('refused')
    const error = request({ status: 400, headers: json, body: nest(100) }, { cutsDeepValues })
    await expect(error).rejects.toMatchObject({ failure: 'too-large' })
  })
})

describe('a reply is parsed', () => {
  it.each<[string, Reply]>([
    ['gzip', { headers: { ...json, 'content-encoding': 'gzip' }, body: gzipSync(text) }],
    ['br', { headers: { ...json, 'content-encoding': 'br' }, body: brotliCompressSync(text) }],
    ['deflate', { headers: { ...json, 'content-encoding': 'deflate' }, body: deflateSync(text) }],
    ['zstd', { headers: { ...json, 'content-encoding': 'zstd' }, body: zstdCompressSync(text) }],
    ['text/plain', { headers: { 'content-type': 'text/plain' }, body: text }],
    ['text/html', { headers: { 'content-type': 'text/html; charset=utf-8' }, body: text }],
    ['no type', { body: text }],
    ['a byte order mark', { headers: json, body: `\uFEFF${text}` }],
    ['a byte order mark and no type', { body: `\uFEFF\n${text}` }],
    ['UTF-16', { headers: json, body: Buffer.from(`\uFEFF${text}`, 'utf16le') }],
  ])('with %s', async (_, given) => {
    expect((await request(given)).body).toEqual(trees)
  })

  it('with the characters of its charset', async () => {
    const { body } = await request({
      headers: { 'content-type': 'application/json; charset=ISO-8859-1' },
      body: Buffer.from('{"name":"Café Zürich"}', 'latin1'),
    })

    expect(body).toEqual({ name: 'Café Zürich' })
  })

  it('with the digits of its numbers', async () => {
    const { body } = await request({
      headers: json,
      body: '[{"id":9007199254740992},{"id":9007199254740993}]',
    })

    expect(body).toEqual([{ id: '9007199254740992' }, { id: '9007199254740993' }])
  })

  it('unless a text is expected, which an error is not', async () => {
    const expectsText = true

    expect((await request({ headers: json, body: text }, { expectsText })).body).toBe(text)
    expect((await request({ status: 400, body: text }, { expectsText })).body).toEqual(trees)
  })
})

it('asks for compression', async () => {
  await request({ headers: json, body: text })
  expect(received['accept-encoding']).toBe('gzip, br')

  await request({ headers: json, body: text }, { headers: { 'accept-encoding': 'identity' } })
  expect(received['accept-encoding']).toBe('identity')
})

it('rejects a reply in an undeclared encoding with the place', async () => {
  const given = { headers: json, body: Buffer.from('{"name":"Café"}', 'latin1') }

  await expect(request(given)).rejects.toThrow('byte 12 is not valid UTF-8')
  await expect(request(given, { method: 'POST' })).rejects.toMatchObject({ isOutcomeUnknown: true })
})

it('rejects a reply that is larger after its decompression', async () => {
  const body = gzipSync(Buffer.alloc(50_000_000, ' '))
  const given = { headers: { ...json, 'content-encoding': 'gzip' }, body }

  await expect(request(given)).rejects.toMatchObject({ failure: 'too-large' })
  await expect(request(given)).rejects.toBeInstanceOf(ProviderError)
})

describe('a redirect', () => {
  const to = (location: string, status = 308) => ({ status, headers: { location } })
  beforeEach(() => {
    paths.length = 0
    replies = {}
  })

  it.each([301, 302, 303, 307, 308])('with %i is followed at the host', async (status) => {
    replies = { '/trees?page=2': to('/trees/?page=2', status) }

    const { body } = await request({ headers: json, body: text }, { path: '/trees?page=2' })
    expect(body).toEqual(trees)
    expect(paths).toEqual(['/trees?page=2', '/trees/?page=2'])
  })

  it('of a write is followed only if it stays the same request', async () => {
    replies = { '/trees': to('/trees/', 308) }
    const given = { headers: json, body: text }
    const write = { method: 'POST' as const, body: { name: 'Elm' } }
    await expect(request(given, write)).resolves.toMatchObject({ body: trees })

    replies = { '/trees': to('/trees/', 301) }
    await expect(request(given, write)).rejects.toThrow('redirects a POST request to http://127')
  })

  it.each(['http://other.test/trees', 'http://127.0.0.1:1/trees'])(
    'to %s fails once and names it',
    async (location) => {
      replies = { '/trees': to(location, 301) }

      const failure = await request({}).catch((error: unknown) => error)
      expect(failure).toMatchObject({ failure: 'bad-request', status: 422 })
      expect(String(failure)).toContain(location)
      expect(paths).toEqual(['/trees'])
    },
  )

  it('in a circle ends', async () => {
    replies = { '/trees': to('/a'), '/a': to('/trees') }

    await expect(request({})).rejects.toThrow('in a circle')
  })

  it('of 304 has no target', async () => {
    await expect(request({ status: 304, headers: { location: '/x' } })).resolves.toMatchObject({
      status: 304,
    })
  })
})

it.each(['https://HOST/trees?page=2', 'http://HOST/trees?page=2', '/trees?page=2'])(
  'follows the link %s at the address of the provider',
  async (link) => {
    paths.length = 0
    const { port } = server.address() as AddressInfo
    const path = link.replace('HOST', `127.0.0.1:${port}`)
    await request({ headers: json, body: text }, { path, isLink: true })

    expect(paths).toEqual(['/trees?page=2'])
  },
)
