import { createHmac } from 'node:crypto'
import { getLast } from '@platform/kernel/values'

/** Returns the current code of an authenticator app (RFC 6238). */
export function totp(base32: string): string {
  const bits = base32
    .split('')
    .map((digit) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(digit).toString(2).padStart(5, '0'))
    .join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)))
  const mac = createHmac('sha1', key).update(counter).digest()
  const number = mac.readUInt32BE(getLast(mac) & 15) & 0x7fff_ffff
  return String(number % 1_000_000).padStart(6, '0')
}
