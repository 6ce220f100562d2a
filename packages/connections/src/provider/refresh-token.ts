import { sleep } from '@platform/kernel/values/sleep'
import type { ConnectionId, ProviderAppId, RefreshFailureKind } from '@platform/contract'
import { ProviderError } from '@platform/connector'
import { findProvider } from '@platform/connectors'
import { inTransaction } from '@platform/kernel/db/transaction'
import type { Db } from '@platform/kernel/db/database'
import type { LeaseFailure } from '@platform/kernel/db/tables/integrations'
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

/** How long before its end an access token is replaced; covers clocks that differ. */
const headStartMs = 2 * 60_000

/** How long others are waited for who renew the same tokens. */
const patienceMs = 45_000
const lookEveryMs = 200

interface Wanted {
  connectionId: ConnectionId
  /** The connection, where the caller has just read it. */
  connection?: store.ConnectionRow
  /** Renews even a token that is good. */
  force?: boolean
  /** The token that the provider has just refused. */
  refusedToken?: string
  /** How long a token must still be good. */
  goodForMs?: number
  /** Nobody waits for it. */
  isBackground?: boolean
}

/** Renewals under way in this process. */
const underWay = new WeakMap<Services, Map<ConnectionId, Promise<Credentials>>>()

/**
 * The connection's credentials, renewed when they are about to expire or are the ones that the
 * provider has just refused. Those that nobody can renew, such as an API key, are given as they are.
 *
 * There is one renewal in flight per connection: in a process everybody waits for the same one, and
 * among processes who renews holds a lease. Nobody holds a connection of the database meanwhile. Who
 * waited finds the new token, or the failure, instead of spending the refresh token again.
 *
 * @throws ProviderError `credentials` when only the end user can mend it, `unavailable` when the
 *   provider gave no usable answer
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
  // Where nothing can be renewed, the token is good to its end.
  const cannotRenew = credentials.kind === 'authorizationCode' && !tokens.refreshToken
  return tokens.expiresAt - (cannotRenew ? 0 : goodForMs) < Date.now()
}

/** Renews the tokens, or waits while another process does. */
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
      // The place comes first: who waits for one would let the lease expire.
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
 * A grant that has ended is asked for again by its daily trial, and when somebody asks for a refresh: not
 * by each page that is opened meanwhile, for which providers block a client.
 *
 * @throws ProviderError `credentials`
 */
function mustBeLive({ status, refreshFailureKind, refusal, refreshError }: store.ConnectionRow) {
  if (status !== 'bad_credentials' || refreshFailureKind !== 'grant') return
  const why = refusal ?? refreshError ?? 'The provider refused the credentials.'
  throw new ProviderError('credentials', why)
}

const asError = ({ failure, message, isBuildersToMend = false }: LeaseFailure) =>
  new ProviderError(failure, message, { isBuildersToMend })

/** Renews the tokens as the one who may, and writes them back if nobody else has changed them since. */
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
  /** The builder's OAuth client that asked, if it was one. */
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

/** Whose tokens they are, as far as asking for them goes. */
export type TokenOwner = Pick<
  store.ConnectionRow,
  'projectId' | 'provider' | 'providerMetadata' | 'providerAppId'
>

/** Asks the provider for new tokens. */
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
    // Most providers send a new refresh token only when it rotates.
    refreshToken: tokens.refreshToken ?? before?.refreshToken,
    scopes: tokens.scopes ?? before?.scopes,
  } as Tokens
  return {
    credentials: { ...credentials, tokens: renewed } as Credentials,
    captured,
    app,
  }
}

/** What the provider, or what we have of it, refused; anything else is our mistake and rises. */
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

/** Stores what the provider answered; false when another has the lease or the credentials are others by now. */
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
 * New tokens mend what their lack broke. Where the provider refused a call in spite of good ones, only
 * a call that succeeds shows that it takes them again, if there is one to try.
 */
function isMendedByRenewal({ catalogue }: Services, connection: store.ConnectionRow): boolean {
  if (!connection.refusedCall) return true
  const entry = findProvider(connection.provider, { among: catalogue })
  return !entry || !canBeTried(entry)
}

/** The longest time between two tries to renew tokens ahead of time. */
const longestRestMs = 30 * 60_000

/**
 * Records why the tokens were not renewed. An ended grant ends the connection; a client that is not
 * accepted is metadataFromTokens to the builder, once; whatever else is tried again.
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

/** Whether there is something to ask for new tokens with. */
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

/** The OAuth client that the tokens are of. An imported connection, which names none, takes the provider's. */
async function clientOf(db: Db, { provider, providerAppId }: TokenOwner) {
  const app = await chooseProviderApp(db, provider, providerAppId ?? undefined)
  if (app) return app
  throw new ProviderError(
    'unavailable',
    `The project has no OAuth client for ${provider}: add it as a provider app.`,
    { isBuildersToMend: true },
  )
}
