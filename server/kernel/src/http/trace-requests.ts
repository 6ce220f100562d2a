import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TraceContext, Tracer } from '../telemetry/trace.ts'

/** Requested every few seconds by monitoring. */
const untraced = new Set(['/healthz', '/readyz', '/metrics'])

/** Traces every request and propagates the trace to everything it calls. */
export function traceRequests(http: FastifyInstance, tracer: Tracer): void {
  const begun = new WeakMap<FastifyRequest, { context: TraceContext; startMs: number }>()
  http.addHook('onRequest', (request, _reply, done) => {
    begun.set(request, { context: tracer.begin(undefined), startMs: Date.now() })
    done()
  })
  // Not earlier: reading the body loses the async context.
  http.addHook('preHandler', (request, _reply, done) => {
    const known = begun.get(request)
    if (known) tracer.within(known.context, done)
    else done()
  })
  http.addHook('onResponse', (request, reply, done) => {
    const known = begun.get(request)
    const route = getRoutePath(request)
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

/** Returns the path of the contract, with the names of its parameters. */
const getRoutePath = ({ routeOptions: { url = '' } }: FastifyRequest) =>
  url.replaceAll('(^.+)', '').replaceAll('::', ':')
