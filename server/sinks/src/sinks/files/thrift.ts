// Thrift's compact protocol, as far as Parquet's metadata needs it.
// https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md

const kinds = { isTrue: 1, isFalse: 2, i32: 5, i64: 6, binary: 8, list: 9, struct: 12 }

/** A value with the kind in which it is written. */
export type ThriftValue =
  | boolean
  | string
  | { i32: number }
  | { i64: number }
  | readonly ThriftValue[]
  | ThriftStruct

/** Fields by their numbers, in ascending order. */
export type ThriftStruct = Map<number, ThriftValue>

export const struct = (fields: Record<number, ThriftValue>): ThriftStruct =>
  new Map(Object.entries(fields).map(([id, value]) => [Number(id), value]))

function chooseKind(value: ThriftValue): number {
  if (value === true) return kinds.isTrue
  if (value === false) return kinds.isFalse
  if (typeof value === 'string') return kinds.binary
  if (value instanceof Map) return kinds.struct
  if ('i32' in value) return kinds.i32
  if ('i64' in value) return kinds.i64
  return kinds.list
}

/** Numbers are below 2^53 and not negative. */
function writeVarint(to: number[], value: number): void {
  let rest = value
  while (rest >= 0x80) {
    to.push((rest % 0x80) | 0x80)
    rest = Math.floor(rest / 0x80)
  }
  to.push(rest)
}

const writeZigzag = (to: number[], value: number) => writeVarint(to, value * 2)

function writeValue(to: number[], value: ThriftValue): void {
  // A field has them in its header.
  if (typeof value === 'boolean') return
  if (typeof value === 'string') {
    const bytes = Buffer.from(value)
    writeVarint(to, bytes.length)
    to.push(...bytes)
  } else if (value instanceof Map) writeStruct(to, value)
  else if ('i32' in value) writeZigzag(to, value.i32)
  else if ('i64' in value) writeZigzag(to, value.i64)
  else {
    const kind = value.length === 0 ? kinds.struct : chooseKind(value[0]!)
    if (value.length < 15) to.push((value.length << 4) | kind)
    else {
      to.push(0xf0 | kind)
      writeVarint(to, value.length)
    }
    for (const entry of value) writeValue(to, entry)
  }
}

function writeStruct(to: number[], fields: ThriftStruct): void {
  let last = 0
  for (const [id, value] of fields) {
    to.push(((id - last) << 4) | chooseKind(value))
    writeValue(to, value)
    last = id
  }
  to.push(0)
}

export function encodeStruct(fields: ThriftStruct): Buffer {
  const bytes: number[] = []
  writeStruct(bytes, fields)
  return Buffer.from(bytes)
}
