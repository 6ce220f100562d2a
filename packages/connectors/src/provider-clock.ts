import type { ProviderResponse } from '@platform/connector'
import { headerOf } from './reply-headers.ts'

/** The provider's time when it replied, less a margin for what it makes visible late. */
export function providerClock(response: ProviderResponse, marginMs: number): string {
  const date = Date.parse(headerOf(response.headers, 'date') ?? '')
  return new Date((Number.isNaN(date) ? Date.now() : date) - marginMs).toISOString()
}

/** RFC 3339 in UTC of a time as a provider writes it; undefined when it is none. */
export function rfc3339(time: unknown): string | undefined {
  if (typeof time !== 'string') return undefined
  const ms = Date.parse(time)
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString()
}

/** A date with a time in a zone other than `Z`; Salesforce writes `+0000`. */
const zoned = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?[+-]\d\d(:?\d\d)?$/

/** The value of a field as builders get it: a time in whatever zone is RFC 3339 in UTC. */
export const inUtc = (value: unknown): unknown =>
  typeof value === 'string' && zoned.test(value) ? (rfc3339(withMinutes(value)) ?? value) : value

/** `+02` is a zone as well, but not to JavaScript. */
const withMinutes = (time: string) => (/[+-]\d\d$/.test(time) ? `${time}:00` : time)
