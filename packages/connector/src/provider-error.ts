/**
 * What a refusal means for the engine.
 *
 * - `credentials`: the token was refused; refresh once, then the connection has bad credentials
 * - `permission`: the connected user may not do this
 * - `bad-request`: the request itself is wrong (an unknown field, object or value); repeating it is useless
 * - `not-found`: the record or object does not exist
 * - `conflict`: what is there already stands against it: a duplicate, a changed record
 * - `unsupported`: the provider, or what we know of it, cannot do this; nothing was sent
 * - `rate-limit`: too many calls; `retryAfterMs` is the time to wait, if the provider reports it
 * - `cursor-gone`: a page token is no longer known; start again from the last watermark
 * - `too-large`: the reply is more than can be taken in at once; ask for less
 * - `unavailable`: no answer, a 5xx, a page of something in between, an unreadable body; worth repeating
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
  cause?: unknown
}

/** A provider's refusal, in the provider's own words. Never carries a token. */
export class ProviderError extends Error {
  readonly failure: ProviderFailure
  readonly status: number | undefined
  /** The provider's own code, such as `INVALID_FIELD`. */
  readonly code: string | undefined
  readonly retryAfterMs: number | undefined
  /** A limit of calls in a day, or as long, is used up: what can wait is held until there are calls again. */
  readonly isDailyLimit: boolean
  /** The fields that the refusal is about; every bad one, not only the first. */
  readonly fieldNames: readonly string[]
  /** The request may have been carried out: the answer was lost, not the question. */
  readonly isOutcomeUnknown: boolean
  /** What is wrong is the builder's OAuth client: neither the end user nor waiting mends it. */
  readonly isBuildersToMend: boolean
  /** The request itself is malformed. Only the operator can fix that, so it is logged. */
  readonly isOurDefect: boolean

  constructor(failure: ProviderFailure, message: string, details: ProviderErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.name = 'ProviderError'
    this.failure = failure
    this.status = details.status
    this.code = details.code
    this.retryAfterMs = details.retryAfterMs
    this.isDailyLimit = details.isDailyLimit ?? false
    this.fieldNames = details.fieldNames ?? []
    this.isOutcomeUnknown = details.isOutcomeUnknown ?? false
    this.isBuildersToMend = details.isBuildersToMend ?? false
    this.isOurDefect = details.isOurDefect ?? false
  }

  /** The provider is away or busy: the same request may succeed later, however long that takes. */
  get isOutage(): boolean {
    return this.failure === 'unavailable' || this.failure === 'rate-limit'
  }
}
