import type { FastifyInstance, FastifyReply } from 'fastify'

const methods = 'GET, POST, PUT, PATCH, DELETE'
const requestHeaders = ['content-type', 'authorization', 'x-api-key', 'idempotency-key', 'if-match']
/** Has a reply to a credential that is bound to origins read by pages of that one only. */
export const allowOnly = (reply: FastifyReply, origin: string) =>
  reply.header('access-control-allow-origin', origin).header('vary', 'origin')

/**
 * Lets browsers call from any origin: credentials travel in headers that a page must know, never in
 * cookies. A preflight does not show the credential, so that it is for any origin; what a credential
 * that is bound to origins is refused is for any to read too. Signing in is the exception, it uses a cookie, so `/auth` answers its own origin only.
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
    // Replied here: the request goes no further.
    void reply
      .code(204)
      .header('access-control-allow-methods', methods)
      .header('access-control-allow-headers', [...requestHeaders, ...own].join(', '))
      .header('access-control-max-age', '86400')
      .send()
  })
}
