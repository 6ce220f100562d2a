import type { ProviderResponse, ReadPage } from '@platform/connector'
import { getReplyHeader } from './reply-headers.ts'
import { readClockMs } from './clock.ts'

/**
 * Returns the provider's time of the reply, minus a margin for changes that become visible late.
 */
export function providerClock(response: ProviderResponse, marginMs: number): string {
  const date = Date.parse(getReplyHeader(response.headers, 'date') ?? '')
  return new Date((Number.isNaN(date) ? readClockMs() : date) - marginMs).toISOString()
}

/** Difference of clocks that is worth a notice. */
const noticedMs = 60_000

/**
 * Returns when a later read must start: by the provider's clock, but not after ours, because records that
 * change until then would be missed.
 */
export function takeClock(
  response: ProviderResponse,
  marginMs: number,
  now = readClockMs(),
): Required<Pick<ReadPage, 'asOf'>> & Pick<ReadPage, 'notice'> {
  const asOfMs = Math.min(Date.parse(providerClock(response, marginMs)), now - marginMs)
  const aheadMs = Date.parse(providerClock(response, 0)) - now
  return {
    asOf: new Date(asOfMs).toISOString(),
    ...(aheadMs > noticedMs && {
      notice: `The provider's clock is ${Math.round(aheadMs / 60_000)} minutes ahead of the server's. The next read starts by the server's clock.`,
    }),
  }
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
