import { isUtf8 } from 'node:buffer'
import type { OperationDefinition } from '@platform/contract'
import type { Caller } from '../../access/caller.ts'
import { Problem } from '../../problems/problem.ts'
import { finished, Transform } from 'node:stream'
import { getHeapStatistics } from 'node:v8'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SlotTenant } from '../../admission/fair-slots.ts'
import { freeBytes, NoFreeMemoryError, ReplyMemory } from '../../egress/reply-memory.ts'
import { getNow } from '../../values/database-clock.ts'
import { clientAddress } from '../client-address.ts'
import { discardBody } from '../request-end.ts'

/** Limits of a JSON body, whose parsing and validation hold the event loop for everybody. */
export interface BodyLimits {
  maxBytes: number
  /** Every value is checked, and reported if invalid. */
  maxValues: number
  /** An object with more members becomes several times slower per member. */
  maxMembers: number
}

/** Limits of servers and builders. The limit in bytes is that of the operation. */
export const usualLimits: BodyLimits = {
  maxBytes: Infinity,
  maxValues: 25_000,
  maxMembers: 5_000,
}

/** Limits of end users and of callers that are not authenticated yet. */
export const endUserLimits: BodyLimits = {
  maxBytes: 100 * 1024,
  maxValues: 10_000,
  maxMembers: 5_000,
}

/** Maximum depth of JSON: no operation needs more, and it would exhaust the stack. */
const maxDepth = 64

const limitsByRequest = new WeakMap<FastifyRequest, BodyLimits>()

/** Sets the limits of the body of a request, before it is received. */
export function limitBody(
  request: FastifyRequest,
  { maxBodyValues = usualLimits.maxValues }: OperationDefinition,
  caller: Caller | undefined,
): void {
  const isTrusted = caller?.kind === 'full' || caller?.kind === 'builder'
  const limits = isTrusted ? { ...usualLimits, maxValues: maxBodyValues } : endUserLimits
  limitsByRequest.set(request, limits)
  mustFit(Number(request.headers['content-length'] ?? 0), limits)
}

export const getBodyLimits = (request: FastifyRequest): BodyLimits =>
  limitsByRequest.get(request) ?? usualLimits

function mustFit(bytes: number, { maxBytes }: BodyLimits): void {
  if (bytes <= maxBytes) return
  throw tooLarge(`The body has ${bytes} bytes, and may have at most ${maxBytes} from this caller.`)
}

const quote = 34
const comma = 44
const colon = 58
const openBracket = 91
const backslash = 92
const closeBracket = 93
const openBrace = 123
const closeBrace = 125

/**
 * Rejects a body that exceeds its limits, before it is parsed: counts values by their separators,
 * which is exact for valid JSON. Returns the number of members of all its objects.
 */
export function mustBeWithinLimits(body: Buffer, limits: BodyLimits): number {
  mustFit(body.length, limits)
  if (!isUtf8(body)) throw new Problem('malformed-json', { detail: 'The body is not valid UTF-8.' })
  /** Separators in each open object; lists have no limit of their own. */
  const open: number[] = []
  let values = 1
  let members = 0
  for (let at = 0; at < body.length; at++) {
    const byte = body[at]
    if (byte === quote) {
      at = skipString(body, at)
    } else if (byte === colon) {
      members++
    } else if (byte === comma) {
      values++
      const depth = open.length - 1
      const separators = (open[depth] ?? 0) + 1
      if (depth >= 0) open[depth] = separators
      if (values > limits.maxValues) {
        throw tooLarge(`The body has more than ${limits.maxValues} values.`)
      }
      if (separators >= limits.maxMembers) {
        throw tooLarge(`An object of the body has more than ${limits.maxMembers} members.`)
      }
    } else if (byte === openBrace || byte === openBracket) {
      values++
      open.push(byte === openBrace ? 0 : -Infinity)
      if (open.length > maxDepth) {
        throw new Problem('malformed-json', {
          detail: `The body is nested deeper than ${maxDepth} levels.`,
        })
      }
    } else if (byte === closeBrace || byte === closeBracket) {
      open.pop()
    }
  }
  return members
}

/** Returns the index of the closing quote, or the end of the body. */
function skipString(body: Buffer, start: number): number {
  for (let at = start + 1; at < body.length; at++) {
    const byte = body[at]
    if (byte === backslash) at++
    else if (byte === quote) return at
  }
  return body.length
}

const tooLarge = (detail: string) =>
  new Problem('body-too-large', { detail: `${detail} Send it in several requests.` })

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

/** Returns whose memory a request uses. Those of nobody known count by address. */
export function getSlotTenant(request: FastifyRequest): SlotTenant {
  const address = `address ${clientAddress(request.ip)}`
  return tenants.get(request) ?? { org: address, project: address }
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
    const room = bodies.open(getSlotTenant(request), 'the caller')
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
