import { sleep } from '@platform/kernel/values/sleep'
import type { ConnectionId, ProviderAppId, RefreshFailureKind } from '@platform/contract'
import { ProviderError } from '@platform/connector'
import { findProvider } from '@platform/connectors'
import { inTransaction } from '@platform/kernel/db/transaction'
import type { Db } from '@platform/kernel/db/database'
import type { LeaseFailure } from './tables.ts'
import type { Services } from '@platform/kernel/services'
import { toConnectionRef, valuesOf } from '../credentials/connection-record.ts'
import { metadataFromTokens } from '../credentials/provider-metadata.ts'
import { tokensOf, type Credentials, type Tokens } from '../credentials/credentials.ts'
import { markRefused, markWorking, emitConnectionError } from '../credentials/status.ts'
import * as store from '../credentials/store.ts'
import {
  acceptClient,
  chooseProviderApp,
  refuseClient,
} from '@platform/tenancy/projects/provider-apps'
import { connectionNotFound, openCredentials } from '../credentials/stored-credentials.ts'
import { asProviderError, renewingSteps, takeSteps, tokensFrom } from './auth-steps.ts'
import { canBeTried } from './can-be-tried.ts'
import { stepValues } from './step-values.ts'
import { endLease, findLease, takeLease } from './refresh-lease.ts'
import { requestTokens, type OAuthClient } from './token-request.ts'

/** How long before its expiry an access token is replaced; covers clock differences. */
const headStartMs = 2 * 60_000

/** How long to wait for others that refresh the same tokens. */
const patienceMs = 45_000
const lookEveryMs = 200

interface Wanted {
  connectionId: ConnectionId
  /** Row of the connection, if already loaded. */
  connection?: store.ConnectionRow
  /** Refreshes even a valid token. */
  force?: boolean
  /** The token that the provider has just refused. */
  refusedToken?: string
  /** Minimum remaining validity of the token. */
  goodForMs?: number
  /** Whether no caller waits for it. */
  isBackground?: boolean
}

/** Refreshes in progress in this process. */
const underWay = new WeakMap<Services, Map<ConnectionId, Promise<Credentials>>>()

/**
 * Returns the connection's credentials, refreshed if they are about to expire or have just been
 * refused. Credentials that cannot be refreshed, such as API keys, are returned unchanged. Only one
 * refresh per connection runs at a time: callers in this process share it, and processes use a
 * lease. No database connection is occupied in the meantime. Waiting callers get the new token or
 * the failure, and do not use up the refresh token again.
 * @throws ProviderError `credentials` if only the end user can fix it, `unavailable` if the
 * provider gave no usable answer
 */
export async function freshCredentials(
  services: Services,
  db: Db,
  wanted: Wanted,
): Promise<Credentials> {
  const { connectionId, connection, force } = wanted
  const credentials = connection
    ? await openCredentials(services, connection)
    : (await load(services, db, connectionId)).credentials
  if (!isForTokens(credentials)) return credentials
  if (!force && !isStale(credentials, wanted)) return credentials

  const renewals = underWay.get(services) ?? new Map<ConnectionId, Promise<Credentials>>()
  underWay.set(services, renewals)
  const renewal =
    renewals.get(connectionId) ??
    renewInTurn(services, db, { ...wanted, before: tokensOf(credentials)?.accessToken }).finally(
      () => renewals.delete(connectionId),
    )
  renewals.set(connectionId, renewal)
  return renewal
}

async function load(services: Services, db: Db, connectionId: ConnectionId) {
  const connection = await store.findConnection(db, connectionId)
  if (!connection) throw connectionNotFound(connectionId)
  return { connection, credentials: await openCredentials(services, connection) }
}

type Renewable = Extract<
  Credentials,
  { kind: 'authorizationCode' | 'clientCredentials' | 'password' | 'customSteps' }
>

export const isForTokens = (credentials: Credentials): credentials is Renewable =>
  credentials.kind === 'authorizationCode' ||
  credentials.kind === 'clientCredentials' ||
  credentials.kind === 'customSteps' ||
  credentials.kind === 'password'

