import { getNowMs, sleep } from '@platform/kernel/values'
import type { ConnectionId, RefreshFailureKind } from '@platform/contract'
import { ProviderError } from '@platform/connector'
import { waitOutside } from '@platform/kernel/admission'
import { findProvider } from '@platform/connectors'
import { inTransaction } from '@platform/kernel/db/transaction'
import type { Db } from '@platform/kernel/db/database'
import type { LeaseFailure } from '../tables.ts'
import { renewDuring } from '@platform/kernel/leases/lease'
import type { Services } from '@platform/kernel/services'
import { listMetadataValues } from '../../credentials/connection-record.ts'
import {
  getTokens,
  type Credentials,
  connectionNotFound,
  openCredentials,
} from '../../credentials/credentials.ts'
import { markRejected, emitConnectionError } from '../../credentials/status.ts'
import * as store from '../../credentials/store.ts'
import { askTokens, type Refused } from './ask-tokens.ts'
import { isExchangeDue, makeExpiryGrant } from './expiry-exchange.ts'
import { endLease, findLease, renewLease, renewLeaseEveryMs, takeLease } from './refresh-lease.ts'
import { refuseApp } from './refuse-app.ts'
import { keepUntilSaved, saveTokens } from './save-tokens.ts'
import { headStartMs, limitHeadStart } from '../../credentials/token-lifetime.ts'

/** How long a failed exchange of a token that is still valid is not repeated. */
const exchangeRestMs = 60 * 60_000

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

/** Credentials, and the values of the connection that belong to them, such as its host. */
export interface FreshAccess {
  credentials: Credentials
  values: Record<string, string>
}

const toAccess = ({
  connection,
  credentials,
}: Awaited<ReturnType<typeof loadConnection>>): FreshAccess => ({
  credentials,
  values: listMetadataValues(connection),
})

/** Refreshes in progress in this process. */
const underWay = new WeakMap<Services, Map<ConnectionId, Promise<FreshAccess>>>()

/** Returns only the credentials of `getFreshAccess`. */
export const freshCredentials = async (
  services: Services,
  db: Db,
  wanted: Wanted,
): Promise<Credentials> => (await getFreshAccess(services, db, wanted)).credentials

/**
 * Returns the connection's credentials, refreshed if they are about to expire or have just been
 * refused. Credentials that cannot be refreshed, such as API keys, are returned unchanged. Only one
 * refresh per connection runs at a time: callers in this process share it, and processes use a
 * lease. No database connection is occupied in the meantime. Waiting callers get the new token or
 * the failure, and do not use up the refresh token again.
 * @throws ProviderError `credentials` if only the end user can fix it, `unavailable` if the
 * provider gave no usable answer
 */
export async function getFreshAccess(
  services: Services,
  db: Db,
  wanted: Wanted,
): Promise<FreshAccess> {
  const { connectionId, connection, force } = wanted
  const loaded = connection
    ? { connection, credentials: await openCredentials(services, connection) }
    : await loadConnection(services, db, connectionId)
  const { credentials } = loaded
  if (!isForTokens(credentials)) return toAccess(loaded)
  const isNeeded = force === true || isStale(credentials, wanted)
  if (!isNeeded && !isToBeExchanged(services, loaded)) return toAccess(loaded)

  const renewals = underWay.get(services) ?? new Map<ConnectionId, Promise<FreshAccess>>()
  underWay.set(services, renewals)
  const renewal =
    renewals.get(connectionId) ??
    renewInTurn(services, db, { ...wanted, before: getTokens(credentials)?.accessToken }).finally(
      () => renewals.delete(connectionId),
    )
  renewals.set(connectionId, renewal)
  // Another caller may have begun it, and only that one's slots are lent by its calls.
  const outcome = waitOutside(renewal)
  if (isNeeded) return outcome
  // The token is valid until the provider ends it, whatever became of its exchange.
  return outcome.catch((error: unknown) => {
    if (error instanceof ProviderError) return toAccess(loaded)
    throw error
  })
}

