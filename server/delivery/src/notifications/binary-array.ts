/**
 * Serializes arrays in PostgreSQL's binary format: escaping and parsing text arrays costs more than
 * everything else in a statement with many rows.
 * https://github.com/postgres/postgres/blob/REL_18_STABLE/src/backend/utils/adt/arrayfuncs.c
 * (`array_recv`)
 */
export function textArray(values: readonly string[]): Buffer {
  let size = headerBytes
  for (const value of values) size += 4 + Buffer.byteLength(value)
  const array = withHeader(size, textOid, values.length, false)
  let offset = headerBytes
  for (const value of values) {
    const length = array.write(value, offset + 4)
    array.writeInt32BE(length, offset)
    offset += 4 + length
  }
  return array
}

/** An `int[]`. */
export function intArray(values: readonly (number | null)[]): Buffer {
  const array = withHeader(headerBytes + values.length * 8, intOid, values.length, true)
  let offset = headerBytes
  for (const value of values) {
    offset = array.writeInt32BE(value === null ? -1 : 4, offset)
    if (value !== null) offset = array.writeInt32BE(value, offset)
  }
  return array.subarray(0, offset)
}

const [intOid, textOid] = [23, 25]
const headerBytes = 20

function withHeader(size: number, elementOid: number, length: number, mayHaveNull: boolean) {
  const array = Buffer.allocUnsafe(size)
  const dimensions = 1
  const firstIndex = 1
  array.writeInt32BE(dimensions, 0)
  array.writeInt32BE(mayHaveNull ? 1 : 0, 4)
  array.writeInt32BE(elementOid, 8)
  array.writeInt32BE(length, 12)
  array.writeInt32BE(firstIndex, 16)
  return array
}