function isStale(
  credentials: Credentials,
  { refusedToken, goodForMs = headStartMs }: Omit<Wanted, 'connectionId'>,
): boolean {
  const tokens = tokensOf(credentials)
  if (!tokens || tokens.accessToken === refusedToken) return true
  if (tokens.expiresAt === undefined) return false
  // A token that cannot be refreshed is used until it expires.
  const cannotRenew = credentials.kind === 'authorizationCode' && !tokens.refreshToken
  return tokens.expiresAt - (cannotRenew ? 0 : goodForMs) < Date.now()
}

/** Refreshes the tokens, or waits while another process does. */
async function renewInTurn(
  services: Services,
  db: Db,
  wanted: Wanted & { before: string | undefined },
): Promise<Credentials> {
  const { connectionId } = wanted
  const deadline = Date.now() + patienceMs
  let awaited: number | undefined
  while (Date.now() < deadline) {
    const { connection, credentials } = await load(services, db, connectionId)
    const isReplaced = tokensOf(credentials)?.accessToken !== wanted.before
    if (isReplaced && !isStale(credentials, wanted)) return credentials
    if (!wanted.force) mustBeLive(connection)

    const lease = await findLease(db, connectionId)
    if (lease?.failure && lease.fence === awaited) throw asError(lease.failure)
    if (!lease?.isHeld) {
      const { projectId } = connection
      const call = { projectId, of: connectionId, isBackground: wanted.isBackground ?? false }
      // The slot comes first: while waiting for one, the lease would expire.
      const renewed = await services.calls.run(call, async () => {
        const taken = await takeLease(db, { projectId, connectionId })
        return taken && renew(services, db, wanted, taken.fence)
      })
      if (renewed) return renewed
    }
    awaited = lease?.fence
    await sleep(lookEveryMs)
  }
  throw new ProviderError('unavailable', 'Another renewal of the same tokens is taking too long.')
}

/**
 * An ended grant is tested daily and on requested refreshes, not by every page view, for which
 * providers block clients.
 * @throws ProviderError `credentials`
 */
function mustBeLive({ status, refreshFailureKind, refusal, refreshError }: store.ConnectionRow) {
  if (status !== 'bad_credentials' || refreshFailureKind !== 'grant') return
  const why = refusal ?? refreshError ?? 'The provider refused the credentials.'
  throw new ProviderError('credentials', why)
}

const asError = ({ failure, message, isBuildersToMend = false }: LeaseFailure) =>
  new ProviderError(failure, message, { isBuildersToMend })

/**
 * Refreshes the tokens as the holder of the lease, and stores them unless they have changed since.
 */
async function renew(
  services: Services,
  db: Db,
  wanted: Wanted & { before: string | undefined },
  fence: number,
): Promise<Credentials> {
  const { connectionId } = wanted
  let isEnded = false
  try {
    const { connection, credentials } = await load(services, db, connectionId)
    const isReplaced = tokensOf(credentials)?.accessToken !== wanted.before
    if (isReplaced && !isStale(credentials, wanted)) return credentials

    const asked = await askTokens(services, db, connection, credentials)
    isEnded = true
    if ('error' in asked) {
      await recordFailure(services, db, { connection, credentials, fence, ...asked })
      throw asked.error
    }
    const isOurs = await writeBack(services, db, { connection, fence, asked })
    return isOurs ? asked.credentials : (await load(services, db, connectionId)).credentials
  } finally {
    if (!isEnded) await endLease(db, connectionId, { fence })
  }
}

interface Asked {
  credentials: Credentials
  captured: Record<string, string>
  /** The builder's OAuth client that sent the request, if any. */
  app: OAuthApp | undefined
}

interface Refused {
  error: ProviderError
  app?: OAuthApp | undefined
}

interface OAuthApp {
  id: ProviderAppId
  isRefused: boolean
}

/** The parts of a connection that token requests need. */
export type TokenOwner = Pick<
  store.ConnectionRow,
  'projectId' | 'provider' | 'providerMetadata' | 'providerAppId'
