// @module-tag connection-share
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { expect, it, onTestFinished, vi } from 'vitest'
import { patiently } from '@platform/testing/patiently'
import { getPort } from '../values/net.ts'
import { createHttpServer } from './server.ts'

/** More than the socket buffers of a caller that reads nothing. */
const bytes = 64 * 1024 * 1024
const long = 'x'.repeat(bytes)

function* parts() {
  const part = Buffer.alloc(256 * 1024, 'x')
  for (let sent = 0; sent < bytes; sent += part.length) yield part
}

async function givenServer() {
  const http = createHttpServer({ stallMs: 1_000 })
  onTestFinished(() => http.close())
  const open = new Set<string>()
  http.addHook('onRequest', (request, reply, done) => {
    open.add(request.url)
    reply.raw.once('close', () => open.delete(request.url))
    done()
  })
  http.get('/stream', (_request, reply) => reply.send(Readable.from(parts())))
  http.get('/text', (_request, reply) => reply.send(long))
  http.get('/read-slowly', (_request, reply) => reply.send(Readable.from(parts())))
  await http.listen({ host: '127.0.0.1', port: 0 })

  /** Sends a request without reading the reply. */
  const ask = async (path: string): Promise<Socket> => {
    const socket = connect(getPort(http.server), '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    socket.on('error', () => {})
    await once(socket, 'connect')
    socket.pause().write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
    await vi.waitFor(() => expect(open).toContain(path), patiently)
    return socket
  }
  return { open, ask }
}

it.each(['/stream', '/text'])(
  'closes the long reply of %s that its caller does not read, and no other',
  async (path) => {
    const { open, ask } = await givenServer()
    await ask(path)
    const slow = await ask('/read-slowly')
    const reading = setInterval(() => slow.read(64 * 1024), 20)
    onTestFinished(() => clearInterval(reading))

    await vi.waitFor(() => expect(open).not.toContain(path), patiently)

    expect([...open]).toEqual(['/read-slowly'])
  },
)
