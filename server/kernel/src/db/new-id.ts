import { hash, randomFillSync } from 'node:crypto'
import type { Id } from '@platform/contract'
import { getNowMs } from '../values/database-clock.ts'

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const random = new Uint8Array(13 * 512)
let randomUsed = random.length

let lastMs = 0
let timeDigits = ''
let counter = 0

/**
 * Generates a TypeID (https://github.com/jetify-com/typeid): `prefix_` and a UUIDv7 in 26 base32
 * digits. IDs of one process sort by creation: a counter orders them within a millisecond (RFC
 * 9562, 6.2).
 */
export function newId<Prefix extends string>(prefix: Prefix): Id<Prefix> {
  const now = getNowMs()
  if (now > lastMs) {
    lastMs = now
    timeDigits = digits(now, 10)
    counter = 0
  } else if (++counter > 0xfff) {
    timeDigits = digits(++lastMs, 10)
    counter = 0
  }
  if (randomUsed === random.length) {
    randomFillSync(random)
    randomUsed = 0
  }
  // Version 7, the counter, variant 0b10 and two random bits: 20 bits, then 60 random bits.
  let id = timeDigits + digits((7 << 16) | (counter << 4) | 8 | (random[randomUsed]! & 3), 4)
  for (let digit = 1; digit <= 12; digit++) id += alphabet[random[randomUsed + digit]! & 31]
  randomUsed += 13
  return `${prefix}_${id}`
}

/**
 * Returns the lowest ID for this time, for range queries by ID. Times before 1970 are treated as
 * 1970.
 */
export const earliestId = <Prefix extends string>(prefix: Prefix, timeMs: number): Id<Prefix> =>
  `${prefix}_${digits(Math.max(0, timeMs), 10)}${'0'.repeat(16)}`

/** Returns the ID that belongs to this text alone, so that only one resource is created for it. */
export function idFor<Prefix extends string>(
  prefix: Prefix,
  { text, timeMs }: { text: string; timeMs: number },
): Id<Prefix> {
  let id = digits(timeMs, 10)
  for (const byte of hash('sha256', text, 'buffer').subarray(0, 16)) id += alphabet[byte & 31]
  return `${prefix}_${id}`
}

/** Returns the creation time of the ID, in milliseconds. */
export function timeOfId(id: string): number {
  const start = id.indexOf('_') + 1
  let value = 0
  for (let digit = start; digit < start + 10; digit++) {
    value = value * 32 + alphabet.indexOf(id[digit]!)
  }
  return value
}

function digits(value: number, length: number): string {
  let text = ''
  for (; text.length < length; value = Math.floor(value / 32)) text = alphabet[value % 32] + text
  return text
}

/**
 * Generates a UUIDv7, for identifiers that must be UUIDs on the wire. They sort by creation too.
 */
export function newUuid(): string {
  const bytes = randomFillSync(new Uint8Array(16))
  new DataView(bytes.buffer).setBigUint64(
    0,
    (BigInt(getNowMs()) << 16n) | BigInt((bytes[6]! << 8) | bytes[7]!),
  )
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = Buffer.from(bytes).toString('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
