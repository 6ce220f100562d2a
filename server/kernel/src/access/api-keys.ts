import { hash, randomBytes } from 'node:crypto'

/**
 * A new key: 256 random bits after a prefix by which people and secret scanners recognize it. Keys with
 * capabilities of their own begin with `plat_scoped_`.
 */
export function generateApiKey(scopes: readonly string[]): string {
  const [scope] = scopes
  const kind = scope === 'full' || scope === 'frontend' ? scope : 'scoped'
  return `plat_${kind}_${randomBytes(32).toString('base64url')}`
}

/** Hashes a key for storage. Keys are random, so a plain hash is sufficient. */
export const hashApiKey = (key: string): Buffer => hash('sha256', key, 'buffer')

/**
 * What the stored hash of a key begins with if it has limits that earlier versions do not know: they
 * find no such hash. Each kind of limit has a mark of its own, which the version before it lacks.
 */
const marks = {
  none: Buffer.alloc(0),
  limited: Buffer.from('limited:'),
  receiving: Buffer.from('receiving:'),
}
export type HashMark = keyof typeof marks

/** Returns the hash as stored for a key with these limits. */
export const markHash = (hashed: Buffer, mark: HashMark): Buffer =>
  Buffer.concat([marks[mark], hashed.subarray(-32)])

/** Returns the hashes under one of which a key may be stored. */
export const listStoredHashes = (hashed: Buffer): Buffer[] => [
  markHash(hashed, 'none'),
  markHash(hashed, 'limited'),
  markHash(hashed, 'receiving'),
]

/** Returns the part of a key that lists show, enough to distinguish it from others. */
export const maskApiKey = (key: string): string =>
  `${/^plat_[a-z]+_/.exec(key)?.[0] ?? ''}…${key.slice(-4)}`
