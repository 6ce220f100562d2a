import type { CatalogueEntry, RateLimit, RateLimitReading } from '@platform/connector'
import type { ConnectionId, ProjectId, ProviderAppId } from '@platform/contract'
import { headerReadings, type LimitedReply } from './header-readings.ts'

/** A limit of the provider; calls that share it name the same key. */
export interface Limit {
  key: string
  /** As people read it: "calls in 10 seconds". */
  name: string
  /** Absent if only known from replies. */
  calls?: number
  perMs?: number
  paths?: RegExp
}

/** What the calls of a connection count against. */
export interface Limits {
  /** The provider as people know it. */
  provider: string
  all: readonly Limit[]
  /** Calls at a time in the background. */
  maxConcurrent: number
  /** Raw values of a reply, not validated yet. */
  read(reply: LimitedReply): { key: string; reading: RateLimitReading }[]
}

interface Connection {
  id: ConnectionId
  projectId: ProjectId
  provider: string
  providerAppId: ProviderAppId | null
  providerWorkspaceRef: string | null
}

/** The name of a limit on a connection's calls that the provider gives no name. */
const plain = 'calls'

/**
 * The limits that the calls of a connection count against. Where nobody knows which account or app a
 * connection is of, what is shared is the connection's alone.
 */
export function limitsOf({ info, connector }: CatalogueEntry, connection: Connection): Limits {
  const { assumed = [], read, maxConcurrent = Infinity } = connector?.rateLimits ?? {}
  const { id, provider, providerAppId: app, providerWorkspaceRef: account } = connection
  const whose: Record<RateLimit['sharedBy'], string> = {
    connection: id,
    account: account === null ? id : `${provider} ${account}`,
    app: app ?? id,
    appInAccount: app === null || account === null ? id : `${app} ${account}`,
  }
  const keyOf = ({ name, sharedBy }: Pick<RateLimit, 'name' | 'sharedBy'>) =>
    `${whose[sharedBy]} ${name}`
  const ofConnection = { key: keyOf({ name: plain, sharedBy: 'connection' }), name: plain }
  const all = [ofConnection, ...assumed.map((limit) => ({ ...limit, key: keyOf(limit) }))]
  return {
    provider: info.displayName ?? info.name,
    all,
    maxConcurrent,
    // A limit without a name applies to the connection.
    read: (reply) =>
      (read ?? headerReadings)(reply).map((reading) => {
        const key = keyOf(reading)
        return { key: all.some((limit) => limit.key === key) ? key : ofConnection.key, reading }
      }),
  }
}
