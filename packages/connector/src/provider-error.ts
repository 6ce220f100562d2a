/**
 * What a refusal means for the engine.
 *
 * - `credentials`: the token was refused; refresh once, then the connection has bad credentials
 * - `permission`: the connected user may not do this
 * - `bad-request`: the request itself is wrong (an unknown field, object or value); repeating it is useless
 * - `not-found`: the record or object does not exist
 * - `rate-limit`: too many calls; `retryAfterMs` says when to come back, if the provider does
 * - `cursor-gone`: a page token is no longer known; start again from the last watermark
 * - `unavailable`: no answer, a 5xx or an unreadable body; worth repeating
 */
export type ProviderFailure =
  | 'credentials'
  | 'permission'
  | 'bad-request'
  | 'not-found'
  | 'rate-limit'
  | 'cursor-gone'
  | 'unavailable'

/** A provider's refusal, in the provider's own words. Never carries a token. */
export class ProviderError extends Error {
  readonly failure: ProviderFailure
  readonly status: number | undefined
  /** The provider's own code, such as `INVALID_FIELD`. */
  readonly code: string | undefined
  readonly retryAfterMs: number | undefined
  /** The fields that the refusal is about; every bad one, not only the first. */
  readonly fieldNames: readonly string[]

  constructor(
    failure: ProviderFailure,
    message: string,
    details: {
      status?: number | undefined
      code?: string | undefined
      retryAfterMs?: number | undefined
      fieldNames?: readonly string[]
      cause?: unknown
    } = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.name = 'ProviderError'
    this.failure = failure
    this.status = details.status
    this.code = details.code
    this.retryAfterMs = details.retryAfterMs
    this.fieldNames = details.fieldNames ?? []
  }
}
