import type { AttemptFailure } from '@platform/contract'
import type { TraceContext } from '@platform/kernel/telemetry/trace'

/** What an attempt came to. */
export type Outcome = Success | Failure

/** What is kept of a request and its reply. */
export interface Exchange {
  request?: {
    url: string
    headers: Record<string, string> | undefined
    /** Of a webhook: how its own headers are distinguished from those that the builder set. */
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
  /** The receiver asks for a pause: a longer one than the schedule has is granted. */
  retryAfterMs?: number
  /** The receiver reported that it is permanently gone (410). */
  gone?: boolean
}
