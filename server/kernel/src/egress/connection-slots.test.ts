import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { createServer as createSocketServer } from 'node:net'
import type { ProjectId } from '@platform/contract'
import { expect, it, onTestFinished, vi } from 'vitest'
import { newId } from '../db/new-id.ts'
import { patiently } from '@platform/testing/patiently'
import { getNth } from '../values/must.ts'
import { getPort } from '../values/net.ts'
import { createEgress, type EgressSettings } from './egress.ts'

/** Server that answers a request when the test allows it. */
async function givenServer() {
  const waiting: { path: string; reply: ServerResponse }[] = []
  const server = createServer(({ url = '' }, reply) => waiting.push({ path: url, reply }))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => server.close().closeAllConnections())
  const waitForRequests = async (requests: number) => {
    await vi.waitFor(() => expect(waiting).toHaveLength(requests), patiently)
    return waiting.map(({ path }) => path.slice(1))
  }
  return {
    origin: `http://127.0.0.1:${getPort(server)}`,
    heard: waitForRequests,
    answer: (index: number) => getNth(waiting, index).reply.end('answered'),
  }
}

async function givenTenants(settings: EgressSettings) {
  const server = await givenServer()
  const egress = createEgress({
    allowCidrs: ['127.0.0.0/8'],
    usualAnswerMs: 3_600_000,
    ...settings,
  })
  onTestFinished(() => egress.close())
  const ask = (tenant: ProjectId, path: string, signal?: AbortSignal) => {
    const asked = egress
      .forTenant(tenant)
      .request(`${server.origin}/${path}`, signal && { signal })
      .then(
        ({ body }) => body,
        (error: Error) => error.name,
      )
    return asked
  }
  return { ...server, ask }
}

const [one, two, three] = [newId('proj'), newId('proj'), newId('proj')]

it('reserves connections for another tenant', { tags: 'connection-share' }, async () => {
  const { ask, heard } = await givenTenants({ connectionsPerOrigin: 8 })
  for (let n = 0; n < 20; n++) void ask(one, 'one')
  expect(await heard(4)).toEqual(Array(4).fill('one'))

  for (let n = 0; n < 20; n++) void ask(two, 'two')
  expect((await heard(6)).slice(4)).toEqual(['two', 'two'])
  void ask(three, 'three')

  expect((await heard(7)).slice(6)).toEqual(['three'])
})

it('assigns a free connection to the tenant with the fewest', async () => {
  const { ask, heard, answer } = await givenTenants({ connectionsPerOrigin: 2 })
  const first = ask(one, 'one')
  await heard(1)
  void ask(one, 'one again')
  void ask(two, 'two')
  await heard(2)
  void ask(three, 'three')
  answer(0)

  expect(await first).toBe('answered')
  expect(await heard(3)).toEqual(['one', 'two', 'three'])
})

it('connects for other requests while earlier ones wait longer than usual for an answer', async () => {
  const { ask, heard, answer } = await givenTenants({ connectionsPerOrigin: 2, usualAnswerMs: 10 })
  const hanging = Array.from({ length: 5 }, () => ask(one, 'hanging'))
  // Of eight that may wait, one tenant gets half, and a slot besides.
  await heard(5)

  const bystander = ask(two, 'other')

  expect(await heard(6)).toEqual([...Array<string>(5).fill('hanging'), 'other'])
  for (let n = 0; n < 6; n++) answer(n)
  expect(await Promise.all([...hanging, bystander])).toEqual(Array(6).fill('answered'))
})

it('rejects a request that gets no connection in time', async () => {
  const { ask, heard } = await givenTenants({ connectionsPerOrigin: 2, connectionPatienceMs: 50 })
  void ask(one, 'held')
  await heard(1)

  expect(await ask(one, 'late')).toBe('NoFreeConnectionError')
  expect(await heard(1)).toEqual(['held'])
})

it('stops waiting for a connection on abort and passes the place on', async () => {
  const { ask, heard, answer } = await givenTenants({ connectionsPerOrigin: 2 })
  void ask(one, 'held')
  await heard(1)
  const gone = new AbortController()
  const waiting = ask(one, 'abandoned', gone.signal)
  void ask(one, 'next')

  gone.abort()

  expect(await waiting).toBe('AbortError')
  answer(0)
  expect(await heard(2)).toEqual(['held', 'next'])
})

it('aborts while connecting', async () => {
  // The name never resolves.
  const egress = createEgress({ lookup: () => {} })
  const gone = new AbortController()
  onTestFinished(() => egress.close())

  const asked = egress
    .forTenant(one)
    .request('http://slow.test/', { signal: gone.signal })
    .catch((error: Error) => error.name)
  gone.abort()

  expect(await asked).toBe('AbortError')
})

it('sends nothing of an aborted request', async () => {
  const { ask, heard } = await givenTenants({})

  expect(await ask(one, 'abandoned', AbortSignal.abort())).toBe('AbortError')
  void ask(one, 'sent')

  expect(await heard(1)).toEqual(['sent'])
})

/** Sends these bytes to a server's client, whatever it asks. */
async function givenBytes(bytes: string) {
  const server = createSocketServer((socket) => {
    socket.on('error', () => {}).once('data', () => socket.write(bytes))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const egress = createEgress({ allowCidrs: ['127.0.0.0/8'], timeoutMs: 3_600_000 })
  onTestFinished(() => egress.close())
  return { origin: `http://127.0.0.1:${getPort(server)}`, own: egress.forTenant(one) }
}

const hint = 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'

it('ends a request whose server sends hints and no reply', async () => {
  const { origin, own } = await givenBytes(hint.repeat(1_000))

  await expect(own.request(origin)).rejects.toMatchObject({ code: 'ENOREPLY' })
})

it('receives a reply behind some hints', async () => {
  const { origin, own } = await givenBytes(
    `${hint.repeat(20)}HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok`,
  )

  expect(await own.request(origin)).toMatchObject({ status: 200, body: 'ok' })
})

it('joins the bytes of a reply that are chunks of their own', async () => {
  const parts = '1\r\nx\r\n'.repeat(20_000)
  const { origin, own } = await givenBytes(
    `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${parts}3\r\nend\r\n0\r\n\r\n`,
  )

  const { body } = await own.dispatcher.request({ origin, path: '/', method: 'GET' })
  const chunks: string[] = []
  for await (const chunk of body) chunks.push(String(chunk))

  expect(chunks.join('')).toBe(`${'x'.repeat(20_000)}end`)
  expect(chunks.length).toBeLessThan(500)
})
