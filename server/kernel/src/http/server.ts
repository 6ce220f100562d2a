import { Readable } from 'node:stream'
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { newId } from '../db/new-id.ts'
import { allowAnyOrigin, collectMethods } from './cors.ts'
import { limitReplyMemory, type ReplyMemorySettings } from './reply-limits.ts'
import { type BodyMemorySettings, getBodyLimits, limitBodyMemory } from './input/body-limits.ts'
import { replyToClientError, replyToUnheardMethod } from './client-error.ts'
import { discardBody, endUnlessRead } from './request-end.ts'
import { compressReplies } from './compression.ts'
import { cleanForwardedFor } from './client-address.ts'
import { parseJson } from './input/parse-input.ts'
import { ReplyScope } from '../egress/reply-memory.ts'
import { Problem, type SupportContact, problemBody, problemHeaders } from '../problems/problem.ts'
import { toProblem } from './to-problem.ts'
import { getNow } from '../values/database-clock.ts'
import { getFirst } from '../values/must.ts'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Name of this part of the API in problems. */
    subsystem?: string
    /**
     * Whether the route is excluded from counting by address, because it counts its callers itself
     * or not at all.
     */
    isUnlimited?: boolean
    /** Identity to count instead of the address, if the route can determine it without the body. */
    knownCaller?: (request: FastifyRequest) => string | undefined
  }
}

export interface HttpServerOptions extends BodyMemorySettings, ReplyMemorySettings {
  /** Public URL of the server; defaults to the `Host` header. */
  publicUrl?: string
  logger?: FastifyBaseLogger
  /** In bytes. */
  bodyLimit?: number
  /** Time limit for receiving a request. */
  requestTimeoutMs?: number
  /**
   * How long requests in progress may take when the server closes; afterwards their connections are
   * closed.
   */
  closeWithinMs?: number
  /** How long the caller of a long reply may stop reading before its connection is closed. */
  stallMs?: number
  /** Addresses of proxies whose `X-Forwarded-…` headers are trusted. */
  trustProxy?: false | number | string[]
  /** Support contact included in problems. */
  support?: SupportContact
}

/**
 * Creates an HTTP server without routes, on which every failure is a problem: errors of the
 * protocol, of routing, of parsing, and of handlers.
 */
export function createHttpServer({
  publicUrl,
  logger,
  bodyLimit = 5 * 1024 * 1024,
  requestTimeoutMs = 30_000,
  closeWithinMs = 10_000,
  stallMs = 60_000,
  trustProxy = false,
  support,
  ...memory
}: HttpServerOptions = {}): FastifyInstance {
  const getPublicUrl = (request: FastifyRequest) =>
    publicUrl ?? `${request.protocol}://${request.host}`

  const http = fastify({
    ...(logger && { loggerInstance: logger }),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit,
    // Operations parse their input by the contract. Fastify's compilers would be loaded even without
    // a schema, and take 4 MB of memory.
    schemaController: {
      compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas },
    },
    trustProxy: typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy,
    requestTimeout: requestTimeoutMs,
    // Fastify's own reply is not a problem: see `isClosing`.
    return503OnClosing: false,
    // Interval at which the HTTP library looks for late requests.
    http: {
      headersTimeout: requestTimeoutMs,
      connectionsCheckingInterval: Math.min(requestTimeoutMs, 1000),
      requireHostHeader: false,
    },
    genReqId: ({ headers }) => callersRequestId(headers['x-request-id']) ?? newId('req'),
    routerOptions: { maxParamLength: 2048, ignoreTrailingSlash: false },
    // A proxy may send the whole URL; its host is ignored.
    rewriteUrl: ({ url = '/' }) => url.replace(/^https?:\/\/[^/?#]*\/?/i, '/'),
    clientErrorHandler: (error, socket) => replyToClientError(error, socket, unheardOf),
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id)
      sendProblem(toProblem(error), request, reply)
    },
  }) as FastifyInstance

  const sendProblem = problemSender(getPublicUrl, support)

  const methodsOf = collectMethods(http)
  const unheardOf = { publicUrl: publicUrl ?? 'http://localhost', notServed }

  limitPipelinedRequests(http.server)
  guardRequests(http, {
    isByHttps: publicUrl?.startsWith('https:') ?? false,
    closeWithinMs,
    notServed,
  })
  cleanForwardedFor(http.server)
  allowAnyOrigin(http)
  limitReplyMemory(http, memory)
  compressReplies(http)
  limitBodyMemory(http, memory)
  holdReplyMemory(http)

  http.addHook('onSend', (request, reply, payload, done) => {
    if (isLong(payload)) {
      endUnlessRead(reply.raw, {
        stallMs,
        onEnd: () =>
          request.log.warn(
            { requestId: request.id },
            'a reply was cut off: its caller did not read it',
          ),
      })
    }
    done()
  })

  replyToErrors(http, sendProblem)

  function notServed({ url, method }: { url: string; method: string }): Problem {
    const path = getFirst(url.split('?', 1))
    const allowed = methodsOf(path)
    // If the method is allowed, a handler reported a missing resource, such as a file.
    if (allowed.length === 0 || allowed.includes(method)) {
      return new Problem('route-not-found', { detail: `${method} ${path} does not exist.` })
    }
    return new Problem('method-not-allowed', {
      detail: `${path} supports ${allowed.join(', ')}, not ${method}.`,
      headers: { allow: allowed.join(', ') },
    })
  }

  http.setNotFoundHandler((request, reply) => {
    const problem = notServed(request)
    const allow = problem.details.headers?.['allow']
    if (request.method !== 'OPTIONS' || allow === undefined) throw problem
    return reply.code(204).header('allow', allow).send()
  })

  acceptOnlyJson(http)

  // Node would answer these two itself, without a body.
  http.server.on('checkExpectation', (request, response) => {
    delete request.headers.expect
    http.server.emit('request', request, response)
  })
  http.server.on('connect', ({ url = '' }, socket) =>
    replyToUnheardMethod({ method: 'CONNECT', url }, socket, unheardOf),
  )
  return http
}

