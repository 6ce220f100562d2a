import type { FastifyInstance, FastifyReply } from 'fastify'
import findMyWay, { type HTTPMethod } from 'find-my-way'

const methods = 'GET, POST, PUT, PATCH, DELETE'
const requestHeaders = [
  'content-type',
  'authorization',
  'x-api-key',
  'idempotency-key',
  'if-match',
  // Of MCP, for agents in a page.
  'mcp-protocol-version',
  'mcp-method',
  'mcp-name',
  'mcp-session-id',
]

/** Allows only pages of this origin to read the reply to a credential bound to origins. */
export const allowOnly = (reply: FastifyReply, origin: string) =>
  reply.header('access-control-allow-origin', origin).header('vary', 'origin')

/**
 * Allows browsers to call from any origin: credentials are sent in headers that a page must know,
 * never in cookies. Preflights carry no credential and allow any origin, as do rejections of
 * credentials bound to origins. Sign-in uses a cookie, so `/auth` allows only its own origin.
 */
export function allowAnyOrigin(http: FastifyInstance): void {
  http.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith('/auth/')) return done()
    reply.header('access-control-allow-origin', '*')
    if (request.method !== 'OPTIONS' || !request.headers['access-control-request-method']) {
      // Reply headers are readable by the page that sent the credential, whatever their names.
      if (request.headers.origin) reply.header('access-control-expose-headers', '*')
      return done()
    }
    const wanted = request.headers['access-control-request-headers'] ?? ''
    const own = wanted.match(/\bx-[\w-]+/gi) ?? []
    // A preflight ends here.
    void reply
      .code(204)
      .header('access-control-allow-methods', methods)
      .header('access-control-allow-headers', [...requestHeaders, ...own].join(', '))
      .header('access-control-max-age', '86400')
      .send()
  })
}

/**
 * Collects the methods of each path, for 405 and OPTIONS only. Their router is built when the first of them
 * arrives, because building it takes as long as building that of all requests.
 */
export function collectMethods(http: FastifyInstance): (path: string) => string[] {
  const routes: { method: HTTPMethod; url: string }[] = []
  http.addHook('onRoute', ({ method, url }) => {
    for (const name of [method].flat() as HTTPMethod[]) routes.push({ method: name, url })
  })
  const served = new Set<HTTPMethod>()
  let router: ReturnType<typeof findMyWay> | undefined
  const buildRouter = () => {
    const built = findMyWay({ maxParamLength: 4096 })
    for (const { method, url } of routes) {
      if (built.hasRoute(method, url)) continue
      built.on(method, url, () => {})
      served.add(method)
    }
    return built
  }
  return (path) => {
    const built = (router ??= buildRouter())
    try {
      return [...served].filter((method) => built.find(method, path) !== null)
    } catch {
      return []
    }
  }
}
