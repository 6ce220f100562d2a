import { hash, randomBytes } from 'node:crypto'
import type { ApiKeyScope } from '@platform/contract'

/** Generates a key: 256 random bits after a prefix that people and secret scanners recognize. */
export const generateApiKey = (scope: ApiKeyScope): string =>
  `plat_${scope}_${randomBytes(32).toString('base64url')}`

/** Hashes a key for storage. Keys are random, so a plain hash is sufficient. */
export const hashApiKey = (key: string): Buffer => hash('sha256', key, 'buffer')

/** Returns the part of a key that lists show, enough to distinguish it from others. */
export const maskApiKey = (key: string): string =>
  `${/^plat_[a-z]+_/.exec(key)?.[0] ?? ''}…${key.slice(-4)}`
