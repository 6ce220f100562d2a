import type { RateLimitReading, RateLimits } from '@platform/connector'
import { isDailyLimit } from './errors.ts'
import { getReplyHeader } from '../reply-headers.ts'

const dayMs = 86_400_000
const name = 'calls of the organization in 24 hours'

/** Minimum limit of an organization; most have more, and every reply contains the number. */
const assumedCalls = 15_000

export const salesforceRateLimits: RateLimits = {
  assumed: [{ name, calls: assumedCalls, perMs: dayMs, sharedBy: 'account' }],
  maxConcurrent: 5,
  /** `Sforce-Limit-Info: api-usage=18/15000` */
  read({ status, headers, body }): RateLimitReading[] {
    if (status === 403 && isUsedUp(body)) return [{ name, sharedBy: 'account', remaining: 0 }]
    const usage = /api-usage=(\d+)\/(\d+)/.exec(getReplyHeader(headers, 'sforce-limit-info') ?? '')
    if (!usage) return []
    const [used, limit] = [Number(usage[1]), Number(usage[2])]
    return [{ name, sharedBy: 'account', limit, remaining: Math.max(0, limit - used) }]
  },
}

const isUsedUp = (body: unknown): boolean => Array.isArray(body) && body.some(isDailyLimit)
