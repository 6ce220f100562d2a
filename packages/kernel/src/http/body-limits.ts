import { isUtf8 } from 'node:buffer'
import type { OperationDefinition } from '@platform/contract'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../access/caller.ts'
import { Problem } from '../problems/problem.ts'

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
const openBracket = 91
const backslash = 92
const closeBracket = 93
const openBrace = 123
const closeBrace = 125

/**
 * Rejects a body that exceeds its limits, before it is parsed: counts values by their separators,
 * which is exact for valid JSON.
 */
export function mustBeWithinLimits(body: Buffer, limits: BodyLimits): void {
  mustFit(body.length, limits)
  if (!isUtf8(body)) throw new Problem('malformed-json', { detail: 'The body is not valid UTF-8.' })
  /** Separators in each open object; lists have no limit of their own. */
  const open: number[] = []
  let values = 1
  for (let at = 0; at < body.length; at++) {
    const byte = body[at]
    if (byte === quote) {
      at = skipString(body, at)
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
