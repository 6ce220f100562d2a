import type { ProviderClient } from '@platform/connector'
import type { Capability } from '@platform/contract'
import { Problem } from '@platform/kernel/problems/problem'

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
export function limitGivenRequests(
  client: ProviderClient,
  { who, capabilities, record }: GivenBy,
): ProviderClient {
  const recorded = new Set<string>()
  return {
    ...client,
    async request(request) {
      const { method = 'GET', path } = request
      const sent = { method, path: path.replace(/[?#].*$/s, '').slice(0, 500) }
      if (method !== 'GET') mustSendAny(who, capabilities, sent)
      const key = `${method} ${sent.path}`
      if (!recorded.has(key) && (method !== 'GET' || recorded.size < maxRecordedReads)) {
        recorded.add(key)
        await record(sent)
      }
      return client.request(request)
    },
  }
}

/**
 * Rejects a request of a caller that may only read.
 * @throws Problem
 */
export function mustSendAny(
  who: string,
  capabilities: readonly Capability[],
  { method, path }: GivenRequest,
): void {
  if (maySendAny(capabilities)) return
  throw new Problem('permission-missing', {
    detail: `${who} may send only GET requests of its own to customers’ accounts, and the entry sends ${method} ${path}.`,
    remedy: 'Use a key with the capability proxy, or with read:records and write:records.',
  })
}