/** Holds the memory of outgoing requests' replies until what is made of them has been sent. */
function holdReplyMemory(http: FastifyInstance): void {
  http.addHook('preHandler', (_request, { raw }, done) => {
    const scope = new ReplyScope()
    raw.once('finish', () => scope.end()).once('close', () => scope.end())
    if (raw.destroyed) scope.end()
    scope.run(done)
  })
}

function replyToErrors(http: FastifyInstance, sendProblem: ReturnType<typeof problemSender>): void {
  http.setErrorHandler(async (error, request, reply) => {
    const problem = toProblem(error)
    if (problem.kind === 'body-too-large') await discardBody(request.raw)
    // A process that starts or stops is expected to reject the repeated probes.
    const isExpected = problem.kind === 'unavailable' && problem.cause === undefined
    if (problem.type.status >= 500 && !isExpected) {
      request.log.error({ err: problem.cause ?? problem, requestId: request.id }, problem.message)
    }
    // The rest of the body would be received only to be discarded.
    const isCutOff = problem.kind === 'too-many-requests' || problem.kind === 'request-timeout'
    if (isCutOff && !request.raw.complete) {
      reply.header('connection', 'close')
    }
    return sendProblem(problem, request, reply)
  })
}

/** Interval at which connections without a request are closed while the server closes. */
const closeIdleEveryMs = 50

/**
 * Sets the headers of every reply, and rejects requests that no route may see, and all while the server
 * closes.
 */
function guardRequests(
  http: FastifyInstance,
  {
    isByHttps,
    closeWithinMs,
    notServed,
  }: {
    isByHttps: boolean
    closeWithinMs: number
    notServed: (request: FastifyRequest) => Problem
  },
): void {
  let isClosing = false
  http.addHook('preClose', (done) => {
    isClosing = true
    // A caller that has sent half a body would delay the close until the request times out.
    setTimeout(() => http.server.closeAllConnections(), closeWithinMs).unref()
    // Those whose last reply began before would otherwise be kept for further requests.
    const closing = setInterval(() => http.server.closeIdleConnections(), closeIdleEveryMs).unref()
    http.server.once('close', () => clearInterval(closing))
    done()
  })

  http.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    reply.header('x-content-type-options', 'nosniff')
    // Pages must not be framed by other sites.
    reply.header('x-frame-options', 'DENY')
    // After the first visit over HTTPS, browsers must not use plain HTTP, where someone else could
    // answer.
    if (isByHttps) reply.header('strict-transport-security', 'max-age=31536000')
    const wrong = versionProblem(request) ?? hostProblem(request) ?? targetProblem(request)
    if (wrong) done(new Problem('malformed-request', { detail: wrong }))
    // Node requires a body for QUERY before it finds no route.
    else if (request.method === 'QUERY') done(notServed(request))
    else if (isClosing) {
      done(
        new Problem('unavailable', {
          detail: 'This process is shutting down.',
          retryAfter: getNow(1000),
        }),
      )
    } else done()
  })
}