>

/** Requests new tokens from the provider. */
export async function askTokens(
  services: Services,
  db: Db,
  connection: TokenOwner,
  credentials: Credentials,
): Promise<Asked | Refused> {
  if (credentials.kind === 'customSteps') return askBySteps(services, db, connection, credentials)
  const entry = findProvider(connection.provider, { among: services.catalogue })
  if (!entry) {
    const missing = `The catalogue has no provider ${connection.provider}.`
    return { error: new ProviderError('unavailable', missing) }
  }
  const asking = await grantOf(services, db, connection, credentials).catch(asRefused)
  if ('error' in asking) return asking
  const { client, grant, app } = asking
  const reply = await requestTokens(services.egress.forTenant(connection.projectId), {
    entry,
    client,
    values: valuesOf(connection),
    grant,
    now: new Date(),
  }).catch(asRefused)
  if ('error' in reply) return { ...reply, app }
  const { tokens, captured } = reply
  const before = tokensOf(credentials)
  const renewed = {
    ...tokens,
    // Most providers return a refresh token only when it is rotated.
    refreshToken: tokens.refreshToken ?? before?.refreshToken,
    scopes: tokens.scopes ?? before?.scopes,
  } as Tokens
  return {
    credentials: { ...credentials, tokens: renewed } as Credentials,
    captured,
    app,
  }
}

/** Returns a rejection by the provider or because of our data; rethrows internal errors. */
function asRefused(error: unknown): Refused {
  if (error instanceof ProviderError) return { error }
  throw error
}

/** Repeats the steps of a provider's own scheme. */
async function askBySteps(
  services: Services,
  db: Db,
  connection: TokenOwner,
  credentials: Extract<Credentials, { kind: 'customSteps' }>,
): Promise<Asked | Refused> {
  const { provider, providerMetadata: metadata } = connection
  const entry = findProvider(provider, { among: services.catalogue })
  if (!entry?.authSteps) {
    const missing = `The catalogue has no sign-in flow for ${provider}.`
    return { error: new ProviderError('unavailable', missing) }
  }
  const takesApp = Boolean(entry.info.customOpts?.providerInputs?.length)
  const client = takesApp ? await clientOf(db, connection).catch(asRefused) : undefined
  if (client && 'error' in client) return client
  const app = client && { id: client.id, isRefused: client.refusedTime !== null }
  const now = new Date()
  try {
    const taken = await takeSteps(services.egress.forTenant(connection.projectId), {
      entry,
      steps: renewingSteps(entry.authSteps),
      values: await stepValues(services, {
        entry,
        app: client,
        metadata,
        inputs: credentials.values,
      }),
      now,
    })
    const tokens = tokensFrom(entry.authSteps, taken, now)
    return { credentials: { ...credentials, tokens }, captured: {}, app }
  } catch (error) {
    return { ...asRefused(asProviderError(error)), app }
  }
}

/**
 * Stores the new tokens; returns false if another process has the lease or the credentials have
 * changed.
 */
async function writeBack(
  services: Services,
  db: Db,
  { connection, fence, asked }: { connection: store.ConnectionRow; fence: number; asked: Asked },
): Promise<boolean> {
  const { id, projectId } = connection
  const { credentials, captured, app } = asked
  const tokens = tokensOf(credentials)
  const sealed = await services.secrets.seal(projectId, JSON.stringify(credentials))
  return inTransaction(db, async (tx) => {
    if (!(await endLease(tx, id, { fence }))) return false
    const isSaved = await store.renewCredentials(tx, connection, {
      credentials: sealed,
      accessExpireTime: tokens?.expiresAt ? new Date(tokens.expiresAt) : null,
      ...(app && { providerAppId: app.id }),
      tokenMetadata: metadataFromTokens(captured),
    })
    if (!isSaved) return false
    await store.noteRefresh(tx, connection)
    if (app?.isRefused) await acceptClient(tx, app.id)
    if (isMendedByRenewal(services, connection)) await markWorking(tx, connection)
    await services.notifications.emit(tx, {
      projectId,
      type: 'connection.refreshed',
      data: toConnectionRef(connection),
      groupName: connection.groupName,
    })
    return true
  })
}

