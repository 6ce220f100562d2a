import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { once } from 'node:events'
import { STATUS_CODES } from 'node:http'

/** A received request. */
export interface ReceivedCount {
  path: string
  /** Request line and headers. */
  head: string
  body: Buffer
}

/** Returns a status, or undefined to never answer. */
export type Handler = (request: ReceivedCount) => number | { body: string } | undefined

/**
 * Starts a minimal server on a free port, which uses little CPU time. Supports requests with a
 * `content-length`.
 */
export async function startReceiver(
  handler: Handler,
  tls?: { key: Buffer; cert: Buffer },
  host = '127.0.0.1',
) {
  const serve = (socket: Socket) => {
    socket.setNoDelay(true)
    socket.on('error', () => {})
    let buffered: Buffer = Buffer.alloc(0)
    socket.on('data', (chunk: Buffer) => {
      buffered = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk])
      let replies = ''
      for (;;) {
        const request = firstRequest(buffered)
        if (!request) break
        buffered = buffered.subarray(request.length)
        replies += formatReply(handler(request))
      }
      if (replies !== '') socket.write(replies, 'latin1')
    })
  }
  const server: Server = tls ? createTlsServer(tls, serve) : createServer(serve)
  await once(server.listen(0, host), 'listening')
  return { port: (server.address() as { port: number }).port, close: () => server.close() }
}

function firstRequest(buffered: Buffer): (ReceivedCount & { length: number }) | undefined {
  const headEnd = buffered.indexOf('\r\n\r\n')
  if (headEnd < 0) return undefined
  const head = buffered.toString('latin1', 0, headEnd)
  const bodyLength = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0)
  const length = headEnd + 4 + bodyLength
  if (buffered.length < length) return undefined
  const path = head.slice(head.indexOf(' ') + 1, head.indexOf(' ', head.indexOf(' ') + 1))
  return { path, head, body: buffered.subarray(headEnd + 4, length), length }
}

function formatReply(answer: ReturnType<Handler>): string {
  if (answer === undefined) return ''
  if (typeof answer === 'object') {
    return `HTTP/1.1 200 OK\r\ncontent-length: ${Buffer.byteLength(answer.body)}\r\n\r\n${answer.body}`
  }
  const length = answer === 204 ? '' : 'content-length: 0\r\n'
  return `HTTP/1.1 ${answer} ${STATUS_CODES[answer]}\r\n${length}\r\n`
}
