import { ProviderError, type CatalogueEntry } from '@platform/connector'
import type { ProviderAppTestStep } from '@platform/contract'
import {
  type ConnectionRow,
  findConnectionRow,
} from '@platform/connections/connections/connections'
import { getTokens, openCredentials } from '@platform/connections/credentials/credentials'
import { tryCredentials } from '@platform/connections/provider/ask-health'
import { freshCredentials } from '@platform/connections/provider/tokens/refresh-token'
import type { Db } from '@platform/kernel/db/database'
import type { Services } from '@platform/kernel/services'
import { must } from '@platform/kernel/values'

const step = 'refreshToken'

/** Uses the refresh token once, and tests the new tokens and whether they are stored. */
export async function renewOnce(
  services: Services,
  db: Db,
  { connection, entry }: { connection: ConnectionRow; entry: CatalogueEntry },
): Promise<ProviderAppTestStep> {
  const before = await openCredentials(services, connection)
  const name = entry.info.displayName ?? entry.info.name
  if (before.kind !== 'authorizationCode') {
    return { step, status: 'skipped', detail: `${name} is not connected by a refresh token.` }
  }
  if (before.tokens.refreshToken === undefined) {
    const canEnd = before.tokens.expiresAt !== undefined
    if (entry.oauth2?.refreshTokens === 'none' && !canEnd) {
      const detail = `Access tokens of ${name} do not expire, and it issues no refresh tokens.`
      return { step, status: 'skipped', detail }
    }
    return {
      step,
      status: 'failed',
      detail: `${name} issued no refresh token. Connections end with their first access token.`,
      remedy: describeOffline(entry),
    }
  }
  try {
    const { id: connectionId } = connection
    const renewed = await freshCredentials(services, db, { connectionId, force: true })
    const stored = await openCredentials(
      services,
      must(await findConnectionRow(db, connectionId), connectionId),
    )
    if (getTokens(stored)?.accessToken !== getTokens(renewed)?.accessToken) {
      return {
        step,
        status: 'failed',
        detail: 'Another process replaced the new tokens before they were stored.',
        remedy: 'Test again.',
      }
    }
    const outcome = await tryCredentials(services, db, connectionId)
    if (outcome === 'refused') {
      const detail = `${name} renewed the tokens and rejects the new ones.`
      return { step, status: 'failed', detail, remedy: 'Sign in again, then test again.' }
    }
    const isRotated = getTokens(stored)?.refreshToken !== before.tokens.refreshToken
    return {
      step,
      status: 'passed',
      detail: `${name} renewed the tokens${outcome === 'accepted' ? ' and accepts them' : ''}. ${isRotated ? 'The new refresh token is stored.' : 'The refresh token stays valid.'}`,
    }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    return {
      step,
      status: 'failed',
      detail: error.message,
      remedy:
        error.failure === 'credentials'
          ? 'The provider ended the refresh token at once: check the token settings of the app, and that nobody else uses the same account’s tokens.'
          : error.isBuildersToMend
            ? 'Enter the client ID and secret again.'
            : 'Test again later.',
    }
  }
}

/** Says how a refresh token is requested. */
function describeOffline({ info }: CatalogueEntry): string {
  const { scopes, oauth2Opts } = info
  const offline = scopes?.offline ?? []
  if (offline.length > 0) {
    const where =
      scopes?.grantedBy === 'app'
        ? 'Select them in the provider’s console'
        : 'Select them in the provider’s console and add them to the scopes of the provider app'
    return `A refresh token requires the scopes ${offline.join(', ')}. ${where}, then sign in again.`
  }
  const page = oauth2Opts?.docsURL ?? info.docsURL
  return `Enable refresh tokens (offline access) for the app at the provider, then sign in again.${page ? ` See ${page}` : ''}`
}
