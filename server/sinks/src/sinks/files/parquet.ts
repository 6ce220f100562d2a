import { promisify } from 'node:util'
import { zstdCompress } from 'node:zlib'
import { timeOfId } from '@platform/kernel/db/new-id'
import type { SinkEvent } from '../event.ts'
import { encodeStruct, struct, type ThriftStruct } from './thrift.ts'

// https://github.com/apache/parquet-format/blob/master/src/main/thrift/parquet.thrift

const compress = promisify(zstdCompress)
const magic = Buffer.from('PAR1')
const types = { int64: 2, byteArray: 6 }
const convertedTypes = { utf8: 0, timestampMillis: 9 }
const logicalTypes = {
  text: struct({ 1: struct({}) }),
  utcMillis: struct({ 8: struct({ 1: true, 2: struct({ 1: struct({}) }) }) }),
}
const required = 0
const dataPage = 0
const encodings = { plain: 0, rle: 3 }
const zstd = 6

interface ParquetColumn {
  name: string
  type: number
  convertedType: number
  logicalType: ThriftStruct
  encode(events: readonly SinkEvent[]): Buffer
}

const encodeTexts = (find: (event: SinkEvent) => string) => (events: readonly SinkEvent[]) => {
  const texts = events.map(find)
  const sizes = texts.map((text) => Buffer.byteLength(text))
  const bytes = Buffer.allocUnsafe(sizes.reduce((sum, size) => sum + 4 + size, 0))
  let at = 0
  for (const [index, text] of texts.entries()) {
    at = bytes.writeUInt32LE(sizes[index] ?? 0, at)
    at += bytes.write(text, at)
  }
  return bytes
}

function encodeTimes(events: readonly SinkEvent[]): Buffer {
  const bytes = Buffer.allocUnsafe(8 * events.length)
  for (const [index, { id }] of events.entries()) {
    bytes.writeBigInt64LE(BigInt(timeOfId(id)), 8 * index)
  }
  return bytes
}

const text = {
  type: types.byteArray,
  convertedType: convertedTypes.utf8,
  logicalType: logicalTypes.text,
}

const columns: readonly ParquetColumn[] = [
  { name: 'id', ...text, encode: encodeTexts(({ id }) => id) },
  { name: 'type', ...text, encode: encodeTexts(({ type }) => type) },
  {
    ...{ name: 'time', type: types.int64, convertedType: convertedTypes.timestampMillis },
    ...{ logicalType: logicalTypes.utcMillis, encode: encodeTimes },
  },
  { name: 'data', ...text, encode: encodeTexts(({ body }) => body) },
]

/** Returns the events as a Parquet file with the columns ID, type, time and data, compressed by Zstandard. */
export async function writeParquet(events: readonly SinkEvent[]): Promise<Buffer> {
  const parts: Buffer[] = [magic]
  const chunks: ThriftStruct[] = []
  let offset = magic.length
  let uncompressedBytes = 0
  for (const { name, type, encode } of columns) {
    const page = encode(events)
    const compressed = await compress(page)
    const header = encodeStruct(
      struct({
        1: { i32: dataPage },
        2: { i32: page.length },
        3: { i32: compressed.length },
        5: struct({
          1: { i32: events.length },
          2: { i32: encodings.plain },
          3: { i32: encodings.rle },
          4: { i32: encodings.rle },
        }),
      }),
    )
    chunks.push(
      struct({
        2: { i64: offset },
        3: struct({
          1: { i32: type },
          2: [{ i32: encodings.plain }, { i32: encodings.rle }],
          3: [name],
          4: { i32: zstd },
          5: { i64: events.length },
          6: { i64: header.length + page.length },
          7: { i64: header.length + compressed.length },
          9: { i64: offset },
        }),
      }),
    )
    parts.push(header, compressed)
    offset += header.length + compressed.length
    uncompressedBytes += header.length + page.length
  }
  const metadata = encodeStruct(
    struct({
      1: { i32: 1 },
      2: [struct({ 4: 'message', 5: { i32: columns.length } }), ...columns.map(describeColumn)],
      3: { i64: events.length },
      4: [struct({ 1: chunks, 2: { i64: uncompressedBytes }, 3: { i64: events.length } })],
      6: 'integration-platform',
    }),
  )
  const length = Buffer.allocUnsafe(4)
  length.writeUInt32LE(metadata.length)
  return Buffer.concat([...parts, metadata, length, magic])
}

const describeColumn = ({ name, type, convertedType, logicalType }: ParquetColumn): ThriftStruct =>
  struct({
    1: { i32: type },
    3: { i32: required },
    4: name,
    6: { i32: convertedType },
    10: logicalType,
  })
