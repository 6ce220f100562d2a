import { Readable } from 'node:stream'
import type { OperationDefinition } from '@platform/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { findDocument, sendDocument, makeEtag, isKnown } from './documents.ts'
import type { StoredReply } from './idempotency.ts'
import { passWhileAllowed } from './lasting-access.ts'
import { linkToNext } from './paginate.ts'
import type { AnyCall } from './stages.ts'
import { Problem } from '../problems/problem.ts'

const jsonType = 'application/json; charset=utf-8'

/** Sends the results of rules, and stores them for an `Idempotency-Key`. */
export function createReplies() {
  /** Paths of collections whose records have a GET. */
  const readableCollections = new Set<string>()

  function makeHeaders(
    operation: OperationDefinition,
    { request }: AnyCall,
    { result, json }: { result: unknown; json: string },
  ) {
    const etag = makeEtag(result, json)
    const link = Array.isArray(result) ? linkToNext(result, request.url) : undefined
    const location =
      operation.success === 201 ? makeLocation(operation, request, result) : undefined
    return {
      ...(etag && { etag }),
      ...(location && { location }),
      ...(link && { link }),
    }
  }

  function send(
    operation: OperationDefinition,
    call: AnyCall,
    result: unknown,
  ): FastifyReply | Promise<FastifyReply> {
    const { reply } = call
    if (operation.reply === null) return reply.send()
    if (operation.reply === 'text') {
      return reply.type('text/plain; charset=utf-8').send(result)
    }
    if (operation.reply === 'csv') {
      return reply
        .type('text/csv; charset=utf-8; header=present')
        .header('content-disposition', 'attachment')
        .send(Readable.from(passWhileAllowed(call.access, result as AsyncIterable<string>)))
    }
    const document = findDocument(result)
    if (document) {
      // Callers may see different documents, but each must not download its own again.
      reply.header('cache-control', 'private, no-cache')
      return sendDocument(call.request, reply, { document, type: jsonType })
    }
    const json = JSON.stringify(result)
    const headers = makeHeaders(operation, call, { result, json })
    const ifNoneMatch = operation.method === 'GET' && call.request.headers['if-none-match']
    if (ifNoneMatch && headers.etag && isKnown(ifNoneMatch, headers.etag)) {
      return reply.code(304).headers(headers).send()
    }
    return reply.type(jsonType).headers(headers).send(json)
  }

  function toStored(operation: OperationDefinition, call: AnyCall, result: unknown): StoredReply {
    const own = call.reply.getHeader('x-connect-session')
    const json = JSON.stringify(result)
    return {
      body: operation.reply === null ? null : json,
      headers: {
        ...makeHeaders(operation, call, { result, json }),
        ...(own !== undefined && { 'x-connect-session': String(own) }),
      },
    }
  }

  /** Returns the URL of a new record if a GET serves it. */
  function makeLocation({ path }: OperationDefinition, { url }: FastifyRequest, record: unknown) {
    const { id, kid, builderId } = record as Record<string, unknown>
    const own = [kid, id, builderId].find((value) => typeof value === 'string')
    if (own === undefined || !readableCollections.has(withoutVerb(path))) return undefined
    return `${url.split(/[?:]/, 1)[0]}/${encodeURIComponent(own)}`
  }

  return {
    /** Registers a GET, so that replies to creations contain the URL of their record. */
    serves({ path }: OperationDefinition): void {
      const collection = /^(.+)\/\{\w+\}$/.exec(path)?.[1]
      if (collection) readableCollections.add(collection)
    },
    send,
    toStored,
    replay,
  }
}

function replay(
  { body, headers, replayed }: StoredReply & { replayed: boolean },
  { reply: schema }: OperationDefinition,
  reply: FastifyReply,
): FastifyReply {
  reply.headers({ ...headers, ...(replayed && { 'idempotency-replayed': 'true' }) })
  if (body === null) return reply.send()
  if (schema === 'text') return reply.type('text/plain; charset=utf-8').send(JSON.parse(body))
  return reply.type(jsonType).send(body)
}

/** `/a/{id}:verb` → `/a/{id}` */
export const withoutVerb = (path: string) => path.replace(/:[\w-]+$/, '')

/** Rejects a request that accepts none of the media types of the reply. */
export function mustAccept({ reply }: OperationDefinition, { headers }: FastifyRequest): void {
  const { accept } = headers
  if (accept === undefined || reply === null) return
  const type = reply === 'text' ? 'text/plain' : reply === 'csv' ? 'text/csv' : 'application/json'
  const isAccepted = accept.split(',').some((range) => covers(range, type))
  // Clients that accept only JSON still get the few plain-text replies.
  if (isAccepted || (typeof reply === 'string' && accept.includes('json'))) return
  throw new Problem('not-acceptable', { detail: `The reply is ${type}.` })
}

function covers(range: string, type: string): boolean {
  const [name, ...parameters] = range.toLowerCase().split(';')
  if (parameters.some((parameter) => /^\s*q=0(\.0*)?\s*$/.test(parameter))) return false
  const wanted = name!.trim()
  return wanted === '*/*' || wanted === type || wanted === `${type.split('/', 1)[0]}/*`
}
