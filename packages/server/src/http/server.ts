import { Readable } from 'node:stream'
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { newId } from '../db/new-id.ts'
import { collectMethods } from './allowed-methods.ts'
import { replyToClientError, replyToUnheardMethod } from './client-error.ts'
import { allowAnyOrigin } from './cors.ts'
import { endUnlessRead } from './end-unless-read.ts'
import { parseJson } from './parse-json.ts'
import { Problem } from '../problems/problem.ts'
import { problemBody, problemHeaders, type SupportContact } from '../problems/problem-reply.ts'
import { toProblem } from './to-problem.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What problems call this part of the API. */
    subsystem?: string
    /** Whether it is not counted by address with what strangers send: it counts its callers, or none. */
    isUnlimited?: boolean
    /** Whom it is counted as instead of its address, where the route knows that without the body. */
    knownCaller?: (request: FastifyRequest) => string | undefined
  }
}

export interface HttpServerOptions {
  /** Public URL of the server; defaults to the `Host` header. */
  publicUrl?: string
  logger?: FastifyBaseLogger
  /** Bytes. */
  bodyLimit?: number
  /** How long a request may take to arrive. */
  requestTimeoutMs?: number
  /** How long requests under way are given when the server closes; their connections are closed then. */
  closeWithinMs?: number
  /** How long the caller of a long reply may not read it; its connection is closed then. */
  stallMs?: number
  /** Believe `X-Forwarded-…` of these addresses. */
  trustProxy?: false | number | string[]
  /** Support contact included in problems. */
  support?: SupportContact
}

/**
 * An HTTP server without routes, on which every failure is a problem: those of the protocol, of
 * routing, of parsing, and whatever a handler throws.
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
}: HttpServerOptions = {}): FastifyInstance {
  const publicUrlOf = (request: FastifyRequest) =>
    publicUrl ?? `${request.protocol}://${request.host}`

  const http = fastify({
    ...(logger && { loggerInstance: logger }),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit,
    trustProxy: typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy,
    requestTimeout: requestTimeoutMs,
    // Its own words for that are no problem: see `isClosing`.
    return503OnClosing: false,
    // The HTTP library looks for late requests only so often.
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

  function sendProblem(problem: Problem, request: FastifyRequest, reply: FastifyReply) {
    const at = new Date()
    // Bytes, because to a string Fastify would add a charset that this media type does not have.
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

  const methodsOf = collectMethods(http)
  const unheardOf = { publicUrl: publicUrl ?? 'http://localhost', notServed }
  const isByHttps = publicUrl?.startsWith('https:') ?? false

  let isClosing = false
  http.addHook('preClose', (done) => {
    isClosing = true
    // Somebody who has sent half a body would hold it for as long as a request may take to arrive.
    setTimeout(() => http.server.closeAllConnections(), closeWithinMs).unref()
    done()
  })

  http.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    reply.header('x-content-type-options', 'nosniff')
    // None of the pages is to stand, unseen, in somebody else's.
    reply.header('x-frame-options', 'DENY')
    // Who has come by https once does not come by http again, where somebody else could answer.
    if (isByHttps) reply.header('strict-transport-security', 'max-age=31536000')
    const wrong = versionProblem(request) ?? hostProblem(request) ?? targetProblem(request)
    if (wrong) done(new Problem('malformed-request', { detail: wrong }))
    // The library wants a body of it before it finds that nothing serves it.
    else if (request.method === 'QUERY') done(notServed(request))
    else if (isClosing) {
      done(
        new Problem('unavailable', {
          detail: 'This process is shutting down.',
          retryAfter: new Date(Date.now() + 1000),
        }),
      )
    } else done()
  })
  allowAnyOrigin(http)

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

  http.setErrorHandler((error, request, reply) => {
    const problem = toProblem(error)
    // A process that starts or shuts down is asked in vain, by probes again and again: that is no failure.
    const isExpected = problem.kind === 'unavailable' && problem.cause === undefined
    if (problem.type.status >= 500 && !isExpected) {
      request.log.error({ err: problem.cause ?? problem, requestId: request.id }, problem.message)
    }
    return sendProblem(problem, request, reply)
  })

  function notServed({ url, method }: { url: string; method: string }): Problem {
    const path = url.split('?', 1)[0]!
    const allowed = methodsOf(path)
    // Where it is among them, a handler found nothing there: a file that does not exist.
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

  http.removeAllContentTypeParsers()
  http.addContentTypeParser(
    /^application\/(?:json|[\w.-]+\+json)\s*(?:;|$)/i,
    { parseAs: 'buffer' },
    async ({ headers }: FastifyRequest, body: Buffer) => {
      const encoding = headers['content-encoding']
      if (encoding !== undefined && encoding !== 'identity') {
        throw new Problem('unsupported-media-type', {
          detail: `The body is encoded with ${encoding}. Send it without content encoding.`,
          headers: { 'accept-encoding': 'identity' },
        })
      }
      return body.length === 0 ? undefined : parseJson(body)
    },
  )

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

/** A shorter reply fits into what the system keeps for a connection anyway. */
const shortBytes = 64 * 1024

const isLong = (payload: unknown): boolean =>
  payload instanceof Readable ||
  ((typeof payload === 'string' || Buffer.isBuffer(payload)) && payload.length > shortBytes)

/** What is wrong with the version: the parser lets 0.9 and 2.0 pass, which are other protocols. */
const versionProblem = ({ raw: { httpVersion } }: FastifyRequest): string | undefined =>
  httpVersion === '1.1' || httpVersion === '1.0'
    ? undefined
    : `HTTP/${httpVersion} is not supported. Use HTTP/1.1.`

/** What is wrong with the host that the request names: one, as URLs have it, must stand there. */
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

/** What is wrong with what is asked for: but for OPTIONS it is a path. */
const targetProblem = ({ url, method }: FastifyRequest): string | undefined =>
  url.startsWith('/') || method === 'OPTIONS' ? undefined : `${url} is not a path.`

/** A caller's own request id, when it is harmless to log and to send back. */
const callersRequestId = (header: string | string[] | undefined) =>
  typeof header === 'string' && /^[\w.:/+=-]{1,128}$/.test(header) ? header : undefined
