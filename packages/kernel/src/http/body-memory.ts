import { finished, Transform } from 'node:stream'
import { getHeapStatistics } from 'node:v8'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Caller } from '../access/caller.ts'
import type { SlotTenant } from '../admission/fair-slots.ts'
import { freeBytes, NoFreeMemoryError, ReplyMemory } from '../egress/reply-memory.ts'
import { Problem } from '../problems/problem.ts'
import { getNow } from '../values/database-clock.ts'
import { clientAddress } from './client-address.ts'
import { discardBody } from './discard-body.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether bodies are passed on as they arrive. */
    isStreamed?: boolean
  }
}

export interface BodyMemorySettings {
  /** Maximum size of all bodies in memory; an eighth of the heap by default. */
  bodyBytes?: number
  /** How long a request waits for memory before its body is read. */
  bodyPatienceMs?: number
  /** When a body that arrives slowly is cut off if others wait for its memory. */
  bodySlowAfterMs?: number
}

const tenants = new WeakMap<FastifyRequest, SlotTenant>()

/** Counts the body of a request as one of its caller's, before it is read. Others count by address. */
export function countBody(request: FastifyRequest, caller: Caller): void {
  if (caller.kind === 'nobody') return
  const tenant =
    caller.kind === 'builder'
      ? { org: caller.builderId, project: caller.builderId }
      : { org: caller.project.orgId, project: caller.project.id }
  tenants.set(request, tenant)
}

/** Returns the length of the body; of one without a length, the longest that the route accepts. */
export function getAnnouncedBytes({ headers, routeOptions, server }: FastifyRequest): number {
  const length = headers['content-length']
  if (length !== undefined) return Number(length)
  if (headers['transfer-encoding'] === undefined) return 0
  return routeOptions.bodyLimit ?? server.initialConfig.bodyLimit ?? Infinity
}

/**
 * Limits the memory of all large bodies of a process, and divides it among organizations and
 * projects like that of replies. A body is read when there is memory for it, which it occupies
 * until its request is answered.
 */
export function limitBodyMemory(
  http: FastifyInstance,
  {
    bodyBytes = getHeapStatistics().heap_size_limit / 8,
    bodyPatienceMs = 10_000,
    bodySlowAfterMs,
  }: BodyMemorySettings = {},
): void {
  const bodies = new ReplyMemory({
    bytes: bodyBytes,
    patienceMs: bodyPatienceMs,
    slowAfterMs: bodySlowAfterMs,
  })

  http.addHook('preParsing', async (request, reply, payload) => {
    const bytes = getAnnouncedBytes(request)
    if (bytes <= freeBytes || request.routeOptions.config?.isStreamed) return payload
    const address = `address ${clientAddress(request.ip)}`
    const room = bodies.open(
      tenants.get(request) ?? { org: address, project: address },
      'the caller',
    )
    const body = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        room.arrive(chunk.length)
        done(null, chunk)
      },
    })
    // Nobody listens once the body is rejected or parsed; its caller may still leave.
    body.on('error', () => {})
    room.receive(() => {
      request.raw.unpipe(body).resume()
      body.destroy(
        new Problem('request-timeout', {
          detail: 'The body arrived too slowly, while others waited for its memory.',
        }),
      )
    })
    try {
      await room.grow(bytes)
    } catch (error) {
      if (!(error instanceof NoFreeMemoryError)) throw error
      await discardBody(request.raw)
      throw new Problem('unavailable', {
        detail: 'The body was not read: too many large bodies are in memory.',
        retryAfter: getNow(error.retryAfterMs),
      })
    }
    finished(reply.raw, () => room.release())
    // The caller may have left while its body waited.
    if (request.raw.destroyed) body.destroy(new Error('The request was aborted.'))
    request.raw.once('error', (error) => body.destroy(error)).once('end', () => room.complete())
    return request.raw.pipe(body)
  })
}
