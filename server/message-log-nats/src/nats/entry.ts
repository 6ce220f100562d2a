import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import { getNth } from '@platform/kernel/values'
import {
  MessageLogError,
  type LogMessage,
} from '@platform/delivery/notifications/message-log/message-log'

/*
 * An entry is one line of JSON with the IDs and sizes of its messages, followed by their bodies,
 * compressed with Zstandard.
 */

/** Raised by a change that earlier versions cannot read. */
const currentFormat = 1

interface Index {
  format: number
  messages: [id: string, bytes: number][]
}

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)
const fastest = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/** Maximum bytes of an entry that is read: more than any version stores. */
const maxStoredBytes = 64_000_000

/** Bytes of a message in the index, besides its ID. */
const indexBytes = 32

/** Divides messages, in their order, into as few entries as possible of at most this size. */
export function divideIntoEntries(
  messages: readonly LogMessage[],
  maxBytes: number,
): LogMessage[][] {
  const entries: LogMessage[][] = []
  let size = Infinity
  for (const message of messages) {
    const bytes = Buffer.byteLength(message.body) + Buffer.byteLength(message.id) + indexBytes
    if (bytes + indexBytes > maxBytes) {
      throw new MessageLogError(
        'too-large',
        `The message ${message.id} has ${bytes} bytes, more than an entry of the message log (${maxBytes}). Raise max_payload on every node, to at most 8MB.`,
      )
    }
    if (size + bytes > maxBytes) {
      entries.push([])
      size = indexBytes
    }
    entries.at(-1)?.push(message)
    size += bytes
  }
  return entries
}

export function encodeEntry(messages: readonly LogMessage[]): Buffer {
  const bodies = messages.map(({ body }) => Buffer.from(body))
  const index: Index = {
    format: currentFormat,
    messages: messages.map(({ id }, nth) => [id, getNth(bodies, nth).length]),
  }
  return Buffer.concat([Buffer.from(`${JSON.stringify(index)}\n`), ...bodies])
}

export function decodeEntry(entry: Buffer): LogMessage[] {
  const lineEnd = entry.indexOf('\n')
  const { format, messages } = JSON.parse(entry.toString('utf8', 0, lineEnd)) as Index
  if (format !== currentFormat) {
    throw new Error(`The message log has an entry of format ${format}: a later version wrote it.`)
  }
  let start = lineEnd + 1
  return messages.map(([id, bytes]) => {
    const end = start + bytes
    const body = entry.toString('utf8', start, end)
    start = end
    return { id, body }
  })
}

/** Compresses in another thread. */
export const compressEntry = (entry: Buffer): Promise<Buffer> => compress(entry, fastest)
export const decompressEntry = (stored: Uint8Array): Promise<Buffer> =>
  decompress(stored, { maxOutputLength: maxStoredBytes })
