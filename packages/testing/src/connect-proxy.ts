import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import { getPort } from '@platform/kernel/values/port-of'

interface Asked {
  /** The target of `CONNECT`. */
  target: string
  authorization: string | undefined
}

/**
 * Starts an HTTP proxy that tunnels to ports of this machine, whatever the host, and records what it is
 * asked for. With another `status`, it rejects all tunnels; one that `hangs` never answers.
 */
export async function givenProxy({ status = 200, hangs = false } = {}) {
  const asked: Asked[] = []
  const sockets = new Set<Socket>()
  const server = createServer((_request, reply) => reply.writeHead(405).end())
  server.on('connect', ({ url = '', headers }, socket: Socket) => {
    asked.push({ target: url, authorization: headers['proxy-authorization'] })
    sockets.add(socket)
    socket.on('error', () => {})
    if (hangs) return
    if (status !== 200) return void socket.end(`HTTP/1.1 ${status} No\r\n\r\n`)
    const far = connect(Number(url.split(':').at(-1)), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      far.pipe(socket).pipe(far)
    }).on('error', () => socket.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close().closeAllConnections()
  })
  return { asked, url: `http://127.0.0.1:${getPort(server)}` }
}
