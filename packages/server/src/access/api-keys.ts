import { hash, randomBytes } from 'node:crypto'
import type { ApiKeyScope } from '@platform/contract'

/** A new key: 256 random bits after a prefix by which people and secret scanners recognize it. */
export const generateApiKey = (scope: ApiKeyScope): string =>
  `plat_${scope}_${randomBytes(32).toString('base64url')}`

/** What is stored of a key. It is random, so a plain hash is as good as a slow one. */
export const hashApiKey = (key: string): Buffer => hash('sha256', key, 'buffer')

/** What lists show of a key: enough to distinguish it from others. */
export const maskApiKey = (key: string): string =>
  `${/^plat_[a-z]+_/.exec(key)?.[0] ?? ''}…${key.slice(-4)}`
