import type { ConnectionId } from '@platform/contract'
import { findProvider } from '@platform/connectors'
import { inTransaction } from '../db/transaction.ts'
import type { Db } from '../db/database.ts'
import { Problem } from '../problems/problem.ts'
import type { Services } from '../services.ts'
import { toConnectionRef, valuesOf } from '../connections/connection-record.ts'
import { told } from '../connections/provider-metadata.ts'
import { tokensOf, type Credentials, type Tokens } from '../connections/credentials/credentials.ts'
import { setConnectionStatus } from '../connections/credentials/status.ts'
import * as stored from '../connections/credentials/stored-credentials.ts'
import { openCredentials } from '../connections/credentials/stored-credentials.ts'
import { requestTokens, TokenRequestError, type OAuthClient } from './token-request.ts'

/** How long before its end an access token is replaced; covers clocks that differ. */
const headStartMs = 2 * 60_000

export class BadCredentialsError extends Error {}

type Refreshed =
  { outcome: 'fresh'; credentials: Credentials } | { outcome: 'refused'; message: string }

/**
 * The connection's credentials, refreshed when they are about to expire or are the ones that the
 * provider has just refused (`refusedToken`).
 *
 * There is one refresh in flight per connection across all processes: the row is locked meanwhile,
 * and who waited finds the new token instead of spending the refresh token again.
 *
 * @throws BadCredentialsError when only the end user can mend it
 * @throws TokenRequestError `unavailable` when the provider gave no usable answer
 */
export async function freshCredentials(
  services: Services,
  db: Db,
  {
    connectionId,
    refusedToken,
    force = false,
  }: { connectionId: ConnectionId; refusedToken?: string; force?: boolean },
): Promise<Credentials> {
  const isStale = (tokens: Tokens | undefined) =>
    tokens === undefined ||
    tokens.accessToken === refusedToken ||
    (tokens.expiresAt !== undefined && tokens.expiresAt - headStartMs < Date.now())

  const current = await stored.findConnection(db, connectionId)
  if (!current) throw new Problem('connection-not-found')
  const credentials = await openCredentials(services, current)
  if (
    !('tokens' in credentials) &&
    credentials.kind !== 'clientCredentials' &&
    credentials.kind !== 'password'
  ) {
    if (refusedToken !== undefined)
      throw new BadCredentialsError('The provider refused the credentials.')
    return credentials
  }
  if (!force && !isStale(tokensOf(credentials))) return credentials
  const before = tokensOf(credentials)?.accessToken

  const refreshed = await inTransaction(db, async (tx): Promise<Refreshed> => {
    await stored.lockConnection(tx, connectionId)
    const connection = (await stored.findConnection(tx, connectionId))!
    const latest = await openCredentials(services, connection)
    const replacedMeanwhile = tokensOf(latest)?.accessToken !== before
    if (replacedMeanwhile && !isStale(tokensOf(latest))) {
      return { outcome: 'fresh', credentials: latest }
    }
    try {
      return { outcome: 'fresh', credentials: await refresh(services, tx, connection, latest) }
    } catch (error) {
      if (!(error instanceof TokenRequestError) || error.failure !== 'refused') throw error
      await setConnectionStatus(services, tx, connection, 'bad_credentials', [error.message])
      return { outcome: 'refused', message: error.message }
    }
  })
  if (refreshed.outcome === 'refused') throw new BadCredentialsError(refreshed.message)
  return refreshed.credentials
}

async function refresh(
  services: Services,
  tx: Db,
  connection: stored.ConnectionRow,
  credentials: Credentials,
): Promise<Credentials> {
  const entry = findProvider(connection.provider, { among: services.catalogue })
  if (!entry)
    throw new TokenRequestError('refused', `The catalogue has no provider ${connection.provider}.`)
  const { client, grant } = await grantOf(services, tx, connection, credentials)
  const reply = await requestTokens(services.egress, {
    entry,
    client,
    values: valuesOf(connection),
    grant,
    now: new Date(),
  })
  const tokens = {
    ...reply.tokens,
    // Most providers send a new refresh token only when it rotates.
    refreshToken: reply.tokens.refreshToken ?? tokensOf(credentials)?.refreshToken,
    scopes: reply.tokens.scopes ?? tokensOf(credentials)?.scopes,
  } as Tokens
  const next = { ...credentials, tokens } as Credentials
  await stored.updateCredentials(tx, connection.id, {
    credentials: await services.secrets.seal(connection.projectId, JSON.stringify(next)),
    accessExpireTime: tokens.expiresAt ? new Date(tokens.expiresAt) : null,
    ...(Object.keys(reply.captured).length > 0 && {
      providerMetadata: JSON.stringify({
        ...connection.providerMetadata,
        ...told(reply.captured),
      }),
    }),
  })
  await setConnectionStatus(services, tx, connection, 'working')
  await services.notifications.emit(tx, {
    projectId: connection.projectId,
    type: 'connection.refreshed',
    data: toConnectionRef(connection),
  })
  return next
}

async function grantOf(
  services: Services,
  tx: Db,
  connection: stored.ConnectionRow,
  credentials: Credentials,
): Promise<{ client: OAuthClient; grant: Record<string, string> }> {
  switch (credentials.kind) {
    case 'authorizationCode': {
      const { refreshToken } = credentials.tokens
      if (!refreshToken) throw new TokenRequestError('refused', 'There is no refresh token.')
      const app =
        connection.providerAppId && (await stored.findProviderApp(tx, connection.providerAppId))
      if (!app) throw new TokenRequestError('refused', 'The OAuth client was deleted.')
      return {
        client: {
          clientId: app.clientId,
          clientSecret: await services.secrets.open(connection.projectId, app.clientSecret),
        },
        grant: { grant_type: 'refresh_token', refresh_token: refreshToken },
      }
    }
    case 'clientCredentials':
      return {
        client: credentials,
        grant: {
          grant_type: 'client_credentials',
          ...(credentials.scopes?.length && { scope: credentials.scopes.join(' ') }),
        },
      }
    case 'password':
      return {
        client: credentials,
        grant: {
          grant_type: 'password',
          username: credentials.username,
          password: credentials.password,
          ...(credentials.scopes?.length && { scope: credentials.scopes.join(' ') }),
        },
      }
    default:
      throw new Error(`Credentials of kind ${credentials.kind} are not refreshed.`)
  }
}
