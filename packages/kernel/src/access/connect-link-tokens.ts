import { randomBytes } from 'node:crypto'

const prefix = 'plat_link_'

/** Returns 256 random bits after a prefix by which people and secret scanners recognize them. */
export const generateConnectLinkToken = (): string =>
  `${prefix}${randomBytes(32).toString('base64url')}`

/** Reports whether a bearer token claims to be the secret of a connect link, as opposed to a JWT. */
export const isConnectLinkToken = (token: string): boolean => token.startsWith(prefix)
