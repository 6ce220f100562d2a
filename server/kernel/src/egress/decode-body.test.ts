import {
  brotliCompressSync,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { decodeBody } from './decode-body.ts'

const maxBytes = 10_000
const text = '{"trees":[1,2,3]}'
const plain = Buffer.from(text)

describe('a body is decompressed', () => {
  it.each<[string, Buffer]>([
    ['gzip', gzipSync(plain)],
    ['x-gzip', gzipSync(plain)],
    ['GZIP', gzipSync(plain)],
    ['br', brotliCompressSync(plain)],
    ['deflate', deflateSync(plain)],
    ['deflate', deflateRawSync(plain)],
    ['zstd', zstdCompressSync(plain)],
    ['gzip, br', brotliCompressSync(gzipSync(plain))],
    ['identity', plain],
    ['utf-8', plain],
    ['gzip', plain],
    ['br', plain],
    ['deflate', plain],
    ['zstd', plain],
    ['gzip;q=1', gzipSync(plain)],
    ['gzip', Buffer.alloc(0)],
  ])('from %s', async (encoding, body) => {
    const content = await decodeBody(body, { encoding, maxBytes })

    expect(content.toString()).toBe(body.length === 0 ? '' : text)
  })

  it.each<[string, (content: Buffer) => Buffer]>([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['zstd', zstdCompressSync],
    ['gzip, gzip', (content) => gzipSync(gzipSync(content))],
  ])('up to the limit: %s', async (encoding, compress) => {
    const bomb = compress(Buffer.alloc(50_000_000))

    await expect(decodeBody(bomb, { encoding, maxBytes })).rejects.toBeInstanceOf(RangeError)
  })

  it.each<[string, Buffer, string | undefined, boolean]>([
    ['gzip as JSON', gzipSync(plain), 'application/json', true],
    ['zstd without a type', zstdCompressSync(plain), undefined, true],
    ['gzip as CSV', gzipSync(plain), 'text/csv; charset=utf-8', true],
    ['a file in gzip', gzipSync(plain), 'application/gzip', false],
  ])('without a header if its type is that of a text: %s', async (_, body, contentType, isText) => {
    const content = await decodeBody(body, { encoding: undefined, contentType, maxBytes })

    expect(content.equals(isText ? plain : body)).toBe(true)
  })

  it.each(['br', 'deflate'])('not as a short stream of %s if it is plain', async (encoding) => {
    const lines = (first: number) =>
      Array.from({ length: 5 }, (_, n) => `${first + n},"Elm ${n}"\n`).join('')
    const decoded: string[] = []
    for (let first = 0; first < 2_000; first++) {
      const body = Buffer.from(lines(first))
      const result = await decodeBody(body, { encoding, maxBytes: 1_000 }).catch(() => body)
      if (!result.equals(body)) decoded.push(body.toString())
    }

    expect(decoded).toEqual([])
  })

  it('at most twice', async () => {
    await expect(decodeBody(plain, { encoding: 'gzip, gzip, gzip', maxBytes })).rejects.toThrow(
      '3 encodings',
    )
  })

  it('whole or not at all', async () => {
    const cut = gzipSync(plain).subarray(0, 20)

    await expect(decodeBody(cut, { encoding: 'gzip', maxBytes })).rejects.toThrow()
  })
})
