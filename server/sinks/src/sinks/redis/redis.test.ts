import { describe, expect, it } from 'vitest'
import type { DestinationMetadata } from '@platform/contract'
import { hasDebianPackages } from '@platform/testing/debian-packages'
import { startRedis } from '@platform/testing/redis-server'
import { sinkTypes } from '../sink-types.ts'
import { open } from '../testing.ts'
import { givenSocketServer } from '../testing/given-socket-server.ts'
import { givenContext, givenEvents } from '../testing/sink-world.ts'
import { givenRedis } from './testing.ts'

const at = (host: string, metadata: DestinationMetadata = {}) => ({
  metadata: { host, stream: 'events', ...metadata },
  credentials: { password: 's3cret' },
  arrived: async () => [],
})

describe.runIf(hasDebianPackages)('a Redis stream', () => {
  it('receives messages in order, with ID and type', async () => {
    const world = await givenRedis()
    const events = givenEvents(50)

    await open('redis', world).send(events)

    expect((await world.read()).map(({ id, type }) => ({ id, type }))).toEqual(
      events.map(({ id, type }) => ({ id, type })),
    )
  })

  it('keeps about as many entries as the destination says', async () => {
    const world = await givenRedis({ maxLength: 100 })
    const sink = open('redis', world)

    await sink.send(givenEvents(1000))

    expect(await world.run('XLEN', world.stream)).toBeLessThan(400)
  })

  it('refuses in the words of the server, without the password', async () => {
    const world = await givenRedis()
    const other = await givenRedis()
    await other.run('SET', other.stream, 'no stream')

    const outcomes = [
      ...(await open('redis', { ...world, credentials: { password: 'wr0ng-secret' } }).send(
        givenEvents(1),
      )),
      ...(await open('redis', { ...world, credentials: {} }).send(givenEvents(1))),
      ...(await open('redis', other).send(givenEvents(1))),
    ]

    expect(outcomes).toMatchObject([
      { class: 'refused', detail: expect.stringContaining('WRONGPASS') },
      { class: 'refused', detail: expect.stringContaining('NOAUTH') },
      { class: 'refused', detail: expect.stringContaining('WRONGTYPE') },
    ])
    expect(JSON.stringify(outcomes)).not.toContain('wr0ng-secret')
  })

  it('is verified by the certificate of its authority', async () => {
    const world = await givenRedis()
    const { secured, authority } = await startRedis()
    const metadata = { ...world.metadata, host: secured, sslMode: 'verify-full' as const }

    const trusted = { ...world, metadata: { ...metadata, caCertificate: authority } }
    expect(await open('redis', trusted).send(givenEvents(1))).toMatchObject([{ succeeded: true }])
    expect(await open('redis', { ...world, metadata }).send(givenEvents(1))).toMatchObject([
      { succeeded: false, class: 'tls' },
    ])
  })

  it('is reached again after it closed the connection', async () => {
    const world = await givenRedis()
    const sink = open('redis', world)
    await sink.send(givenEvents(1))
    await world.run('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes')

    await expect
      .poll(async () => (await sink.send(givenEvents(1)))[0], { timeout: 60_000 })
      .toMatchObject({ succeeded: true })
  })
})

it('ends attempts at a server that does not answer', async () => {
  const sink = open(
    'redis',
    at(await givenSocketServer(() => {})),
    givenContext({ timeoutMs: 300 }),
  )

  expect(await sink.send(givenEvents(1))).toMatchObject([{ succeeded: false, class: 'timeout' }])
})

it.each([
  ['an HTTP server', 'HTTP/1.1 400 Bad Request\r\n\r\n', 'An HTTP server answers'],
  ['an endless line', `+${'x'.repeat(40_000)}`, 'no Redis server'],
  ['an endless text', '$999999999\r\n', 'no Redis server'],
  ['an array', '*1\r\n:1\r\n', 'no Redis server'],
  ['a reply of nobody', '+PONG\r\n+PONG\r\n', 'nobody asked for'],
])('ends the connection to %s', async (_name, reply, words) => {
  const host = await givenSocketServer((socket) => void socket.write(reply))

  expect(await open('redis', at(host)).send(givenEvents(1))).toMatchObject([
    { succeeded: false, detail: expect.stringContaining(words) },
  ])
})

it.each([
  "-ERR unknown command 'AUTH', with args beginning with: 's3cr' ",
  '-ERR wrong password s3cret',
])('keeps the password out of attempts where a server repeats it: %s', async (line) => {
  const host = await givenSocketServer((socket) => void socket.write(`${line}\r\n`))

  const outcomes = await open('redis', at(host)).send(givenEvents(1))

  expect(outcomes).toMatchObject([{ class: 'refused', detail: expect.stringContaining('ERR') }])
  expect(JSON.stringify(outcomes)).not.toContain('s3cr')
})

it('keeps messages out of attempts where a server repeats them', async () => {
  const host = await givenSocketServer((socket) => {
    socket.on('data', (chunk) => {
      const isMessage = String(chunk).includes('XADD')
      const words = "-ERR unknown command 'XADD', with args beginning with: 'events' 'secret'"
      socket.write(isMessage ? `${words}\r\n` : '+OK\r\n')
    })
  })

  expect(await open('redis', at(host)).send(givenEvents(1))).toMatchObject([
    { class: 'refused', detail: "ERR unknown command 'XADD'" },
  ])
})

it('is looked up again after its server became a replica', async () => {
  let connections = 0
  const host = await givenSocketServer((socket) => {
    const isReplica = connections++ === 0
    socket.on('data', (chunk) => {
      if (!String(chunk).includes('XADD')) socket.write('+OK\r\n')
      else if (isReplica) socket.write("-READONLY You can't write against a read only replica.\r\n")
      else socket.write('$3\r\n1-0\r\n')
    })
  })
  const sink = open('redis', at(host))

  const outcomes = [...(await sink.send(givenEvents(1))), ...(await sink.send(givenEvents(1)))]

  expect(outcomes).toMatchObject([
    { class: 'refused', detail: expect.stringContaining('READONLY') },
    { succeeded: true },
  ])
})

it('is not reached at an address that is not allowed', async () => {
  const host = await givenSocketServer(() => {})

  expect(
    await open('redis', at(host), givenContext({ allowCidrs: [] })).send(givenEvents(1)),
  ).toMatchObject([{ succeeded: false, class: 'addressRefused' }])
})

it.each([
  [{ host: '10.0.0.1' }, {}, 'metadata.host'],
  [{ host: 'rediss://redis.acme.example' }, {}, 'metadata.host'],
  [{ username: 'acme' }, { password: '' }, 'secrets.password'],
  [{ caCertificate: 'none' }, {}, 'metadata.caCertificate'],
])('refuses the settings %j', (settings, secrets, name) => {
  const { metadata, credentials } = at('redis.acme.example', settings)

  expect(
    sinkTypes.redis.validate(
      { projectId: 'proj_1', metadata, credentials: { ...credentials, ...secrets } },
      givenContext(),
    ),
  ).toMatchObject([{ name }])
})