const isToBeExchanged = (
  { catalogue }: Services,
  { connection, credentials }: Awaited<ReturnType<typeof loadConnection>>,
): boolean =>
  isExchangeDue(findProvider(connection.provider, { among: catalogue }), credentials, {
    nowMs: getNowMs(),
    retryTime: connection.refreshRetryTime,
  })

async function loadConnection(services: Services, db: Db, connectionId: ConnectionId) {
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
  const tokens = getTokens(credentials)
  if (!tokens || tokens.accessToken === refusedToken) return true
  if (tokens.expiresAt === undefined) return false
  // A token that cannot be refreshed is used until it expires.
  const cannotRenew = credentials.kind === 'authorizationCode' && !tokens.refreshToken
  return tokens.expiresAt - (cannotRenew ? 0 : limitHeadStart(tokens, goodForMs)) < getNowMs()
}

/** Refreshes the tokens, or waits while another process does. */
async function renewInTurn(
  services: Services,
  db: Db,
  wanted: Wanted & { before: string | undefined },
): Promise<FreshAccess> {
  const { connectionId } = wanted
  const deadline = getNowMs() + patienceMs
  let awaited: number | undefined
  while (getNowMs() < deadline) {
    const { connection, credentials } = await loadConnection(services, db, connectionId)
    const isReplaced = getTokens(credentials)?.accessToken !== wanted.before
    if (isReplaced && !isStale(credentials, wanted)) return toAccess({ connection, credentials })
    if (!wanted.force) mustBeLive(connection)

    const lease = await findLease(db, connectionId)
    if (lease?.failure && lease.fence === awaited) throw asError(lease.failure)
    if (!lease?.isHeld) {
      const { projectId } = connection
      const call = { projectId, of: connectionId, isBackground: wanted.isBackground ?? false }
      // The slot comes first: while waiting for one, the lease would expire.
      const renewed = await services.calls.run(call, async () => {
        const taken = await takeLease(db, { projectId, connectionId })
        if (!taken) return undefined
        const { fence } = taken
        const rejectedSince = lease?.failure?.rejectedSince
        const work = () => renew(services, db, wanted, { fence, rejectedSince })
        const holding = {
          renew: () => renewLease(db, connectionId, fence),
          everyMs: renewLeaseEveryMs,
        }
        return keepUntilSaved(services, () => renewDuring(work, holding))
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
  { fence, rejectedSince }: { fence: number; rejectedSince: string | undefined },
): Promise<FreshAccess> {
  const { connectionId } = wanted
  let isEnded = false
  try {
    const { connection, credentials } = await loadConnection(services, db, connectionId)
    const isReplaced = getTokens(credentials)?.accessToken !== wanted.before
    if (isReplaced && !isStale(credentials, wanted)) return toAccess({ connection, credentials })

    const asked = await askTokens(services, db, connection, credentials)
    isEnded = true
    if ('error' in asked) {
      const error = isTokenKept(services, wanted, { connection, credentials })
        ? asPassing(asked.error)
        : asked.error
      const about = { connection, credentials, fence, rejectedSince, ...asked, error }
      await recordFailure(services, db, about)
      throw error
    }
    const isOurs = await saveTokens(services, db, { connection, fence, asked })
    if (!isOurs) return toAccess(await loadConnection(services, db, connectionId))
    const values = { ...listMetadataValues(connection), ...asked.captured }
    return { credentials: asked.credentials, values }
  } finally {
    if (!isEnded) await endLease(db, connectionId, { fence })
  }
}

/** Reports whether the present token stays valid although its exchange has failed. */
const isTokenKept = (
  { catalogue }: Services,
  { refusedToken, before }: { refusedToken?: string; before: string | undefined },
  { connection, credentials }: Awaited<ReturnType<typeof loadConnection>>,
): boolean =>
  (refusedToken === undefined || refusedToken !== before) &&
  makeExpiryGrant(findProvider(connection.provider, { among: catalogue }), credentials) !==
    undefined

/** Returns the error as one that does not end the connection. */
const asPassing = (error: ProviderError): ProviderError =>
  error.isBuildersToMend
    ? error
    : new ProviderError('unavailable', error.message, { retryAfterMs: exchangeRestMs })

/** Maximum interval between attempts to refresh tokens ahead of time. */
const maxRestMs = 30 * 60_000

/**
 * Records why the refresh failed. An ended grant ends the connection, and so do rejections in other
 * words that last, without an outage in between; a rejected client is reported to the builder once; anything else is
 * retried, and reported once if it lasts.
 */
async function recordFailure(
  services: Services,
  db: Db,
  {
    connection,
    credentials,
    fence,
    rejectedSince = new Date(getNowMs()).toISOString(),
    error,
    app,
  }: {
    connection: store.ConnectionRow
    credentials: Credentials
    fence: number
    rejectedSince: string | undefined
  } & Refused,
): Promise<void> {
  const { failure, message, isBuildersToMend, retryAfterMs = 0 } = error
  const failuresInARow = connection.refreshFailuresInARow + 1
  const now = getNowMs()
  const wasFailingForMs = failingForMs(connection, connection.refreshErrorTime?.getTime() ?? now)
  const isFailingForMs = failingForMs(connection, now)
  const isLastingRejection = error.isRejection && now - Date.parse(rejectedSince) >= maxRejectionMs
  const kind = isLastingRejection ? 'grant' : classifyFailure(error)
  const restMs = Math.min(30_000 * 2 ** (failuresInARow - 1), maxRestMs)
  services.log.warn(
    { connectionId: connection.id, provider: connection.provider, failuresInARow, kind },
    'the tokens of a connection could not be renewed',
  )
  await inTransaction(db, async (tx) => {
    const rejected = error.isRejection && { rejectedSince }
    const lease = { fence, failure: { failure, message, isBuildersToMend, ...rejected } }
    if (!(await endLease(tx, connection.id, lease))) return
    const isNoted = await store.noteRefreshFailure(tx, connection, {
      error: message,
      kind,
      retryTime: new Date(now + Math.max(restMs, Math.min(retryAfterMs, dayMs))),
    })
    if (!isNoted) return
    await store.noteRefresh(tx, connection, { kind, detail: message })
    if (kind === 'oauthClient' && app) {
      const { id: connectionId, provider } = connection
      await refuseApp(services, tx, { appId: app.id, provider, connectionId, error })
    }
    if (kind === 'oauthClient' && connection.refreshFailureKind !== 'oauthClient') {
      await emitConnectionError(services, tx, connection, [message])
    }
    const isTold = connection.status === 'bad_credentials' || wasFailingForMs >= maxOutageMs
    if (kind === 'outage' && isFailingForMs >= maxOutageMs && !isTold) {
      await emitConnectionError(services, tx, connection, [message, lastingOutage])
    }
    if (kind !== 'grant') return
    await markRejected(services, tx, connection, {
      reason: message,
      canTry: canAsk(credentials),
      isInDoubt: isLastingRejection,
    })
  })
}

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs

/** How long a provider may reject refreshes in its own words before the grant counts as ended. */
const maxRejectionMs = 3 * hourMs

/** How long refreshes may fail without a usable answer before that is reported. */
const maxOutageMs = dayMs

const lastingOutage =
  'The tokens could not be renewed for a day. Check whether the provider is available; if it is, ask the end user to sign in again.'

/** Returns how long refreshes have failed at a time; 0 for the first failure. */
const failingForMs = ({ refreshFailingSince }: store.ConnectionRow, atMs: number) =>
  refreshFailingSince ? atMs - refreshFailingSince.getTime() : 0

const classifyFailure = ({ failure, isBuildersToMend }: ProviderError): RefreshFailureKind => {
  if (isBuildersToMend) return 'oauthClient'
  return failure === 'credentials' ? 'grant' : 'outage'
}

/** Reports whether new tokens can be requested. */
const canAsk = (credentials: Credentials) =>
  credentials.kind !== 'authorizationCode' || credentials.tokens.refreshToken !== undefined
