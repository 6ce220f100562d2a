import type { ConnectionError } from 'fastify'
import type { Socket } from 'node:net'
import { STATUS_CODES } from 'node:http'
import { newId } from '../db/new-id.ts'
import { Problem } from '../problems/problem.ts'
import { problemBody, problemHeaders } from '../problems/problem-reply.ts'

/** Answers what never became a request: headers that are too large, too slow, or not HTTP. */
export function replyToClientError(error: ConnectionError, socket: Socket, publicUrl: string) {
  if (!socket.writable || error.code === 'ECONNRESET') return socket.destroy()
  const at = new Date()
  const problem = toProblem(error)
  const requestId = newId('req')
  const { status } = problem.type
  const body = JSON.stringify(problemBody(problem, { requestId, subsystem: 'http', publicUrl, at }))
  const headers = Object.entries({
    ...problemHeaders(problem, at),
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': requestId,
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers.join('')}\r\n${body}`)
}

function toProblem({ code }: ConnectionError): Problem {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new Problem('headers-too-large')
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Problem('request-timeout')
    case 'HPE_INVALID_EOF_STATE':
      return new Problem('malformed-request', { detail: 'The request ended too early.' })
    default:
      return new Problem('malformed-request')
  }
}
