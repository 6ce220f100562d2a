import type { ProviderResponse } from './provider-client.ts'

/** A number of calls within a window, and its scope. */
export interface RateLimit {
  name: string
  calls: number
  perMs: number
  /**
   * - `connection`: each connection has its own
   * - `account`: shared by all apps and connections of the provider's account
   * - `app`: shared by all connections of the builder's client
   * - `appInAccount`: shared by all connections of the builder's client to one account
   */
  sharedBy: 'connection' | 'account' | 'app' | 'appInAccount'
  /** Paths that count; all if absent. */
  paths?: RegExp
}

/** State of a limit according to a reply. */
export interface RateLimitReading {
  name: string
  sharedBy: RateLimit['sharedBy']
  limit?: number
  /** Window of the limit, if the provider reports it. */
  perMs?: number
  remaining?: number
  /** Time until calls are available again; absent if the provider does not report it. */
  resetMs?: number
}

export interface RateLimits {
  /** Default until a reply reports another value. Edition and add-ons change it per account. */
  assumed: readonly RateLimit[]
  /** Maximum number of concurrent calls per connection. */
  maxConcurrent?: number
  /** Reports whether a rejection concerns one endpoint, a method and a path, and no other calls. */
  isOfEndpoint?(response: ProviderResponse): boolean
  /** Returns the state of limits from a reply's headers. */
  read?(response: ProviderResponse): RateLimitReading[]
}
