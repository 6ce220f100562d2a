import type { Reader } from '@platformatic/kafka'
import type { KafkaProtocol } from './protocol.ts'

export const malformedReply = 'The reply of the broker is malformed.'

/**
 * Returns a reader of one reply. The library's own follows negative lengths, with which a hostile broker
 * would have lists read for ever, and makes an error with a stack of each entry that reports one.
 */
export function createReplyReader(
  protocol: KafkaProtocol,
  reply: Buffer,
  { maxEntries }: { maxEntries: number },
): Reader {
  const reader = protocol.Reader.from(reply)
  let position = 0
  Object.defineProperty(reader, 'position', {
    get: () => position,
    set(next: number) {
      if (!(next >= position && next <= reply.length)) {
        throw new Error(malformedReply)
      }
      position = next
    },
  })
  let entries = 0
  const readArray = reader.readNullableArray.bind(reader)
  reader.readNullableArray = (readEntry, ...more) =>
    readArray(
      (...args) => {
        if (++entries > maxEntries) {
          throw new Error(`The reply of the broker has more than ${maxEntries} entries.`)
        }
        return readEntry(...args)
      },
      ...more,
    )
  return reader
}
