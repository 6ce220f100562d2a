import type { ProviderResponse, RateLimitReading } from '@platform/connector'

/** What is looked at of a reply; a body that is passed on is not. */
export type LimitedReply = Pick<ProviderResponse, 'status' | 'headers' | 'body'>

/** Whatever a provider asks for: after this long it is asked again. */
const longestWaitMs = 3600_000

/** How long a reply asks to wait, by `Retry-After` in seconds or as a date (RFC 9110, section 10.2.3). */
export function askedWaitMs(headers: LimitedReply['headers'], now: number): number | undefined {
  const text = headerOf(headers, 'retry-after')
  if (text === undefined) return undefined
  const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now
  return Number.isNaN(ms) ? undefined : boundedWait(ms)
}

export const boundedWait = (ms: number): number => Math.min(Math.max(ms, 0), longestWaitMs)

/** Prefixes of rate limit headers; `ratelimit` is the draft of the IETF. */
const prefixes = ['ratelimit', 'x-ratelimit', 'x-rate-limit'] as const

/**
 * Common rate limit headers: `RateLimit-Limit`, `-Remaining` and `-Reset`, with an `X-` or
 * without. A reset is in seconds from now, or a time of the Unix clock.
 */
export function headerReadings({ headers }: LimitedReply, now = Date.now()): RateLimitReading[] {
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

/** More seconds than this are a time of the Unix clock; more still are in milliseconds. */
const [unixSeconds, unixMs] = [1e9, 1e12]

const untilReset = (reset: number, now: number): number =>
  reset >= unixMs ? reset - now : reset >= unixSeconds ? reset * 1000 - now : reset * 1000

/** A number, or the first one of a list with parameters such as `100, 100;w=10`. */
function countIn(headers: LimitedReply['headers'], name: string): number | undefined {
  const digits = /^\s*(\d{1,15})(?:[.,;\s]|$)/.exec(headerOf(headers, name) ?? '')?.[1]
  return digits === undefined ? undefined : Number(digits)
}

function headerOf(headers: LimitedReply['headers'], name: string): string | undefined {
  const value = headers[name]
  return (Array.isArray(value) ? value[0] : value)?.slice(0, 200)
}
