import { isUtf8 } from 'node:buffer'

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
