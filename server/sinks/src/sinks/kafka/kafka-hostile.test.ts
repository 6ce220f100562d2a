import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { getPort } from '@platform/kernel/values'
import type { DestinationMetadata } from '@platform/contract'
import { givenContext, givenEvents } from '../testing/sink-world.ts'
import { open } from '../testing.ts'

const api = { produce: 0, metadata: 3, handshake: 17, versions: 18, authenticate: 36 }

const i8 = (value: number) => Buffer.of(value & 0xff)
function i16(value: number) {
  const bytes = Buffer.alloc(2)
  bytes.writeInt16BE(value)
  return bytes
}
function i32(value: number) {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}
const text = (value: string) => Buffer.concat([i16(value.length), Buffer.from(value)])
const list = (entries: Buffer[]) => Buffer.concat([i32(entries.length), ...entries])
const none = list([])

const spokenVersions = [
  [api.produce, 3],
  [api.metadata, 7],
  [api.handshake, 1],
  [api.authenticate, 0],
].map(([key = 0, version = 0]) => Buffer.concat([i16(key), i16(version), i16(version)]))

/** Answers where the leader of each partition is. */
function describeTopic(addresses: { host: string; port: number }[]) {
  const brokers = addresses.map(({ host, port }, id) =>
    Buffer.concat([i32(id), text(host), i32(port), i16(-1)]),
  )
  const partitions = addresses.map((_address, id) =>
    Buffer.concat([i16(0), i32(id), i32(id), i32(0), none, none, none]),
  )
  const topic = Buffer.concat([i16(0), text('events'), i8(0), list(partitions)])
  return Buffer.concat([i32(0), list(brokers), i16(-1), i32(0), list([topic])])
}

/** Starts a broker that answers each request as the test says, by its key. */
async function givenBroker(
  answer: (key: number, at: { host: string; port: number }) => Buffer | undefined,
) {
  const sockets = new Set<Socket>()
  const state = { connections: 0, maxOpen: 0 }
  let nowOpen = 0
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
    state.connections++
    state.maxOpen = Math.max(state.maxOpen, ++nowOpen)
    socket.on('close', () => nowOpen--)
    socket.on('data', (request: Buffer) => {
      const key = request.readInt16BE(4)
      const body =
        key === api.versions
          ? Buffer.concat([i16(0), list(spokenVersions), i32(0)])
          : answer(key, { host: '127.0.0.1', port: getPort(server) })
      if (!body) return
      const reply = Buffer.concat([request.subarray(8, 12), body])
      socket.write(Buffer.concat([i32(reply.length), reply]))
    })
  }).listen(0, '0.0.0.0')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return Object.assign(state, { address: `127.0.0.1:${getPort(server)}` })
}

const openAt = (
  { address }: { address: string },
  metadata: DestinationMetadata = {},
  credentials = {},
) =>
  open(
    'kafka',
    {
      metadata: { bootstrapServers: address, topic: 'events', ...metadata },
      credentials,
      arrived: async () => [],
    },
    givenContext({ timeoutMs: 3000, allowCidrs: ['127.0.0.0/8'] }),
  )

it('reads no list for ever whose entries have negative lengths', async () => {
  const broker = await givenBroker((key) => {
    if (key !== api.metadata) return undefined
    // Each broker ends where it began, since its host goes back by what it has read.
    const count = 0x02ff_ffff
    return Buffer.concat([i32(0), i32(count), i32(-1), i16(-12), i32(0), i32(0), i32(0)])
  })

  expect(await openAt(broker).send(givenEvents(1))).toMatchObject([
    { succeeded: false, class: 'connection', detail: 'The reply of the broker is malformed.' },
  ])
})

it('reads no longer list than a request can have outcomes', async () => {
  const outcome = Buffer.concat([i32(0), i16(3), Buffer.alloc(16)])
  const broker = await givenBroker((key, at) => {
    if (key === api.metadata) return describeTopic([at])
    const partitions = list(Array.from({ length: 20_000 }, () => outcome))
    return Buffer.concat([list([Buffer.concat([text('events'), partitions])]), i32(0)])
  })

  expect(await openAt(broker).send(givenEvents(1))).toMatchObject([
    { succeeded: false, detail: expect.stringContaining('more than 2500 entries') },
  ])
})

it.each([
  ['scram-sha-256', 'x', 'Malformed SCRAM parameter'],
  ['scram-sha-512', 's=eA==,i=4096', 'malformed'],
] as const)(
  'ends signing in by %s at a broker that answers %j',
  async (mechanism, reply, words) => {
    const broker = await givenBroker((key) =>
      key === api.handshake
        ? Buffer.concat([i16(0), none])
        : Buffer.concat([i16(0), i16(-1), i32(reply.length), Buffer.from(reply)]),
    )
    const login = { saslMechanism: mechanism, username: 'acme' }
    const sink = openAt(broker, login, { password: 'secret' })

    // The second would wait for the first.
    const outcomes = await Promise.all([sink.send(givenEvents(1)), sink.send(givenEvents(1))])

    expect(outcomes.flat()).toMatchObject([
      { succeeded: false, detail: expect.stringContaining(words) },
      { succeeded: false, detail: expect.stringContaining(words) },
    ])
  },
)

it('opens no connections to hundreds of hosts that a broker names', async () => {
  const broker = await givenBroker((key, { port }) =>
    key === api.metadata
      ? describeTopic(
          Array.from({ length: 250 }, (_, host) => ({ host: `127.0.1.${host + 1}`, port })),
        )
      : undefined,
  )
  const events = Array.from({ length: 400 }, (_, index) =>
    givenEvents(1, { installationId: `inst_${index}`, objectName: 'contact' }),
  ).flat()

  const outcomes = await openAt(broker).send(events)

  expect(outcomes[0]).toMatchObject({
    succeeded: false,
    detail: 'More than 100 brokers lead partitions of the topic.',
  })
  expect(broker.connections).toBe(1)
})

it('keeps no connections to brokers that were leaders', async () => {
  let host = 1
  const broker = await givenBroker((key, { port }) =>
    key === api.metadata
      ? describeTopic([{ host: `127.0.2.${host++}`, port }])
      : Buffer.concat([
          list([
            Buffer.concat([
              text('events'),
              list([Buffer.concat([i32(0), i16(6), Buffer.alloc(16)])]),
            ]),
          ]),
          i32(0),
        ]),
  )
  const sink = openAt(broker)

  for (let attempt = 0; attempt < 2; attempt++) {
    expect(await sink.send(givenEvents(1))).toMatchObject([
      { succeeded: false, detail: expect.stringContaining('NOT_LEADER_OR_FOLLOWER') },
    ])
  }

  expect(broker.connections).toBeGreaterThan(6)
  expect(broker.maxOpen).toBeLessThan(5)
})
