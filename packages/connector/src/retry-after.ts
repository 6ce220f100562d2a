const hourMs = 3_600_000
/** Quotas renew daily; a longer time is nonsense, or a date of another calendar. */
export const maxRetryAfterMs = 24 * hourMs

/** Larger numbers are times since 1970, in seconds or smaller units, which some providers send. */
const [unixSeconds, unixMs, unixMicroseconds, unixNanoseconds] = [1e9, 1e12, 1e15, 1e18]

/**
 * Parses a `Retry-After` header (RFC 9110, section 10.2.3) to milliseconds from now, at most a day. Undefined
 * for anything but a number or a date.
 */
export function parseRetryAfter(header: string | undefined, nowMs: number): number | undefined {
  const text = header?.trim().slice(0, 100) ?? ''
  const [, number] = /^([+-]?\d+(?:\.\d+)?)\s*(?:s|sec|seconds)?(?:[,;].*)?$/i.exec(text) ?? []
  const ms = number === undefined ? parseDate(text) - nowMs : toDelay(Number(number), nowMs)
  return Number.isNaN(ms) ? undefined : Math.min(maxRetryAfterMs, Math.max(0, Math.round(ms)))
}

/** Converts a number of seconds, or a time since 1970, to milliseconds from now. */
function toDelay(value: number, nowMs: number): number {
  if (value < unixSeconds) return value * 1_000
  if (value < unixMs) return value * 1_000 - nowMs
  if (value < unixMicroseconds) return value - nowMs
  return (value < unixNanoseconds ? value / 1e3 : value / 1e6) - nowMs
}

/** `Date.parse` alone takes nearly any text with a number for a date. */
function parseDate(text: string): number {
  if (/^[A-Z][a-z]{2,8},? .*\d{4}/.test(text)) return Date.parse(text)
  if (!/^\d{4}-\d\d-\d\dT/.test(text)) return Number.NaN
  return Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`)
}
