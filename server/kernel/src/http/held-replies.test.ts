// @module-tag connection-share
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { patiently } from '@platform/testing/patiently'
import { expect, it, onTestFinished, vi } from 'vitest'
import { newId } from '../db/new-id.ts'
import { createEgress } from '../egress/egress.ts'
import { getPort } from '../values/net.ts'
import { createHttpServer } from './server.ts'

const mb = 1024 ** 2

it('holds the memory of a large reply until the caller has read what was made of it, or left', async () => {
  const large = Buffer.from(JSON.stringify('x'.repeat(7 * mb)))
  const provider = createServer((_request, reply) => reply.end(large))
  await once(provider.listen(0, '127.0.0.1'), 'listening')
  const egress = createEgress({
    allowCidrs: ['127.0.0.0/8'],
    replyBytes: 96 * mb,
    replyPatienceMs: 50,
  })
  const outlet = egress.forTenant(newId('proj'))
  const http = createHttpServer({ closeWithinMs: 100 })
  let answered = 0
  http.get('/large', async (_request, reply) => {
    const { body } = await outlet.request(`http://127.0.0.1:${getPort(provider)}`)
    answered++
    return reply.type('application/json').send(body)
  })
  const url = await http.listen({ port: 0, host: '127.0.0.1' })
  const unread = [1, 2].map(() => connect(getPort(http.server), '127.0.0.1').pause())
  onTestFinished(async () => {
    for (const socket of unread) socket.destroy()
    await http.close()
    await egress.close()
    provider.close().closeAllConnections()
  })
  for (const [n, socket] of unread.entries()) {
    socket.write('GET /large HTTP/1.1\r\nhost: x\r\n\r\n')
    await vi.waitFor(() => expect(answered).toBe(n + 1), patiently)
  }

  // A project may use two of four.
  expect((await fetch(`${url}/large`)).status).toBe(500)

  for (const socket of unread) socket.destroy()
  await vi.waitFor(async () => {
    const reply = await fetch(`${url}/large`)
    expect(reply.status).toBe(200)
    await reply.text()
  }, patiently)
})
