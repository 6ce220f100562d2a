import type { FastifyReply, FastifyRequest } from 'fastify'
import { plainForm, plainQuery } from '@platform/kernel/http/forms'
import { Problem } from '@platform/kernel/problems/problem'
import { clientIpHeader, requestIdHeader } from './request-headers.ts'
import { problemOfLibrary } from './library-problem.ts'

/** The JSON escape of NUL, which the database rejects. */
const nul = /(?<!\\)(?:\\\\)*\\u0000|\0/

/** Converts a request for the library, which knows only web requests. */
export function toWebRequest(request: FastifyRequest, publicUrl: string): Request {
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

/**
 * Sends the reply of the library.
 * @throws Problem for its errors
 */
export async function sendWebResponse(
  response: Response,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const text = await response.text()
  if (response.status >= 400) throw problemOfLibrary(response, text, String(request.body ?? ''))
  for (const [name, value] of response.headers) {
    if (name !== 'set-cookie' && name !== 'content-length') reply.header(name, value)
  }
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) reply.header('set-cookie', cookies)
  return reply.header('cache-control', 'no-store').code(response.status).send(text)
}
