import { LRUCache } from 'lru-cache'
import { Problem } from './problem.ts'

export interface RateLimit {
  /** Requests that one caller may send in a window. */
  requests: number
  windowSeconds: number
}

/** Generous: it stops a loop that has gone wild, not a busy customer. */
const defaultRateLimit: RateLimit = { requests: 60_000, windowSeconds: 60 }

interface Bucket {
  tokens: number
  at: number
}

/**
 * Counts requests per caller, each process for itself. The allowance refills steadily: whoever has
 * been quiet for a window may send all of it at once.
 */
export function rateLimiter({ requests, windowSeconds }: RateLimit = defaultRateLimit) {
  const perMs = requests / (windowSeconds * 1000)
  const buckets = new LRUCache<string, Bucket>({ max: 50_000 })
  return {
    /** Takes one request of the caller's allowance and answers the headers that tell of it. */
    take(caller: string, nowMs = Date.now()): Record<string, string> {
      const bucket = buckets.get(caller) ?? { tokens: requests, at: nowMs }
      bucket.tokens = Math.min(requests, bucket.tokens + (nowMs - bucket.at) * perMs)
      bucket.at = nowMs
      buckets.set(caller, bucket)
      const isAllowed = bucket.tokens >= 1
      if (isAllowed) bucket.tokens -= 1
      const missing = isAllowed ? requests - bucket.tokens : 1 - bucket.tokens
      const headers = {
        'ratelimit-limit': String(requests),
        'ratelimit-policy': `${requests};w=${windowSeconds}`,
        'ratelimit-remaining': String(Math.floor(bucket.tokens)),
        'ratelimit-reset': String(Math.ceil(missing / perMs / 1000)),
      }
      if (isAllowed) return headers
      throw new Problem('too-many-requests', {
        detail: `More than ${requests} requests in ${windowSeconds} s.`,
        retryAfter: new Date(nowMs + Math.ceil(missing / perMs)),
        headers,
      })
    },
  }
}
