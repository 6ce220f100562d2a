import {
  parseRetryAfter,
  type CatalogueEntry,
  type RateLimit,
  type ProviderResponse,
  type RateLimitReading,
} from '@platform/connector'
import type { ConnectionId, ProjectId, ProviderAppId } from '@platform/contract'
import { getNowMs } from '@platform/kernel/values'

/** A limit of the provider; calls that share it name the same key. */
export interface Limit {
  key: string
  /** For messages: "calls in 10 seconds". */
  name: string
  /** Absent if only known from replies. */
  calls?: number
  perMs?: number
  paths?: RegExp
}

/** Limits that apply to the calls of a connection. */
export interface Limits {
  /** Display name of the provider. */
  provider: string
  all: readonly Limit[]
  /** Maximum number of concurrent background calls. */
  maxConcurrent: number
  /** The limit of the call's endpoint, if a rejection may concern one alone. */
  ofEndpoint?(call: { method?: string; path?: string }): Limit
  isOfEndpoint?(reply: LimitedReply): boolean
  /** Reads values from a reply, which are not validated yet. */
  read(reply: LimitedReply): { key: string; reading: RateLimitReading }[]
}

interface Connection {
  id: ConnectionId
  projectId: ProjectId
  provider: string
  providerAppId: ProviderAppId | null
  providerWorkspaceRef: string | null
}

/** Name of an unnamed limit on a connection's calls. */
const plain = 'calls'

/**
 * Returns the limits that apply to the calls of a connection. If its account or app is unknown,
 * shared limits apply to the connection alone.
 */
export function getLimits({ info, connector }: CatalogueEntry, connection: Connection): Limits {
  const { assumed = [], read, isOfEndpoint, maxConcurrent = Infinity } = connector?.rateLimits ?? {}
  const { id, provider, providerAppId: app, providerWorkspaceRef: account } = connection
  const whose: Record<RateLimit['sharedBy'], string> = {
    connection: id,
    account: account === null ? id : `${provider} ${account}`,
    app: app ?? id,
    appInAccount: app === null || account === null ? id : `${app} ${account}`,
  }
  const makeKey = ({ name, sharedBy }: Pick<RateLimit, 'name' | 'sharedBy'>) =>
    `${whose[sharedBy]} ${name}`
  const ofConnection = { key: makeKey({ name: plain, sharedBy: 'connection' }), name: plain }
  const all = [ofConnection, ...assumed.map((limit) => ({ ...limit, key: makeKey(limit) }))]
  return {
    provider: info.displayName ?? info.name,
    all,
    maxConcurrent,
    ...(isOfEndpoint && {
      isOfEndpoint,
      ofEndpoint: (call) => {
        const name = nameEndpoint(call)
        return { key: makeKey({ name, sharedBy: 'connection' }), name }
      },
    }),
    // A limit without a name applies to the connection.
    read: (reply) =>
      (read ?? headerReadings)(reply).map((reading) => {
        const key = makeKey(reading)
        return { key: all.some((limit) => limit.key === key) ? key : ofConnection.key, reading }
      }),
  }
}

const maxNameLength = 200

/** Names an endpoint: IDs, which contain digits, are the same endpoint. */
function nameEndpoint({ method = 'GET', path = '' }: { method?: string; path?: string }): string {
  const segments = path.split('/').map((segment) => (/\d/.test(segment) ? '*' : segment))
  return `${method} ${segments.join('/')}`.slice(0, maxNameLength)
}

/** Inspected parts of a reply; a forwarded body is not inspected. */
export type LimitedReply = Pick<ProviderResponse, 'status' | 'headers' | 'body'>

/** Maximum delay, whatever a provider requests. */
const maxWaitMs = 3600_000

/** Returns the delay that a reply requests. */
export function parseRequestedWaitMs(
  headers: LimitedReply['headers'],
  now: number,
): number | undefined {
  const ms = parseRetryAfter(getHeader(headers, 'retry-after'), now)
  return ms === undefined ? undefined : boundWait(ms)
}

export const boundWait = (ms: number): number => Math.min(Math.max(ms, 0), maxWaitMs)

/** Prefixes of rate limit headers; `ratelimit` is the draft of the IETF. */
const prefixes = ['ratelimit', 'x-ratelimit', 'x-rate-limit'] as const

/**
 * Parses common rate limit headers: `RateLimit-Limit`, `-Remaining` and `-Reset`, optionally with
 * `X-`. A reset is in seconds from now, or a Unix time.
 */
function headerReadings({ headers }: LimitedReply, now = getNowMs()): RateLimitReading[] {
  for (const prefix of prefixes) {
    const limit = countIn(headers, `${prefix}-limit`)
    const remaining = countIn(headers, `${prefix}-remaining`)
    const resetMs = parseRetryAfter(getHeader(headers, `${prefix}-reset`), now)
    if (remaining === undefined) continue
    return [
      {
        name: 'calls',
        sharedBy: 'connection',
        remaining,
        ...(limit !== undefined && { limit }),
        ...(resetMs !== undefined && { resetMs }),
      },
    ]
  }
  return []
}

/** Parses a number, or the first one of a list with parameters such as `100, 100;w=10`. */
function countIn(headers: LimitedReply['headers'], name: string): number | undefined {
  const digits = /^\s*(\d{1,15})(?:[.,;\s]|$)/.exec(getHeader(headers, name) ?? '')?.[1]
  return digits === undefined ? undefined : Number(digits)
}

function getHeader(headers: LimitedReply['headers'], name: string): string | undefined {
  const value = headers[name]
  return (Array.isArray(value) ? value[0] : value)?.slice(0, 200)
}
