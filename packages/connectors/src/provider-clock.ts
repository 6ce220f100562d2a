import type { ProviderResponse } from '@platform/connector'
import { headerOf } from './reply-headers.ts'

/**
 * Returns the provider's time of the reply, minus a margin for changes that become visible late.
 */
export function providerClock(response: ProviderResponse, marginMs: number): string {
  const date = Date.parse(headerOf(response.headers, 'date') ?? '')
  return new Date((Number.isNaN(date) ? Date.now() : date) - marginMs).toISOString()
}

/** Converts a provider's time to RFC 3339 in UTC; undefined if it is invalid. */
export function rfc3339(time: unknown): string | undefined {
  if (typeof time !== 'string') return undefined
  const ms = Date.parse(time)
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString()
}

/** A date-time with an offset; Salesforce writes `+0000`. */
const zoned = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?[+-]\d\d(:?\d\d)?$/

/** Converts date-time values with offsets to RFC 3339 in UTC, as delivered to builders. */
export const inUtc = (value: unknown): unknown =>
  typeof value === 'string' && zoned.test(value) ? (rfc3339(withMinutes(value)) ?? value) : value

/** JavaScript does not parse `+02` as an offset. */
const withMinutes = (time: string) => (/[+-]\d\d$/.test(time) ? `${time}:00` : time)
