import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Caller } from '../access/caller.ts'
import { activeTracer, type TraceContext, type Tracer } from '../telemetry/trace.ts'

/** Asked every few seconds by who watches the server. */
const untraced = new Set(['/healthz', '/readyz', '/metrics'])

/** Traces every request, and passes the trace on to everything that it calls. */
export function traceRequests(http: FastifyInstance, tracer: Tracer): void {
  const begun = new WeakMap<FastifyRequest, { context: TraceContext; startMs: number }>()
  http.addHook('onRequest', (request, _reply, done) => {
    begun.set(request, { context: tracer.begin(undefined), startMs: Date.now() })
    done()
  })
  // Not before: what reads the body loses the place.
  http.addHook('preHandler', (request, _reply, done) => {
    const known = begun.get(request)
    if (known) tracer.within(known.context, done)
    else done()
  })
  http.addHook('onResponse', (request, reply, done) => {
    const known = begun.get(request)
    const route = routeOf(request)
    if (known && !untraced.has(route)) {
      const { statusCode } = reply
      tracer.record({
        ...known,
        name: `${request.method} ${route}`.trim(),
        kind: 'server',
        endMs: Date.now(),
        attributes: {
          'http.request.method': request.method,
          'http.route': route,
          'http.response.status_code': statusCode,
          'platform.request_id': request.id,
        },
        ...(statusCode >= 500 && { errorType: String(statusCode) }),
      })
    }
    done()
  })
}

/** The path as the contract has it, with the names of its parameters. */
const routeOf = ({ routeOptions: { url = '' } }: FastifyRequest) =>
  url.replaceAll('(^.+)', '').replaceAll('::', ':')

/** A builder's own trace goes on here; a browser's does not, which could name any. */
export function joinTraceOf({ kind }: Caller, { headers }: FastifyRequest): void {
  const { traceparent } = headers
  const isTheirs = kind === 'full' || kind === 'builder'
  if (isTheirs && typeof traceparent === 'string') activeTracer()?.join(traceparent)
}