/**
 * Reports whether new tokens fix the connection. If the provider rejected a call despite valid
 * tokens, only a successful call proves that it accepts them, if there is one to test with.
 */
function isMendedByRenewal({ catalogue }: Services, connection: store.ConnectionRow): boolean {
  if (!connection.refusedCall) return true
  const entry = findProvider(connection.provider, { among: catalogue })
  return !entry || !canBeTried(entry)
}

/** Maximum interval between attempts to refresh tokens ahead of time. */
const longestRestMs = 30 * 60_000

/**
 * Records why the refresh failed. An ended grant ends the connection; a rejected client is reported
 * to the builder once; anything else is retried.
 */
async function recordFailure(
  services: Services,
  db: Db,
  {
    connection,
    credentials,
    fence,
    error,
    app,
  }: { connection: store.ConnectionRow; credentials: Credentials; fence: number } & Refused,
): Promise<void> {
  const { failure, message, isBuildersToMend, retryAfterMs = 0 } = error
  const kind = kindOf(error)
  const failuresInARow = connection.refreshFailuresInARow + 1
  const restMs = Math.min(30_000 * 2 ** (failuresInARow - 1), longestRestMs)
  services.log.warn(
    { connectionId: connection.id, provider: connection.provider, failuresInARow, kind },
    'the tokens of a connection could not be renewed',
  )
  await inTransaction(db, async (tx) => {
    const lease = { fence, failure: { failure, message, isBuildersToMend } }
    if (!(await endLease(tx, connection.id, lease))) return
    const isNoted = await store.noteRefreshFailure(tx, connection, {
      error: message,
      kind,
      retryTime: new Date(Date.now() + Math.max(restMs, Math.min(retryAfterMs, dayMs))),
    })
    if (!isNoted) return
    await store.noteRefresh(tx, connection, { kind, detail: message })
    if (kind === 'oauthClient' && app) await refuseClient(tx, app.id, message)
    if (kind === 'oauthClient' && connection.refreshFailureKind !== 'oauthClient') {
      await emitConnectionError(services, tx, connection, [message])
    }
    if (kind !== 'grant') return
    await markRefused(services, tx, connection, { said: message, canTry: canAsk(credentials) })
  })
}

const dayMs = 24 * 60 * 60_000

const kindOf = ({ failure, isBuildersToMend }: ProviderError): RefreshFailureKind => {
  if (isBuildersToMend) return 'oauthClient'
  return failure === 'credentials' ? 'grant' : 'outage'
}

/** Reports whether new tokens can be requested. */
const canAsk = (credentials: Credentials) =>
  credentials.kind !== 'authorizationCode' || credentials.tokens.refreshToken !== undefined

async function grantOf(
  services: Services,
  db: Db,
  connection: TokenOwner,
  credentials: Credentials,
): Promise<{
  client: OAuthClient
  grant: Record<string, string>
  app?: OAuthApp
}> {
  switch (credentials.kind) {
    case 'authorizationCode': {
      const { refreshToken } = credentials.tokens
      if (!refreshToken) throw new ProviderError('credentials', 'There is no refresh token.')
      const app = await clientOf(db, connection)
      return {
        client: {
          clientId: app.clientId,
          clientSecret: await services.secrets.open(connection.projectId, app.clientSecret),
        },
        grant: { grant_type: 'refresh_token', refresh_token: refreshToken },
        app: { id: app.id, isRefused: app.refusedTime !== null },
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

/**
 * Returns the OAuth client of the tokens. An imported connection, which names none, uses the
 * provider's.
 */
async function clientOf(db: Db, { provider, providerAppId }: TokenOwner) {
  const app = await chooseProviderApp(db, provider, providerAppId ?? undefined)
  if (app) return app
  throw new ProviderError(
    'unavailable',
    `The project has no OAuth client for ${provider}: add it as a provider app.`,
    { isBuildersToMend: true },
  )
}
