import type { ProviderResponse } from './provider-client.ts'

/** A number of calls within a window, and who shares it. */
export interface RateLimit {
  name: string
  calls: number
  perMs: number
  /** - `connection`: each connection has its own
   *  - `account`: all apps and connections of the provider's account share it
   *  - `app`: all connections of the builder's client share it
   *  - `appInAccount`: all connections of the builder's client to one account share it */
  sharedBy: 'connection' | 'account' | 'app' | 'appInAccount'
  /** The paths that count; all when absent. */
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
  /** Calls at a time that the provider takes from one connection. */
  maxConcurrent?: number
  /** State of limits according to the reply's headers. */
  read?(response: ProviderResponse): RateLimitReading[]
}
