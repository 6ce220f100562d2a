import type { CatalogueEntry } from '@platform/connector'
import type { Credentials } from '../../credentials/credentials.ts'

const grantType = 'urn:ietf:params:oauth:grant-type:token-exchange'

/**
 * Returns the grant that exchanges an access token without expiry for one that expires (RFC 8693);
 * undefined if the provider has no such exchange, or the token expires or has a refresh token.
 */
export function makeExpiryGrant(
  entry: CatalogueEntry | undefined,
  credentials: Credentials,
): Record<string, string> | undefined {
  const { expiryExchange } = entry?.oauth2 ?? {}
  if (!expiryExchange || credentials.kind !== 'authorizationCode') return undefined
  const { accessToken, expiresAt, refreshToken } = credentials.tokens
  if (expiresAt !== undefined || refreshToken !== undefined) return undefined
  const { tokenType } = expiryExchange
  return {
    grant_type: grantType,
    subject_token: accessToken,
    subject_token_type: tokenType,
    requested_token_type: tokenType,
  }
}

/** Reports whether such a token is exchanged when it is used, unless an attempt has just failed. */
export function isExchangeDue(
  entry: CatalogueEntry | undefined,
  credentials: Credentials,
  { nowMs, retryTime }: { nowMs: number; retryTime: Date | null },
): boolean {
  const { from } = entry?.oauth2?.expiryExchange ?? {}
  if (from === undefined || nowMs < Date.parse(from)) return false
  return (retryTime?.getTime() ?? 0) <= nowMs && makeExpiryGrant(entry, credentials) !== undefined
}
