import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { requireDefined } from './require-defined.ts'
import { toMembers, getErrorMessage, toTextMembers } from './members.ts'

/**
 * Creates a server with the body types that CRM clients send; forms and XML are received as text.
 */
export function createHttp(options: { badJson: (message: string) => Error }): FastifyInstance {
  const app = Fastify({
    forceCloseConnections: true,
    bodyLimit: 32 * 1024 * 1024,
    routerOptions: { maxParamLength: 4096, ignoreTrailingSlash: true },
  })

  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') return done(null, undefined)
    try {
      done(null, JSON.parse(String(body)))
    } catch (error) {
      done(options.badJson(getErrorMessage(error)))
    }
  })
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  return app
}

/** Returns the URL under which the caller reached the sandbox, the base of all URLs in replies. */
export const baseUrl = (request: FastifyRequest): string => `http://${request.headers.host}`

export const getQuery = (request: FastifyRequest): Record<string, string | undefined> => {
  const last = Object.entries(toMembers(request.query)).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.at(-1) : value,
  ])
  return toTextMembers(Object.fromEntries(last))
}

/** Returns all values of a parameter that may be repeated, comma separated, or both. */
export function listParameter(request: FastifyRequest, name: string): string[] {
  const value = toMembers(request.query)[name]
  if (value === undefined) return []
  return [value].flat().flatMap((part) =>
    String(part)
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  )
}

export function parseForm(request: FastifyRequest): Record<string, string | undefined> {
  if (typeof request.body === 'string') return Object.fromEntries(new URLSearchParams(request.body))
  return toTextMembers(request.body)
}

/** Returns client ID and secret from HTTP Basic, if used instead of the form. */
export function basicCredentials(
  request: FastifyRequest,
): { clientId: string; clientSecret: string } | undefined {
  const [scheme, encoded] = request.headers.authorization?.split(' ') ?? []
  if (scheme?.toLowerCase() !== 'basic' || !encoded) return undefined
  const [clientId, ...secret] = Buffer.from(encoded, 'base64').toString().split(':')
  return {
    clientId: decodeURIComponent(requireDefined(clientId)),
    clientSecret: decodeURIComponent(secret.join(':')),
  }
}

export function bearerToken(request: FastifyRequest): string | undefined {
  const [scheme, token] = request.headers.authorization?.split(' ') ?? []
  return /^(bearer|oauth)$/i.test(scheme ?? '') ? token : undefined
}
