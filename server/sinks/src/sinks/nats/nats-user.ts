import { createPrivateKey, sign, type KeyObject } from 'node:crypto'

// Users of servers with decentralized sign-in: a token of the account, and the key that it names.

export interface NatsUser {
  jwt: string
  key: KeyObject
}

/** The seed of an Ed25519 key in PKCS #8, without the seed. RFC 8410, 7. */
const keyPrefix = Buffer.from('302e020100300506032b657004220420', 'hex')
const seedBytes = 32
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Parses a `.creds` file; undefined if it contains no token and key of a user. */
export function parseNatsUser(file: string): NatsUser | undefined {
  const [, jwt] = /-+BEGIN NATS USER JWT-+\s+([\w.-]+)\s/.exec(file) ?? []
  const [, seed] = /-+BEGIN USER NKEY SEED-+\s+(SU[A-Z2-7]{56})\s/.exec(file) ?? []
  const key = seed && parseSeed(seed)
  return jwt && key ? { jwt, key } : undefined
}

/** Returns the proof that the user has the key. */
export const signNatsNonce = ({ key }: NatsUser, nonce: string): string =>
  sign(undefined, Buffer.from(nonce), key).toString('base64url')

/** Two bytes for kind and prefix, the seed, and a checksum of both. */
function parseSeed(text: string): KeyObject | undefined {
  const bytes = decodeBase32(text)
  const body = bytes.subarray(0, 2 + seedBytes)
  if (bytes.length !== body.length + 2 || bytes.readUInt16LE(body.length) !== getCrc16(body)) {
    return undefined
  }
  const der = Buffer.concat([keyPrefix, body.subarray(2)])
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
}

function decodeBase32(text: string): Buffer {
  const bytes: number[] = []
  let value = 0
  let bits = 0
  for (const character of text) {
    value = ((value << 5) | alphabet.indexOf(character)) & 0xfff
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((value >> bits) & 0xff)
  }
  return Buffer.from(bytes)
}

/** CRC-16/XMODEM. */
function getCrc16(bytes: Buffer): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = (crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1) & 0xffff
  }
  return crc
}
