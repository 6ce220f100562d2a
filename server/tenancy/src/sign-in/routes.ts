import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sendWebResponse, toWebRequest } from './forward-to-library.ts'
import { parseLibraryBody } from './library-problem.ts'
import type { SignIn } from './sign-in.ts'

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
      handler: async (request, reply) => {
        if (request.url.split('?', 1)[0] === '/auth/sign-in/email') {
          signIn.countAttempt({ ip: request.ip, email: findEmail(request.body) })
        }
        return sendWebResponse(
          await signIn.handle(toWebRequest(request, publicUrl)),
          request,
          reply,
        )
      },
    })
  })
}

/** Returns the address of the account; empty for a body that the library rejects. */
function findEmail(body: unknown): string {
  const { email } = parseLibraryBody(String(body ?? ''))
  return typeof email === 'string' ? email : ''
}
