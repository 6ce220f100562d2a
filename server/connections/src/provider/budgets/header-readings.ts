import type { ProviderResponse, RateLimitReading } from '@platform/connector'
import { getNowMs } from '@platform/kernel/values'

/** Inspected parts of a reply; a forwarded body is not inspected. */
export type LimitedReply = Pick<ProviderResponse, 'status' | 'headers' | 'body'>

/** Maximum delay, whatever a provider requests. */
const maxWaitMs = 3600_000

/**
 * Returns the delay that a reply requests, by `Retry-After` in seconds or as a date (RFC 9110,
 * section 10.2.3).
 */
export function parseRequestedWaitMs(
  headers: LimitedReply['headers'],
  now: number,
): number | undefined {
  const text = getHeader(headers, 'retry-after')
  if (text === undefined) return undefined
  const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now
  return Number.isNaN(ms) ? undefined : boundWait(ms)
}

export const boundWait = (ms: number): number => Math.min(Math.max(ms, 0), maxWaitMs)

/** Prefixes of rate limit headers; `ratelimit` is the draft of the IETF. */
const prefixes = ['ratelimit', 'x-ratelimit', 'x-rate-limit'] as const

/**
 * Parses common rate limit headers: `RateLimit-Limit`, `-Remaining` and `-Reset`, optionally with
 * `X-`. A reset is in seconds from now, or a Unix time.
 */
export function headerReadings({ headers }: LimitedReply, now = getNowMs()): RateLimitReading[] {
  for (const prefix of prefixes) {
    const limit = countIn(headers, `${prefix}-limit`)
    const remaining = countIn(headers, `${prefix}-remaining`)
    const reset = countIn(headers, `${prefix}-reset`)
    if (remaining === undefined) continue
    return [
      {
        name: 'calls',
        sharedBy: 'connection',
        remaining,
        ...(limit !== undefined && { limit }),
        ...(reset !== undefined && { resetMs: untilReset(reset, now) }),
      },
    ]
  }
  return []
}

/** Larger numbers are Unix times in seconds; even larger ones in milliseconds. */
const [unixSeconds, unixMs] = [1e9, 1e12]

const untilReset = (reset: number, now: number): number =>
  reset >= unixMs ? reset - now : reset >= unixSeconds ? reset * 1000 - now : reset * 1000

/** Parses a number, or the first one of a list with parameters such as `100, 100;w=10`. */
function countIn(headers: LimitedReply['headers'], name: string): number | undefined {
  const digits = /^\s*(\d{1,15})(?:[.,;\s]|$)/.exec(getHeader(headers, name) ?? '')?.[1]
  return digits === undefined ? undefined : Number(digits)
}

function getHeader(headers: LimitedReply['headers'], name: string): string | undefined {
  const value = headers[name]
  return (Array.isArray(value) ? value[0] : value)?.slice(0, 200)
}
