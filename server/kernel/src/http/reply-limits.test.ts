// @module-tag connection-share
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { patiently } from '@platform/testing/patiently'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { Caller } from '../access/caller.ts'
import { getPort } from '../values/net.ts'
import { countBody } from './input/body-limits.ts'
import { reserveReply } from './reply-limits.ts'
import { createHttpServer } from './server.ts'

const mb = 1024 ** 2
/** More than the buffers of a connection take. */
const longBytes = 24 * mb

/** A server with long replies, of callers named by a header. */
async function givenServer({ replyPatienceMs = 60_000, replySlowAfterMs = 60_000 } = {}) {
  const http = createHttpServer({
    replyBytes: 96 * mb,
    replyPatienceMs,
    replySlowAfterMs,
    closeWithinMs: 100,
  })
  const loaded: string[] = []
  const onRequest = async (request: { headers: Record<string, unknown> }) => {
    const id = String(request.headers['x-project'])
    const project = { id, orgId: `org ${id[0]}` }
    countBody(request as never, { kind: 'full', project } as unknown as Caller)
  }
  http.get('/reserved', { onRequest }, async (request, reply) => {
    await reserveReply(request, reply, longBytes)
    loaded.push(String(request.headers['x-project']))
    return 'x'.repeat(longBytes)
  })
  http.get('/long', { onRequest }, async () => 'x'.repeat(longBytes))
  http.get('/short', { onRequest }, async () => 'x')
  const url = new URL(await http.listen({ port: 0, host: '127.0.0.1' }))
  const sockets: Socket[] = []
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await http.close()
  })

  /** Sends a request whose reply is not read, unless `isRead`. */
  const ask = async (project: string, path: string, { isRead = false } = {}) => {
    const socket = connect(Number(url.port || getPort(http.server)), '127.0.0.1')
    sockets.push(socket.on('error', () => {}))
    await once(socket, 'connect')
    socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nx-project: ${project}\r\n\r\n`)
    const head = once(socket, 'data').then(([data]) => {
      if (!isRead) socket.pause()
      return String(data).slice(9, 12)
    })
    return { socket, head }
  }
  return { ask, loaded }
}

it('loads long replies of an organization only as far as memory is left for others', async () => {
  const { ask, loaded } = await givenServer()
  for (let index = 0; index < 12; index++) await ask(`a${index % 4}`, '/reserved')
  await vi.waitFor(() => expect(loaded).toHaveLength(3), patiently)

  await ask('b1', '/reserved')

  await vi.waitFor(() => expect(loaded).toContain('b1'), patiently)
  expect(loaded.filter((project) => project.startsWith('a'))).toHaveLength(3)
  const { head } = await ask('a1', '/short')
  expect(await head).toBe('200')
})

it('answers 503 to a long reply for which no memory becomes free, and sends the next ones', async () => {
  const { ask } = await givenServer({ replyPatienceMs: 50 })
  const unread = []
  for (let index = 0; index < 3; index++) unread.push(await ask(`a${index}`, '/long'))
  expect(await Promise.all(unread.map(({ head }) => head))).toEqual(['200', '200', '200'])

  const rejected = await ask('a4', '/long')

  expect(await rejected.head).toBe('503')
  for (const { socket } of unread) socket.destroy()
  await vi.waitFor(async () => {
    const { head } = await ask('a5', '/long', { isRead: true })
    expect(await head).toBe('200')
  }, patiently)
})

it('cuts off a reply that is not read while others wait for its memory', async () => {
  const { ask } = await givenServer({ replySlowAfterMs: 100 })
  const unread = []
  for (let index = 0; index < 3; index++) unread.push(await ask(`a${index}`, '/long'))
  await Promise.all(unread.map(({ head }) => head))

  const { head } = await ask('a4', '/long')

  expect(await head).toBe('200')
})
