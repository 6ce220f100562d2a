// @module-tag connection-share
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { patiently } from '@platform/testing/patiently'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { Caller } from '../access/caller.ts'
import { getPort } from '../values/net.ts'
import { sleep } from '../values/sleep.ts'
import { countBody } from './input/body-limits.ts'
import { createHttpServer } from './server.ts'

const mb = 1024 ** 2

/** A server whose requests are answered at the end of the test, of callers named by a header. */
async function givenServer(bodyPatienceMs: number, bodySlowAfterMs = 60_000) {
  const http = createHttpServer({
    bodyBytes: 96 * mb,
    bodyPatienceMs,
    bodySlowAfterMs,
    closeWithinMs: 100,
  })
  const begun: string[] = []
  let answer = () => {}
  const answered = new Promise<void>((resolve) => (answer = resolve))
  const onRequest = async (request: { headers: Record<string, unknown> }) => {
    const id = String(request.headers['x-project'])
    if (id === 'none') return
    const project = { id, orgId: `org ${id[0]}` }
    countBody(request as never, { kind: 'full', project } as unknown as Caller)
  }
  for (const url of ['/kept', '/streamed']) {
    http.post(
      url,
      { onRequest, config: { isStreamed: url === '/streamed' } },
      async ({ headers }) => {
        begun.push(String(headers['x-project']))
        await answered
        return 'done'
      },
    )
  }
  const url = new URL(await http.listen({ port: 0, host: '127.0.0.1' }))
  const sockets: Socket[] = []
  onTestFinished(async () => {
    answer()
    for (const socket of sockets) socket.destroy()
    await http.close()
  })

  /** Sends bytes as they are, and waits until the server closes the connection. */
  const sendRaw = async (bytes: string) => {
    const socket = connect(Number(url.port || getPort(http.server)), '127.0.0.1')
    sockets.push(socket.on('error', () => {}))
    socket.resume().end(bytes)
    await once(socket, 'close')
  }

  /** Sends a request with a body of this size, whose reply may be read. */
  const send = async (
    project: string,
    bytes: number,
    { path = '/kept', missingBytes = 0, type = 'application/json' } = {},
  ) => {
    const socket = connect(Number(url.port || getPort(http.server)), '127.0.0.1')
    sockets.push(socket.on('error', () => {}))
    await once(socket, 'connect')
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: x\r\nx-project: ${project}\r\ncontent-type: ${type}\r\ncontent-length: ${bytes}\r\n\r\n`,
    )
    const body = JSON.stringify('x'.repeat(bytes - 2))
    socket.write(body.slice(0, bytes - missingBytes))
    const head = once(socket, 'data').then(String, String)
    return { socket, head }
  }
  return { begun, send, sendRaw, answer }
}

const times = <Made>(count: number, make: (index: number) => Promise<Made>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)))

it('reads large bodies of an organization only as far as memory is left for others', async () => {
  const { begun, send } = await givenServer(60_000)
  await times(40, (index) => send(`a${index % 4}`, 4 * mb))
  await vi.waitFor(() => expect(begun).toHaveLength(3), patiently)

  await send('b1', 4 * mb)

  await vi.waitFor(() => expect(begun).toContain('b1'), patiently)
  // Of four bodies of this size, three.
  expect(begun.filter((project) => project.startsWith('a'))).toHaveLength(3)
})

it('answers 503 to a body for which no memory becomes free, and serves the next ones', async () => {
  const { begun, send, answer } = await givenServer(50)
  const stalled = await times(3, (index) => send(`a${index}`, 4 * mb, { missingBytes: 1 }))

  const { head } = await send('a4', 4 * mb)

  expect(await head).toMatch(/^HTTP\/1\.1 503 [^]*retry-after: [^]*too many large bodies/)
  expect(begun).toEqual([])
  for (const { socket } of stalled) socket.destroy()
  await vi.waitFor(async () => {
    await send('a5', 4 * mb)
    expect(begun).toContain('a5')
  }, patiently)
  answer()
})

it.each(['none', 'c1'])('counts bodies without a caller by address: %s', async (other) => {
  const { begun, send } = await givenServer(60_000)
  await times(10, () => send('none', 4 * mb))
  await vi.waitFor(() => expect(begun).toHaveLength(2), patiently)

  await send(other, 4 * mb)

  if (other === 'none') expect(begun).toHaveLength(2)
  else await vi.waitFor(() => expect(begun).toContain(other), patiently)
})

it('limits neither small bodies nor those that are streamed', async () => {
  const { begun, send } = await givenServer(60_000)

  await times(60, () => send('a1', 60_000))
  await times(5, () => send('a1', 4 * mb, { path: '/streamed' }))

  await vi.waitFor(() => expect(begun.length).toBeGreaterThanOrEqual(60), patiently)
})

it('cuts off bodies that arrive slowly when others wait for their memory', async () => {
  const { begun, send } = await givenServer(60_000, 200)
  const slow = await times(5, (index) =>
    send(index < 3 ? `a${index}` : `b${index}`, 4 * mb, { missingBytes: mb }),
  )
  // Each keeps sending, but never ends.
  const dripping = setInterval(() => {
    for (const { socket } of slow) if (socket.writable) socket.write('x')
  }, 20)
  onTestFinished(() => clearInterval(dripping))

  await send('c1', 4 * mb)

  await vi.waitFor(() => expect(begun).toEqual(['c1']), patiently)
  const first = await Promise.race(slow.map(({ head }) => head))
  expect(first).toMatch(/^HTTP\/1\.1 408 [^]*connection: close[^]*arrived too slowly/)
})

it('waits for slow bodies while nobody needs their memory', async () => {
  const { begun, send } = await givenServer(60_000, 50)
  const { socket, head } = await send('a1', 4 * mb, { missingBytes: 1 })
  let isCut = false
  void head.then(() => (isCut = true))
  await sleep(500)

  socket.write('"')

  await vi.waitFor(() => expect(begun).toEqual(['a1']), patiently)
  expect(isCut).toBe(false)
})

it('keeps a whole body whose request takes long', async () => {
  const { begun, send, answer } = await givenServer(60_000, 50)
  const kept = await times(4, (index) => send(index < 3 ? `a${index}` : 'b1', 4 * mb))
  await vi.waitFor(() => expect(begun).toHaveLength(4), patiently)

  await send('c1', 4 * mb)
  await sleep(500)

  expect(begun).toHaveLength(4)
  answer()
  await vi.waitFor(() => expect(begun).toContain('c1'), patiently)
  expect(await Promise.all(kept.map(({ head }) => head))).toEqual(
    Array(4).fill(expect.stringMatching(/^HTTP\/1\.1 200/)),
  )
})

it('survives callers who leave while their body is rejected or read', async () => {
  const { send, sendRaw, begun } = await givenServer(60_000)
  for (const type of ['text/unknown', 'application/json']) {
    const { socket } = await send('a1', 200_000, { missingBytes: 100_000, type })
    // The rejected body is now read only to be discarded.
    await sleep(200)

    socket.destroy()
    await once(socket, 'close')
  }

  for (const type of ['', 'content-type: text/unknown\r\n', 'content-type: application/json\r\n']) {
    const head = `POST /kept HTTP/1.1\r\nhost: x\r\n${type}transfer-encoding: chunked\r\n\r\n`
    await sendRaw(`${head}zz\r\n`)
    await sendRaw(`${head}5\r\n"abc`)
  }

  await send('b1', 200_000)

  await vi.waitFor(() => expect(begun).toEqual(['b1']), patiently)
})

it('keeps no memory for callers who leave while their body waits for it', async () => {
  const { begun, send } = await givenServer(60_000)
  const stalled = await times(3, (index) => send(`a${index}`, 4 * mb, { missingBytes: 1 }))
  const waiting = await times(5, () => send('a3', 4 * mb))
  await sleep(200)
  for (const { socket } of [...waiting, ...stalled]) {
    socket.destroy()
    await once(socket, 'close')
  }

  await times(3, (index) => send(`a${index + 4}`, 4 * mb))

  await vi.waitFor(() => expect(begun.toSorted()).toEqual(['a4', 'a5', 'a6']), patiently)
})
