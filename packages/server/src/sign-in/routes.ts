import type { ProblemKind } from '@platform/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { challenge } from '../access/credential.ts'
import { plainForm, plainQuery } from '../http/plain-query.ts'
import { Problem } from '../problems/problem.ts'
import { clientIpHeader, requestIdHeader } from './request-headers.ts'
import type { SignIn } from './sign-in.ts'
import { ssoUnavailable } from './sso-unavailable.ts'

/**
 * Serves signing in below `/auth`, and the keys that verify builders' tokens. Paths and bodies are
 * those of better-auth; its failures become problems like all others.
 */
export function signInRoutes(http: FastifyInstance, signIn: SignIn, publicUrl: string): void {
  http.get('/.well-known/jwks.json', async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=300').send(await signIn.jwks()),
  )

  http.get('/auth/methods', { config: { subsystem: 'sign-in' } }, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({
      singleSignOn: signIn.hasSingleSignOn,
      signUp: signIn.hasSignUp,
    }),
  )

  void http.register(async (scope) => {
    // The library reads bodies itself.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: 64 * 1024 },
      async (_request: FastifyRequest, body: string) => body,
    )
    scope.route({
      method: ['GET', 'POST'],
      url: '/auth/*',
      config: { subsystem: 'sign-in' },
      handler: async (request, reply) =>
        send(await signIn.handle(toWebRequest(request, publicUrl)), reply),
    })
  })
}

/** What JSON has for the one character that the database refuses. */
const nul = /(?<!\\)(?:\\\\)*\\u0000|\0/

function toWebRequest(request: FastifyRequest, publicUrl: string): Request {
  if (typeof request.body === 'string') {
    if (nul.test(request.body)) {
      throw new Problem('malformed-request', { detail: 'The body holds a NUL character.' })
    }
    if (request.headers['content-type']?.includes('form')) plainForm(request.body)
  }
  plainQuery(request)
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined && name !== 'content-length') headers.set(name, String(value))
  }
  headers.set(clientIpHeader, request.ip)
  headers.set(requestIdHeader, request.id)
  const body = typeof request.body === 'string' && request.body !== '' ? request.body : undefined
  return new Request(new URL(request.url, publicUrl), { method: request.method, headers, body })
}

async function send(response: Response, reply: FastifyReply): Promise<FastifyReply> {
  const text = await response.text()
  if (response.status >= 400) throw toProblem(response, text)
  for (const [name, value] of response.headers) {
    if (name !== 'set-cookie' && name !== 'content-length') reply.header(name, value)
  }
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) reply.header('set-cookie', cookies)
  return reply.header('cache-control', 'no-store').code(response.status).send(text)
}

const kinds: Record<number, ProblemKind> = {
  400: 'invalid-input',
  401: 'credential-invalid',
  403: 'permission-missing',
  404: 'route-not-found',
  405: 'method-not-allowed',
  415: 'unsupported-media-type',
  422: 'invalid-input',
  429: 'too-many-requests',
}

function toProblem({ status, headers }: Response, text: string): Problem {
  const { message, code } = parse(text)
  const retryAfter = Number(headers.get('x-retry-after') ?? headers.get('retry-after'))
  // The library's word for anything that a made-up reply of a device can be.
  if (code === 'FAILED_TO_VERIFY_REGISTRATION') {
    return new Problem('invalid-input', { detail: message, context: { code } })
  }
  if (code === ssoUnavailable) {
    return new Problem('provider-unavailable', { detail: message, context: { code } })
  }
  if (status >= 500) return new Problem('internal', { cause: new Error(message ?? text) })
  const kind = kinds[status] ?? 'invalid-input'
  return new Problem(kind, {
    ...(message && { detail: message }),
    // The library names no inputs, so the usual remedy would point at nothing.
    ...(kind === 'invalid-input' && { remedy: 'Correct what you have sent, and try again.' }),
    ...(code && { context: { code } }),
    ...(status === 401 && { headers: challenge() }),
    ...(retryAfter > 0 && { retryAfter: new Date(Date.now() + retryAfter * 1000) }),
  })
}

function parse(text: string): { message?: string; code?: string } {
  try {
    return (JSON.parse(text) ?? {}) as { message?: string; code?: string }
  } catch {
    return {}
  }
}
