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
