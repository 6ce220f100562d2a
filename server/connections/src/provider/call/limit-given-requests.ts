import type { ProviderClient } from '@platform/connector'
import type { Capability, ConnectionId } from '@platform/contract'
import type { Db } from '@platform/kernel/db/database'
import { Problem } from '@platform/kernel/problems/problem'

declare module '@platform/kernel/services' {
  interface Services {
    /**
     * Returns the objects of a connection whose writes wait for a person; provided by a higher
     * domain.
     */
    findApprovedObjects(db: Db, connectionId: ConnectionId): Promise<string[]>
  }
}

/** A request that a caller has defined, without its query. */
export interface GivenRequest {
  method: string
  path: string
}

/** Who defined the requests, and what is noted about them. */
export interface GivenBy {
  /** Names the caller in problems, as in “The role member”. */
  who: string
  capabilities: readonly Capability[]
  /** Objects whose writes wait for the approval of a person. */
  approvedObjects: readonly string[]
  /** Records a request in the audit log, before it is sent. */
  record(request: GivenRequest): Promise<void>
}

/** Reports whether the caller may send any request to a customer's account. */
const maySendAny = (capabilities: readonly Capability[]): boolean =>
  capabilities.includes('proxy') ||
  (capabilities.includes('read:records') && capabilities.includes('write:records'))

/** Further reading requests of one call are not recorded. */
const maxRecordedReads = 50

/**
 * Returns a client for requests that a caller has defined, as far as the caller may send them: GET, and
 * others with the capabilities of the effect they may have.
 */
export function limitGivenRequests(client: ProviderClient, by: GivenBy): ProviderClient {
  const recorded = new Set<string>()
  return {
    ...client,
    async request(request) {
      const { method = 'GET', path } = request
      const sent = { method, path: path.replace(/[?#].*$/s, '').slice(0, 500) }
      if (method !== 'GET') mustSendAny(by, sent)
      const key = `${method} ${sent.path}`
      if (!recorded.has(key) && (method !== 'GET' || recorded.size < maxRecordedReads)) {
        recorded.add(key)
        await by.record(sent)
      }
      return client.request(request)
    },
  }
}

/**
 * Rejects a request that may change something, of a caller that may only read or of an account where
 * a person approves changes.
 * @throws Problem
 */
export function mustSendAny(
  { who, capabilities, approvedObjects }: Omit<GivenBy, 'record'>,
  { method, path }: GivenRequest,
): void {
  if (approvedObjects.length > 0) {
    throw new Problem('permission-missing', {
      detail: `Writes of ${approvedObjects.join(', ')} in this account wait for the approval of a person, and the entry sends ${method} ${path}.`,
      remedy: 'Send only GET requests, or use a connection without `approval: person`.',
    })
  }
  if (maySendAny(capabilities)) return
  throw new Problem('permission-missing', {
    detail: `${who} may send only GET requests of its own to customers’ accounts, and the entry sends ${method} ${path}.`,
    remedy: 'Use a key with the capability proxy, or with read:records and write:records.',
  })
}
