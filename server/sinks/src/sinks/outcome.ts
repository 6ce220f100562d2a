import type { AttemptFailure } from '@platform/contract'
import type { TraceContext } from '@platform/kernel/telemetry/trace'

/** Outcome of an attempt. */
export type Outcome = Success | Failure

/** Stored parts of a request and its reply. */
export interface Exchange {
  request?: {
    url: string
    headers: Record<string, string> | undefined
    /** For webhooks: how signature headers are distinguished from the builder's headers. */
    signed?: { timestamp: number; signature: string }
  }
  response?: { status: number; headers: Record<string, string> | undefined; body: string }
  /** Trace context of the attempt, if it was sent to the receiver. */
  place?: TraceContext
}

export interface Success extends Exchange {
  succeeded: true
}

export interface Failure extends Exchange {
  succeeded: false
  class: AttemptFailure
  detail: string
  /** Delay requested by the receiver; applied if longer than that of the schedule. */
  retryAfterMs?: number
  /** The receiver reported that it is permanently gone (410). */
  gone?: boolean
  /** The receiver asked for fewer requests, in whatever way it does. */
  isThrottled?: true
  /** No later attempt can succeed, so none follows. */
  isFinal?: true
}
