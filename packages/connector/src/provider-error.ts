import { maxRetryAfterMs } from './retry-after.ts'

/**
 * Meaning of a failure for the engine.
 * - `credentials`: the token was rejected; refresh once, then the connection has bad credentials
 * - `permission`: the connected user may not do this
 * - `bad-request`: the request is invalid (an unknown field, object or value); a retry is useless
 * - `not-found`: the record or object does not exist
 * - `conflict`: it conflicts with existing data: a duplicate, a changed record
 * - `unsupported`: the provider, or its connector, does not support this; nothing was sent
 * - `rate-limit`: too many calls; `retryAfterMs` is the time to wait, if the provider reports it
 * - `cursor-gone`: a page token has expired; start again from the last watermark
 * - `too-large`: the reply exceeds the size limit; request less
 * - `unavailable`: no reply, a 5xx, a proxy's page, an unreadable body; retry
 */
export type ProviderFailure =
  | 'credentials'
  | 'permission'
  | 'bad-request'
  | 'not-found'
  | 'conflict'
  | 'unsupported'
  | 'rate-limit'
  | 'cursor-gone'
  | 'too-large'
  | 'unavailable'

export interface ProviderErrorDetails {
  status?: number | undefined
  code?: string | undefined
  retryAfterMs?: number | undefined
  isDailyLimit?: boolean
  fieldNames?: readonly string[]
  isOutcomeUnknown?: boolean
  isBuildersToMend?: boolean
  isOurDefect?: boolean
  isRejection?: boolean
  cause?: unknown
}

/** A failure reported by a provider, with the provider's message. Never contains a token. */
/** Others than limits pass sooner than a provider may say. */
const maxOutageMs = 3_600_000

function boundRetryAfter(ms: number | undefined, failure: ProviderFailure): number | undefined {
  if (ms === undefined || Number.isNaN(ms)) return undefined
  const maxMs = failure === 'rate-limit' ? maxRetryAfterMs : maxOutageMs
  return Math.min(maxMs, Math.max(0, ms))
}

export class ProviderError extends Error {
  readonly failure: ProviderFailure
  readonly status: number | undefined
  /** The provider's error code, such as `INVALID_FIELD`. */
  readonly code: string | undefined
  readonly retryAfterMs: number | undefined
  /** A daily or longer limit of calls is used up: work that can wait is postponed. */
  readonly isDailyLimit: boolean
  /** The fields of the failure; every invalid one, not only the first. */
  readonly fieldNames: readonly string[]
  /** The request may have been executed: only the reply was lost. */
  readonly isOutcomeUnknown: boolean
  /** The cause is the builder's OAuth client: neither the end user nor waiting can fix it. */
  readonly isBuildersToMend: boolean
  /** The request was malformed. Only the operator can fix that, so it is logged. */
  readonly isOurDefect: boolean

  /**
   * The provider answered a token request with an error of its own, but not with one that is known
   * to end the grant.
   */
  readonly isRejection: boolean

  constructor(failure: ProviderFailure, message: string, details: ProviderErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.name = 'ProviderError'
    this.failure = failure
    this.status = details.status
    this.code = details.code
    this.retryAfterMs = boundRetryAfter(details.retryAfterMs, failure)
    this.isDailyLimit = details.isDailyLimit ?? false
    this.fieldNames = details.fieldNames ?? []
    this.isOutcomeUnknown = details.isOutcomeUnknown ?? false
    this.isBuildersToMend = details.isBuildersToMend ?? false
    this.isOurDefect = details.isOurDefect ?? false
    this.isRejection = details.isRejection ?? false
  }

  /** Reports whether the provider is unavailable or busy: the same request may succeed later. */
  get isOutage(): boolean {
    return this.failure === 'unavailable' || this.failure === 'rate-limit'
  }
}
