import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, inflateRaw, zstdDecompress } from 'node:zlib'

type Decode = (body: Buffer, maxBytes: number) => Promise<Buffer>

const decodeBy =
  (decompress: typeof gunzip | typeof brotliDecompress): Decode =>
  (body, maxBytes) =>
    promisify<Buffer, { maxOutputLength: number }, Buffer>(decompress)(body, {
      maxOutputLength: maxBytes,
    })

/** Some proxies remove the compression but not its header. */
const isGzip = (body: Buffer) => body[0] === 0x1f && body[1] === 0x8b

const decodeGzip: Decode = (body, maxBytes) =>
  isGzip(body) ? decodeBy(gunzip)(body, maxBytes) : Promise.resolve(body)

/** Some servers send `deflate` without the header of zlib that RFC 9110 demands. */
const isZlib = (body: Buffer) => body.length > 1 && body.readUInt16BE(0) % 31 === 0

/** Text that is JSON, a page or a list of quoted values, so that it is not compressed. */
const isPlain = (body: Buffer) => /^\uFEFF?\s*[{[<"]/.test(body.subarray(0, 100).toString())

const decodeUnlessPlain =
  (decode: Decode): Decode =>
  (body, maxBytes) =>
    decode(body, maxBytes).catch((error: unknown) => {
      if (error instanceof RangeError || !isPlain(body)) throw error
      return body
    })

const decoders: Readonly<Record<string, Decode>> = {
  gzip: decodeGzip,
  'x-gzip': decodeGzip,
  br: decodeUnlessPlain(decodeBy(brotliDecompress)),
  deflate: decodeUnlessPlain((body, maxBytes) =>
    decodeBy(isZlib(body) ? inflate : inflateRaw)(body, maxBytes),
  ),
  zstd: decodeUnlessPlain(decodeBy(zstdDecompress)),
}

const isZstd = (body: Buffer) => body.length > 4 && body.readUInt32LE(0) === 0xfd2fb528

/** Some servers compress files, and say so neither by their type nor by their encoding. */
function findEncoding(body: Buffer, contentType: string | string[] | undefined): string[] {
  const type = [contentType ?? []].flat()[0] ?? ''
  if (type !== '' && !/\b(?:json|text|csv|xml|javascript)\b/i.test(type)) return []
  return isGzip(body) ? ['gzip'] : isZstd(body) ? ['zstd'] : []
}

/**
 * Decompresses a body, also of servers that compress unasked.
 * @throws RangeError if it is longer than `maxBytes`
 * @throws Error for a body that is not in the encoding of its header
 */
export async function decodeBody(
  body: Buffer,
  {
    encoding,
    contentType,
    maxBytes,
  }: {
    encoding: string | string[] | undefined
    contentType?: string | string[] | undefined
    maxBytes: number
  },
): Promise<Buffer> {
  const encodings = [encoding ?? []]
    .flat()
    .flatMap((value) => value.toLowerCase().split(','))
    .map((name) => name.trim().replace(/;.*$/, ''))
    .filter((name) => name !== '' && name !== 'identity')
  if (encoding === undefined) encodings.push(...findEncoding(body, contentType))
  if (encodings.length === 0 || body.length === 0) return body
  // More would only multiply the work for a small body.
  if (encodings.length > 2) throw new Error(`The body has ${encodings.length} encodings.`)
  let decoded = body
  for (const name of encodings.toReversed()) {
    const decode = Object.hasOwn(decoders, name) ? decoders[name] : undefined
    // Some servers name a character set here.
    if (!decode) return body
    decoded = await decode(decoded, maxBytes)
  }
  return decoded
}
