import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { ProviderError, type CatalogueEntry, type ProviderRequest } from '@platform/connector'
import { createEgress } from '@platform/kernel/egress/egress'
import type { Services } from '@platform/kernel/services'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendRequest } from './send-request.ts'

interface Reply {
  status?: number
  headers?: Record<string, string>
  body?: Buffer | string
}

let reply: Reply
let received: NodeJS.Dict<string | string[]>
const server = createServer((incoming, response) => {
  received = incoming.headers
  response.writeHead(reply.status ?? 200, reply.headers).end(reply.body)
})
const egress = createEgress({ allowCidrs: ['127.0.0.1/32'] })

beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'))
afterAll(async () => {
  await egress.close()
  server.close()
})

const orchard = (baseURL: string) =>
  ({
    info: { name: 'orchard', authType: 'none', baseURL },
    modules: {},
  }) as unknown as CatalogueEntry

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
