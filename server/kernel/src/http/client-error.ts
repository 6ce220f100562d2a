import type { ConnectionError } from 'fastify'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { newId } from '../db/new-id.ts'
import { Problem, problemBody, problemHeaders } from '../problems/problem.ts'
import { getNow } from '../values/database-clock.ts'

// An `import` of `node:http` evaluates all of its members, among them the browser's WebSocket, which
// takes 13 MB of memory.
const { STATUS_CODES } = process.getBuiltinModule('node:http')

/** Context from the server for such replies. */
interface Known {
  publicUrl: string
  /** Describes what the server offers instead. */
  notServed: (request: { method: string; url: string }) => Problem
}

/** Answers input that never became a request: headers too large, too slow, or not HTTP. */
export function replyToClientError(error: ConnectionError, socket: Socket, known: Known) {
  const request = error.code === 'HPE_INVALID_METHOD' && parseRequestLine(error)
  if (request) replyToUnheardMethod(request, socket, known)
  else replyWith(toClientProblem(error), socket, known)
}

/** Answers a request whose method the HTTP library does not handle, or reserves for tunnels. */
export function replyToUnheardMethod(
  request: { method: string; url: string },
  socket: Duplex,
  known: Known,
) {
  const isPath = request.url.startsWith('/')
  replyWith(isPath ? known.notServed(request) : new Problem('malformed-request'), socket, known)
}

function replyWith(problem: Problem, socket: Duplex, { publicUrl }: Known) {
  if (!socket.writable) return socket.destroy()
  const at = getNow()
  const requestId = newId('req')
  const { status } = problem.type
  const body = JSON.stringify(problemBody(problem, { requestId, subsystem: 'http', publicUrl, at }))
  const headers = Object.entries({
    ...problemHeaders(problem, at),
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': requestId,
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers.join('')}\r\n${body}`)
}

/** Returns the method and path up to where the parser stopped. */
function parseRequestLine({ rawPacket, bytesParsed }: ConnectionError) {
  const text = Buffer.from(rawPacket as never).toString('latin1')
  const line = text.slice(text.lastIndexOf('\n', bytesParsed) + 1)
  const [, method, url] = /^([\w!#$%&'*+.^`|~-]+) (\S+) HTTP\/1\.[01]\r?\n/.exec(line) ?? []
  return method !== undefined && url !== undefined ? { method, url } : undefined
}

function toClientProblem({ code }: ConnectionError): Problem {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new Problem('headers-too-large')
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Problem('request-timeout')
    case 'HPE_INVALID_EOF_STATE':
      return new Problem('malformed-request', { detail: 'The request is truncated.' })
    default:
      return new Problem('malformed-request')
  }
}
