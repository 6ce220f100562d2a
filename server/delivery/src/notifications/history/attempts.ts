import type { Attempt, AttemptFailure, EventId } from '@platform/contract'
import type { Outcome } from '@platform/sinks/outcome'
import { ownHeaders, signatureHeaders } from '@platform/sinks/webhook/webhook-headers'

export interface AttemptRecord {
  at: number
  durationMs: number
  outcome: Outcome
}

/**
 * An attempt as stored with its delivery: one JSON line. Values that every request repeats, or that
 * the event's ID contains, are omitted: these lines are most of what a delivery writes to disk.
 */
interface StoredAttempt {
  at: number
  ms: number
  /** The previous version writes `address-refused`. */
  class?: AttemptFailure | 'address-refused' | undefined
  detail?: string | undefined
  url?: string | undefined
  headers?: Record<string, string> | undefined
  timestamp?: number | undefined
  signature?: string | undefined
  status?: number | undefined
  replyHeaders?: Record<string, string> | undefined
  body?: string | undefined
}

/** Returns the line to append to a delivery's attempts. */
export const attemptLine = (attempt: AttemptRecord): string =>
  `${JSON.stringify(toStored(attempt))}\n`

/** Parses the attempts of a delivery, oldest first. */
export const readAttempts = (lines: string, eventId: EventId): Attempt[] =>
  lines
    .split('\n')
    .filter(Boolean)
    .map((line, index) => fromStored(JSON.parse(line) as StoredAttempt, index + 1, eventId))

/** Converts an attempt that is shown but not stored. */
export const toAttempt = (attempt: AttemptRecord, eventId: EventId): Attempt =>
  fromStored(toStored(attempt), 1, eventId)

function toStored({ at, durationMs, outcome }: AttemptRecord): StoredAttempt {
  const { request, response }: Outcome = outcome
  return {
    at,
    ms: Math.round(durationMs),
    class: outcome.succeeded ? undefined : outcome.class,
    detail: outcome.succeeded ? undefined : outcome.detail,
    url: request?.url,
    headers: request?.headers,
    timestamp: request?.signed?.timestamp,
    signature: request?.signed?.signature,
    status: response?.status,
    replyHeaders: response?.headers,
    body: response?.body || undefined,
  }
}

function fromStored(stored: StoredAttempt, number: number, eventId: EventId): Attempt {
  const { at, ms, detail = '', url, headers, timestamp, signature, status } = stored
  return {
    number,
    time: new Date(at).toISOString(),
    durationMs: ms,
    succeeded: stored.class === undefined,
    ...(stored.class && {
      error: {
        class: stored.class === 'address-refused' ? 'addressRefused' : stored.class,
        detail,
      },
    }),
    ...(url !== undefined && {
      request: {
        url,
        headers: {
          ...headers,
          ...(timestamp !== undefined && {
            ...ownHeaders,
            ...signatureHeaders(eventId, timestamp, signature!),
          }),
        },
      },
    }),
    ...(status !== undefined && {
      response: { status, headers: stored.replyHeaders ?? {}, body: stored.body ?? '' },
    }),
  }
}