/** Returns the function that replies with a problem. */
function problemSender(
  publicUrlOf: (request: FastifyRequest) => string,
  support: SupportContact | undefined,
) {
  return (problem: Problem, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const at = getNow()
    // As bytes: to a string, Fastify would add a charset that this media type does not have.
    return reply
      .code(problem.type.status)
      .headers(problemHeaders(problem, at))
      .send(
        Buffer.from(
          JSON.stringify(
            problemBody(problem, {
              requestId: request.id,
              subsystem: request.routeOptions?.config?.subsystem ?? 'http',
              publicUrl: publicUrlOf(request),
              at,
              support,
            }),
          ),
        ),
      )
  }
}

/** Parses bodies as JSON; others are rejected. */
function acceptOnlyJson(http: FastifyInstance): void {
  http.removeAllContentTypeParsers()
  http.addContentTypeParser(
    /^application\/(?:json|[\w.-]+\+json)\s*(?:;|$)/i,
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => {
      const encoding = request.headers['content-encoding']
      if (encoding !== undefined && encoding !== 'identity') {
        throw new Problem('unsupported-media-type', {
          detail: `The body is encoded with ${encoding}. Send it without content encoding.`,
          headers: { 'accept-encoding': 'identity' },
        })
      }
      return body.length === 0 ? undefined : parseJson(body, getBodyLimits(request))
    },
  )
}

/** A shorter reply fits into the system's socket buffers anyway. */
const shortBytes = 64 * 1024

const isLong = (payload: unknown): boolean =>
  payload instanceof Readable ||
  ((typeof payload === 'string' || Buffer.isBuffer(payload)) && payload.length > shortBytes)

/**
 * Describes an invalid HTTP version: the parser accepts 0.9 and 2.0, which are different protocols.
 */
const versionProblem = ({ raw: { httpVersion } }: FastifyRequest): string | undefined =>
  httpVersion === '1.1' || httpVersion === '1.0'
    ? undefined
    : `HTTP/${httpVersion} is not supported. Use HTTP/1.1.`

/** Describes an invalid `Host` header: exactly one valid host is required. */
function hostProblem({ headers, raw }: FastifyRequest): string | undefined {
  const hosts = raw.rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host')
  if (hosts.length > 1) return 'The request has two Host headers.'
  const { host } = headers
  if (host === undefined) {
    return raw.httpVersion === '1.1' ? 'The Host header is missing.' : undefined
  }
  const isOne =
    /^(?:[\w.~-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(host) && URL.canParse(`http://${host}`)
  return isOne ? undefined : 'The Host header is invalid.'
}

/** Describes an invalid request target: it must be a path, except for OPTIONS. */
const targetProblem = ({ url, method }: FastifyRequest): string | undefined =>
  url.startsWith('/') || method === 'OPTIONS' ? undefined : `${url} is not a path.`

/** Returns the caller's own request ID if it is safe to log and to return. */
const callersRequestId = (header: string | string[] | undefined) =>
  typeof header === 'string' && /^[\w.:/+=-]{1,128}$/.test(header) ? header : undefined

/** Rejects routes with schemas of Fastify. */
function noSchemas(): never {
  throw new Error('Routes have no schemas: parse input by an operation of the contract.')
}

/** Maximum number of requests of one connection that are not answered yet. */
const maxUnanswered = 16

type Handle = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Ends connections with more unanswered requests than any client sends. HTTP lets a caller send the next ones
 * without waiting, and all in a packet are handled before anything else: thousands fit into a megabyte,
 * by strangers too. The requests in progress end like those of any caller who disconnects.
 */
function limitPipelinedRequests(server: Server): void {
  const handlers = server.listeners('request') as Handle[]
  server.removeAllListeners('request')
  const unanswered = new WeakMap<Socket, number>()
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    const count = (unanswered.get(socket) ?? 0) + 1
    if (socket.destroyed || count > maxUnanswered) return void socket.destroy()
    unanswered.set(socket, count)
    response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1))
    for (const handle of handlers) handle.call(server, request, response)
  })
}
