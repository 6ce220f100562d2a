import type { ProviderResponse, RateLimitReading, RateLimits } from '@platform/connector'
import { getReplyHeader } from '../reply-headers.ts'

const tenSeconds = 'calls in 10 seconds'
const day = 'calls in a day'
const searches = 'searches in a second'

export const hubspotRateLimits: RateLimits = {
  assumed: [
    { name: tenSeconds, calls: 100, perMs: 10_000, sharedBy: 'appInAccount' },
    {
      name: searches,
      calls: 4,
      perMs: 1_000,
      sharedBy: 'account',
      paths: /\/search$/,
    },
    { name: day, calls: 250_000, perMs: 86_400_000, sharedBy: 'account' },
  ],
  maxConcurrent: 5,
  /**
   * Replies of searches contain no limits, and those to OAuth apps no daily ones; a rejection names
   * its limit.
   */
  read(response): RateLimitReading[] {
    if (response.status === 429) return readRejection(response)
    const window = numberIn(response, 'x-hubspot-ratelimit-interval-milliseconds')
    return [
      reading(response, tenSeconds, 'appInAccount', {
        limit: 'x-hubspot-ratelimit-max',
        remaining: 'x-hubspot-ratelimit-remaining',
        perMs: window,
      }),
      reading(response, day, 'account', {
        limit: 'x-hubspot-ratelimit-daily',
        remaining: 'x-hubspot-ratelimit-daily-remaining',
      }),
    ].flat()
  },
}

function readRejection({ body }: ProviderResponse): RateLimitReading[] {
  const policy =
    typeof body === 'object' && body !== null && 'policyName' in body && body.policyName
  const remaining = 0
  switch (policy) {
    case 'TEN_SECONDLY_ROLLING':
      return [{ name: tenSeconds, sharedBy: 'appInAccount', remaining, resetMs: 10_000 }]
    case 'SECONDLY':
      return [{ name: searches, sharedBy: 'account', remaining, resetMs: 1_000 }]
    case 'DAILY':
      return [{ name: day, sharedBy: 'account', remaining }]
    default:
      return []
  }
}

function reading(
  response: ProviderResponse,
  name: string,
  sharedBy: RateLimitReading['sharedBy'],
  headers: { limit: string; remaining: string; perMs?: number | undefined },
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
      ...(headers.perMs !== undefined && { perMs: headers.perMs }),
    },
  ]
}

function numberIn({ headers }: ProviderResponse, name: string): number | undefined {
  const text = getReplyHeader(headers, name)
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined
}
