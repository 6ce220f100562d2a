import type { ProblemKind } from '@platform/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { challenge } from '@platform/kernel/access/credential'
import { plainForm, plainQuery } from '@platform/kernel/http/plain-query'
import { Problem } from '@platform/kernel/problems/problem'
import { clientIpHeader, requestIdHeader } from './request-headers.ts'
import type { SignIn } from './sign-in.ts'
import { ssoUnavailable } from './sso-unavailable.ts'

/**
 * Serves sign-in below `/auth`, and the keys that verify builders' tokens. Paths and bodies are
 * those of better-auth; its failures become problems.
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
    // The library parses bodies itself.
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
        send(await signIn.handle(toWebRequest(request, publicUrl)), request, reply),
    })
  })
}

/** The JSON escape of NUL, which the database rejects. */
const nul = /(?<!\\)(?:\\\\)*\\u0000|\0/

function toWebRequest(request: FastifyRequest, publicUrl: string): Request {
  if (typeof request.body === 'string') {
    if (nul.test(request.body)) {
      throw new Problem('malformed-request', { detail: 'The body contains a NUL character.' })
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

async function send(
  response: Response,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const text = await response.text()
  if (response.status >= 400) throw toProblem(response, text, parse(String(request.body ?? '')))
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

/** Inputs that errors of the library are about, by their names in paths, with the issue. */
const refusedInputs: Record<string, { names: readonly string[]; detail: string }> = {
  INVALID_PASSWORD: {
    names: ['currentPassword', 'password'],
    detail: 'The password is wrong.',
  },
  PASSWORD_TOO_SHORT: {
    names: ['newPassword', 'password'],
    detail: 'The password must have at least 10 characters.',
  },
  PASSWORD_TOO_LONG: {
    names: ['newPassword', 'password'],
    detail: 'The password must have at most 128 characters.',
  },
  INVALID_CODE: { names: ['code'], detail: 'The code is wrong or has expired.' },
  INVALID_BACKUP_CODE: {
    names: ['code'],
    detail: 'The backup code is wrong or has been used.',
  },
}

function issuesOf(code: string | undefined, body: object) {
  const refused = code !== undefined && refusedInputs[code]
  const name = refused && refused.names.find((one) => one in body)
  return name ? [{ in: 'body', name, detail: refused.detail } as const] : undefined
}

function toProblem({ status, headers }: Response, text: string, body: object): Problem {
  const { message, code } = parse(text)
  const issues = issuesOf(code, body)
  const retryAfter = Number(headers.get('x-retry-after') ?? headers.get('retry-after'))
  // The library's error for any invalid reply of a device.
  if (code === 'FAILED_TO_VERIFY_REGISTRATION') {
    return new Problem('invalid-input', { detail: message, context: { code } })
  }
  if (code === ssoUnavailable) {
    return new Problem('provider-unavailable', { detail: message, context: { code } })
  }
  if (status >= 500) return new Problem('internal', { cause: new Error(message ?? text) })
  const kind = kinds[status] ?? 'invalid-input'
  return new Problem(kind, {
    ...(message && { detail: issues?.[0]?.detail ?? message }),
    ...(issues && { issues }),
    // Without a named input, the usual remedy would be meaningless.
    ...(kind === 'invalid-input' && !issues && { remedy: 'Fix the request and try again.' }),
    ...(code && { context: { code } }),
    ...(status === 401 && { headers: challenge() }),
    ...(retryAfter > 0 && { retryAfter: new Date(Date.now() + retryAfter * 1000) }),
  })
}

function parse(text: string): { message?: string; code?: string } {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null ? parsed : {}
  } catch {
    return {}
  }
}
