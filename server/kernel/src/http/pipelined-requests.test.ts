import { connect } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { getPort } from '../values/net.ts'
import { createHttpServer } from './server.ts'

async function givenServer() {
  const http = createHttpServer()
  const { promise: isOpen, resolve: open } = Promise.withResolvers<void>()
  let handled = 0
  http.get('/gate', async () => {
    handled++
    await isOpen
    return { ok: true }
  })
  http.get('/free/:id', ({ params }) => params)
  await http.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => http.close())
  const port = getPort(http.server)
  return { port, url: `http://127.0.0.1:${port}`, open, count: () => handled }
}

/** Sends requests for the paths in one packet; resolves to what has arrived when the connection ends. */
const pipeline = (port: number, paths: string[]) =>
  new Promise<string>((resolve) => {
    let text = ''
    const socket = connect(port, '127.0.0.1')
    socket.on('data', (bytes: Buffer) => (text += bytes.toString()))
    socket.on('error', () => {}).on('close', () => resolve(text))
    socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nhost: x\r\n`).join('\r\n'))
    socket.write('connection: close\r\n\r\n')
  })

const repeat = (path: string, times: number) => Array.from({ length: times }, () => path)

it('answers requests that were sent without waiting, in their order', async () => {
  const { port } = await givenServer()

  const text = await pipeline(
    port,
    repeat('', 16).map((_, at) => `/free/n${at}`),
  )

  expect(text.match(/"n\d+"/g)).toEqual(repeat('', 16).map((_, at) => `"n${at}"`))
})

it('ends a connection with thousands of unanswered requests, and serves others', async () => {
  const { port, url, open, count } = await givenServer()

  const attacks = Array.from({ length: 10 }, () => pipeline(port, repeat('/gate', 1_000)))
  const other = await fetch(`${url}/free/one`)
  const texts = await Promise.all(attacks)
  open()

  expect(texts).toEqual(repeat('', 10))
  expect(count()).toBe(160)
  expect(await other.json()).toEqual({ id: 'one' })
})

it('counts only requests that are not answered', async () => {
  const { port } = await givenServer()
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  let text = ''
  socket.on('data', (bytes: Buffer) => (text += bytes.toString()))

  for (let round = 1; round <= 40; round++) {
    socket.write('GET /free/a HTTP/1.1\r\nhost: x\r\n\r\n')
    await expect.poll(() => text.split('"a"').length - 1).toBe(round)
  }

  expect(socket.destroyed).toBe(false)
})
