import type { ProviderResponse, RateLimitReading, RateLimits } from '@platform/connector'
import { headerOf } from '../reply-headers.ts'

const tenSeconds = 'calls in 10 seconds'
const day = 'calls in a day'

export const rateLimits: RateLimits = {
  assumed: [
    { name: tenSeconds, calls: 100, perMs: 10_000, sharedBy: 'connection' },
    {
      name: 'searches in a second',
      calls: 4,
      perMs: 1_000,
      sharedBy: 'account',
      paths: /\/search$/,
    },
  ],
  maxConcurrent: 5,
  /** Replies of searches, and those to OAuth apps on days, say nothing. */
  read(response): RateLimitReading[] {
    const window = numberIn(response, 'x-hubspot-ratelimit-interval-milliseconds')
    return [
      reading(response, tenSeconds, 'connection', {
        limit: 'x-hubspot-ratelimit-max',
        remaining: 'x-hubspot-ratelimit-remaining',
        resetMs: window,
      }),
      reading(response, day, 'account', {
        limit: 'x-hubspot-ratelimit-daily',
        remaining: 'x-hubspot-ratelimit-daily-remaining',
      }),
    ].flat()
  },
}

function reading(
  response: ProviderResponse,
  name: string,
  sharedBy: RateLimitReading['sharedBy'],
  headers: { limit: string; remaining: string; resetMs?: number | undefined },
): RateLimitReading[] {
  const limit = numberIn(response, headers.limit)
  const remaining = numberIn(response, headers.remaining)
  if (limit === undefined && remaining === undefined) return []
  return [
    {
      name,
      sharedBy,
      ...(limit !== undefined && { limit }),
      ...(remaining !== undefined && { remaining }),
      ...(headers.resetMs !== undefined && { resetMs: headers.resetMs }),
    },
  ]
}

function numberIn({ headers }: ProviderResponse, name: string): number | undefined {
  const text = headerOf(headers, name)
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined
}
