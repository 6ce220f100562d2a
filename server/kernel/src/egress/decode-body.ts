import { isUtf8 } from 'node:buffer'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, inflateRaw, zstdDecompress } from 'node:zlib'

/** Thrown for a reply that exceeds a limit of its length or of its number of parts. */
export class BodyTooLargeError extends Error {
  override name = 'BodyTooLargeError'
  readonly code = 'EBODYTOOLARGE'
}

type Header = string | string[] | undefined

/** A text, and why its characters are not certain. */
export interface DecodedText {
  text: string
  /** Names the place of the first byte that is not of the encoding, or the unknown encoding. */
  malformed?: string
}

/**
 * Decodes a body as text: by its byte order mark, the charset of its `content-type`, the declaration of
 * an XML document, or as UTF-8. `isPart` allows the last character to be cut.
 */
export function decodeText(
  body: Buffer,
  contentType: Header,
  { isPart = false }: { isPart?: boolean } = {},
): DecodedText {
  const label = findCharset(body, contentType)
  if (label === undefined || isUtf8Label(label)) return decodeUtf8(body, isPart)
  let decoder: TextDecoder
  try {
    decoder = new TextDecoder(label)
  } catch {
    const malformed = `the charset ${label.slice(0, 50)} is unknown`
    return { ...decodeUtf8(body, isPart), malformed }
  }
  // Many servers declare Latin-1 by default and send UTF-8, which other text hardly ever resembles.
  const isSingleByte = /^(?:iso-8859|windows-125)/.test(decoder.encoding)
  if (isSingleByte && isUtf8(body)) return { text: body.toString() }
  const text = decoder.decode(body)
  const at = text.indexOf('\uFFFD')
  return at < 0
    ? { text }
    : { text, malformed: `character ${at} is not valid in the charset ${decoder.encoding}` }
}

/** Also names that are no charset, and what programs write in place of none. */
const isUtf8Label = (label: string) =>
  /^(?:utf[-_]?8(?:[-_]?mb4|[-_]?bom)?|us-ascii|ascii|none|null|undefined|default|binary)$/i.test(
    label,
  )

function findCharset(body: Buffer, contentType: Header): string | undefined {
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le'
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be'
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return undefined
  const type = [contentType ?? []].flat()[0] ?? ''
  const declared = /;\s*charset\s*=\s*["']?([^\s"';,]+)/i.exec(type)?.[1]
  if (declared !== undefined) return declared
  const start = body.subarray(0, 200).toString('latin1')
  return /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/i.exec(start)?.[1]
}

/** Keeps a byte order mark, so that the text has as many bytes as the body. */
function decodeUtf8(body: Buffer, isPart: boolean): DecodedText {
  const text = body.toString()
  if (isUtf8(body)) return { text }
  const at = firstInvalidByte(body, text)
  const isCut = isPart && body.length - at <= 3
  return isCut ? { text } : { text, malformed: `byte ${at} is not valid UTF-8` }
}

function firstInvalidByte(body: Buffer, text: string): number {
  let at = 0
  let counted = 0
  for (let from = text.indexOf('\uFFFD'); from >= 0; from = text.indexOf('\uFFFD', from + 1)) {
    at += Buffer.byteLength(text.slice(counted, from))
    counted = from
    // The character itself may be in the text.
    if (body.readUIntBE(at, Math.min(3, body.length - at)) !== 0xefbfbd) return at
  }
  return body.length
}

type Decode = (body: Buffer, maxBytes: number) => Promise<Buffer>

const decodeBy =
  (decompress: typeof gunzip | typeof zstdDecompress): Decode =>
  (body, maxBytes) =>
    promisify<Buffer, { maxOutputLength: number }, Buffer>(decompress)(body, {
      maxOutputLength: maxBytes,
    })

/** Text without its compression may read as a short stream, behind which all else would be lost. */
const decodeWhole =
  (decompress: typeof inflate | typeof brotliDecompress): Decode =>
  async (body, maxBytes) => {
    const options = { maxOutputLength: maxBytes, info: true }
    const decode = promisify<Buffer, typeof options, Buffer | Decompressed>(decompress)
    const decoded = await decode(body, options)
    if (!('engine' in decoded)) return decoded
    const rest = body.length - decoded.engine.bytesWritten
    if (rest > 0) throw new Error(`${rest} bytes follow the compressed body.`)
    return decoded.buffer
  }

interface Decompressed {
  buffer: Buffer
  engine: { bytesWritten: number }
}

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
  br: decodeUnlessPlain(decodeWhole(brotliDecompress)),
  deflate: decodeUnlessPlain((body, maxBytes) =>
    decodeWhole(isZlib(body) ? inflate : inflateRaw)(body, maxBytes),
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
