import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Maximum number of requests of one connection that are not answered yet. */
const maxUnanswered = 16

type Handle = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Ends connections with more unanswered requests than any client sends. HTTP lets a caller send the next ones
 * without waiting, and all in a packet are handled before anything else: thousands fit into a megabyte,
 * by strangers too. The requests in progress end like those of any caller who disconnects.
 */
export function limitPipelinedRequests(server: Server): void {
  const handlers = server.listeners('request') as Handle[]
  server.removeAllListeners('request')
  const unanswered = new WeakMap<Socket, number>()
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    const count = (unanswered.get(socket) ?? 0) + 1
    if (socket.destroyed || count > maxUnanswered) return void socket.destroy()
    unanswered.set(socket, count)
    response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1))
    for (const handle of handlers) handle.call(server, request, response)
  })
}
