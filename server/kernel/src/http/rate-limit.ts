import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { AcrossTenants } from '../db/database.ts'
import { Problem } from '../problems/problem.ts'
import { getAnnouncedBytes } from './input/body-limits.ts'
import { clientAddress } from './client-address.ts'
import { growingTo } from '../values/caches.ts'
import { getNowMs } from '../values/database-clock.ts'

export interface RequestRateLimit {
  /** Requests that one caller may send per window. */
  requests: number
  windowSeconds: number
  /** Name of what is counted, for rejections; defaults to requests. */
  counted?: string
}

/** Generous: it stops runaway loops, not busy customers. */
const defaultRateLimit: RequestRateLimit = { requests: 60_000, windowSeconds: 60 }

/** Interval at which processes share their counts. */
const shareAfterMs = 1000

/** Maximum number of callers counted in memory; the least recent are dropped. */
export const maxCallers = 50_000

interface Bucket {
  /** Negative if processes together allowed more than the limit. */
  tokens: number
  at: number
  /** Used since the counts were last shared. */
  taken: number
}

/**
 * Counts requests per caller. The allowance refills steadily: after an idle window, all of it is
 * available at once. Each request is counted in memory. One second after the first, one statement
 * subtracts the used amount from the shared allowance and returns what is left; without calls there
 * is none. While the database is unavailable, each process counts for itself.
 */
export function rateLimiter(
  db: AcrossTenants,
  { requests, windowSeconds, counted = 'requests' }: RequestRateLimit = defaultRateLimit,
): RateLimiter {
  const perMs = requests / (windowSeconds * 1000)
  const buckets = new LRUCache<string, Bucket>(growingTo(maxCallers))
  const unshared = new LRUCache<string, Bucket>(growingTo(maxCallers))
  let sharing: NodeJS.Timeout | undefined

  const share = async () => {
    const batch = [...unshared].map(([caller, bucket]) => ({ caller, bucket, taken: bucket.taken }))
    unshared.clear()
    for (const { bucket } of batch) bucket.taken = 0
    try {
      for (const { caller, tokens } of await takeShared(db, batch, { requests, perMs })) {
        const bucket = buckets.get(caller)
        if (!bucket) continue
        bucket.tokens = tokens - bucket.taken
        bucket.at = getNowMs()
      }
      sharing = undefined
      if (unshared.size > 0) shareSoon()
    } catch {
      // Shared after the next request; until then the process's own count applies.
      for (const { caller, taken } of batch) {
        const bucket = buckets.get(caller)
        if (!bucket) continue
        bucket.taken += taken
        unshared.set(caller, bucket)
      }
      sharing = undefined
    }
  }
  const shareSoon = () => {
    sharing ??= setTimeout(() => void share(), shareAfterMs).unref()
  }

  const count = (caller: string, bucket: Bucket, cost: number) => {
    bucket.tokens -= cost
    bucket.taken += cost
    unshared.set(caller, bucket)
    shareSoon()
  }

  return {
    take(caller, nowMs = getNowMs(), weight = 1) {
      const cost = Math.min(weight, requests)
      const bucket = buckets.get(caller) ?? { tokens: requests, at: nowMs, taken: 0 }
      // A clock set back takes nothing away.
      const passedMs = Math.max(0, nowMs - bucket.at)
      bucket.tokens = Math.min(requests, bucket.tokens + passedMs * perMs)
      bucket.at = nowMs
      buckets.set(caller, bucket)
      const isAllowed = bucket.tokens >= cost
      if (isAllowed) count(caller, bucket, cost)
      const missing = isAllowed ? requests - bucket.tokens : cost - bucket.tokens
      const headers = {
        'ratelimit-limit': String(requests),
        'ratelimit-policy': `${requests};w=${windowSeconds}`,
        'ratelimit-remaining': String(Math.max(0, Math.floor(bucket.tokens))),
        'ratelimit-reset': String(Math.ceil(missing / perMs / 1000)),
      }
      if (isAllowed) return headers
      throw new Problem('too-many-requests', {
        detail: `More than ${requests} ${counted} in ${windowSeconds} seconds.`,
        retryAfter: new Date(nowMs + Math.ceil(missing / perMs)),
        headers,
      })
    },
  }
}

/**
 * Counts requests at every route that does not count its callers itself, before their bodies are
 * read: by address, or by the caller that the route identifies.
 */
export function limitStrangers(
  http: FastifyInstance,
  {
    strangers,
    bodies,
    callers,
  }: { strangers: RateLimiter; bodies: BodyLimiter; callers: RateLimiter },
): void {
  http.addHook('onRequest', (request, reply, done) => {
    const { isUnlimited, knownCaller } = request.routeOptions.config ?? {}
    if (isUnlimited) return done()
    try {
      const caller = knownCaller?.(request)
      if (caller === undefined) {
        reply.headers(strangers.take(`stranger ${clientAddress(request.ip)}`))
        bodies.take(request)
      } else {
        reply.headers(callers.take(caller))
      }
      done()
    } catch (error) {
      done(error as Error)
    }
  })
}

interface RateLimiter {
  /**
   * Takes one request of the caller's allowance, or as many as `weight`, and returns the headers that report
   * it.
   */
  take(caller: string, nowMs?: number, weight?: number): Record<string, string>
}

export interface BodyLimiter {
  /** Counts the announced body of a request without a valid credential, before it is read. */
  take(request: FastifyRequest): void
}

/** A shorter body costs no more than its headers. */
const blockBytes = 16 * 1024

/** Limits the bodies of requests without a valid credential by address: blocks of 16 KiB instead of requests. */
export function bodyLimiter(db: AcrossTenants, limit: RequestRateLimit): BodyLimiter {
  const blocks = rateLimiter(db, {
    ...limit,
    counted: 'blocks of 16 KiB in bodies without a valid credential',
  })
  return {
    take(request) {
      const weight = Math.ceil(getAnnouncedBytes(request) / blockBytes) - 1
      if (weight > 0) blocks.take(`bodies ${clientAddress(request.ip)}`, getNowMs(), weight)
    },
  }
}

/**
 * Subtracts used requests from the shared allowances, refilled until now, and returns what is left.
 */
export async function takeShared(
  db: AcrossTenants,
  batch: { caller: string; taken: number }[],
  { requests, perMs }: { requests: number; perMs: number },
) {
  const { rows } = await sql<{ caller: string; tokens: number }>`
    insert into rate_limit_buckets as known (caller, tokens, time)
    select caller, ${requests}::float8 - taken, now()
    from unnest(
      ${batch.map(({ caller }) => caller)}::text[],
      ${batch.map(({ taken }) => taken)}::float8[]
    ) as used (caller, taken)
    -- In a fixed order, so that processes cannot deadlock.
    order by caller collate "C"
    on conflict (caller) do update set
      tokens = excluded.tokens - ${requests} + least(
        ${requests},
        known.tokens
          + greatest(0, extract(epoch from excluded.time - known.time)) * ${perMs * 1000}::float8
      ),
      time = greatest(known.time, excluded.time)
    returning caller, tokens`.execute(db)
  return rows
}

/**
 * Removes some callers without requests for a day, whose allowance is full again. Returns how many
 * were removed.
 */
export async function removeQuietCallers(db: AcrossTenants, atMost: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from rate_limit_buckets where ctid = any(array(
    select ctid from rate_limit_buckets
     where time < now() - interval '1 day' limit ${atMost}))`.execute(db)
  return Number(numAffectedRows)
}
