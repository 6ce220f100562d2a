import { once } from 'node:events'
import { createServer, request as sendRequest } from 'node:http'
import { connect, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { getPort } from '@platform/kernel/values'

interface Asked {
  /** Host and port. */
  target: string
  authorization: string | undefined
}

/**
 * Starts an HTTP proxy that tunnels or forwards to ports of this machine, whatever the host, and records
 * what it is asked for. With another `status`, it rejects everything; one that `hangs` never answers.
 */
export async function givenProxy({ status = 200, hangs = false } = {}) {
  const asked: Asked[] = []
  const ports = new Set<number | undefined>()
  const sockets = new Set<Socket>()
  const server = createServer((request, reply) => {
    const { method, headers } = request
    const { host: target, port, pathname, search } = new URL(request.url ?? '')
    asked.push({ target, authorization: headers['proxy-authorization'] })
    if (hangs) return
    if (status !== 200) return void reply.writeHead(status).end()
    const to = { host: '127.0.0.1', port, path: `${pathname}${search}`, method, headers }
    const far = sendRequest({ ...to, agent: false }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(reply)
    })
      .on('socket', (own) => own.once('connect', () => ports.add(own.localPort)))
      .on('error', () => reply.destroy())
    request.pipe(far)
  })
  server.on('connect', ({ url = '', headers }, socket: Socket) => {
    asked.push({ target: url, authorization: headers['proxy-authorization'] })
    sockets.add(socket)
    socket.on('error', () => {})
    if (hangs) return
    if (status !== 200) return void socket.end(`HTTP/1.1 ${status} No\r\n\r\n`)
    const far = connect(Number(url.split(':').at(-1)), '127.0.0.1', () => {
      ports.add(far.localPort)
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      far.pipe(socket).pipe(far)
    }).on('error', () => socket.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close().closeAllConnections()
  })
  /** `ports` are those from which it has connected. */
  return { asked, ports, url: `http://127.0.0.1:${getPort(server)}` }
}
