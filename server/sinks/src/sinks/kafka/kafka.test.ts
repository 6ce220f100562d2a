import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from '@platform/testing/free-port'
import { hasKafka, kafkaUser, startKafka, startKafkaAlone } from '@platform/testing/kafka-broker'
import { getFirst } from '@platform/kernel/values'
import { sinkTypes } from '../sink-types.ts'
import { givenContext, givenEvents } from '../testing/sink-world.ts'
import { givenSocketServer } from '../testing/given-socket-server.ts'
import { open } from '../testing.ts'
import { givenKafka } from './testing.ts'

const { username, password } = kafkaUser

const at = (bootstrapServers: string, more = {}) => ({
  metadata: { bootstrapServers, topic: 'events', ...more },
  credentials: {},
  arrived: async () => [],
})

describe.runIf(hasKafka)('a topic', () => {
  it('receives messages of an installation and object in one partition, in order', async () => {
    const world = await givenKafka()
    const sink = open('kafka', world)
    const events = ['a', 'b', 'c', 'd'].flatMap((installationId) =>
      givenEvents(20, { installationId, objectName: 'contact' }),
    )

    const outcomes = await sink.send(events)

    expect(outcomes.every(({ succeeded }) => succeeded)).toBe(true)
    const read = await world.read()
    const byKey = Map.groupBy(read, ({ key }) => key)
    expect([...byKey.keys()].toSorted()).toEqual([
      'a/contact',
      'b/contact',
      'c/contact',
      'd/contact',
    ])
    for (const [key, its] of byKey) {
      expect(new Set(its.map(({ partition }) => partition)).size).toBe(1)
      expect(its.map(({ headers }) => headers['eventId'])).toEqual(
        events.filter(({ body }) => body.includes(`"${key.at(0)}"`)).map(({ id }) => id),
      )
    }
    expect(getFirst(read).headers['eventType']).toBe('connection.deleted')
  })

  // From `testMurmur2` of Kafka's `UtilsTest`.
  it.each([
    ['21', -973932308],
    ['foobar', -790332482],
    ['a-little-bit-long-string', -985981536],
    ['a-little-bit-longer-string', -1486304829],
    ['lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8', -58897971],
    ['abc', 479470107],
  ])('has %s in the partition where other clients write it', async (text, hashed) => {
    const world = await givenKafka({ messageKeyTemplate: 'data.text' }, { partitions: 7 })
    const sink = open('kafka', world)

    expect(await sink.send(givenEvents(1, { text }))).toMatchObject([{ succeeded: true }])

    expect(await world.read()).toMatchObject([{ key: text, partition: (hashed & 0x7fff_ffff) % 7 }])
  })

  it('rejects only what is larger than it accepts', async () => {
    const configs = [{ name: 'max.message.bytes', value: '20000' }]
    const world = await givenKafka({}, { partitions: 1, configs })
    const sink = open('kafka', world)
    const events = givenEvents(40)
    const [large] = givenEvents(1, { text: 'x'.repeat(30_000) })

    const outcomes = await sink.send([...events.slice(0, 10), large!, ...events.slice(10)])

    const failed = outcomes.filter(({ succeeded }) => !succeeded)
    expect(failed).toMatchObject([
      { class: 'tooLarge', isFinal: true, detail: expect.stringContaining('MESSAGE_TOO_LARGE') },
    ])
    expect(outcomes[10]).toBe(failed[0])
    const stored = (await world.read()).map(({ headers }) => headers['eventId'])
    expect(stored).toEqual(events.map(({ id }) => id))
  })

  it('receives more than a request may have', async () => {
    const world = await givenKafka({}, { partitions: 1 })
    const sink = open('kafka', world)
    const events = givenEvents(8, { text: 'x'.repeat(300_000) })

    const outcomes = await sink.send(events)

    expect(outcomes.every(({ succeeded }) => succeeded)).toBe(true)
    expect((await world.arrived()).map(({ id }) => id)).toEqual(events.map(({ id }) => id))
  })

  it('is not created, and fails in the words of the broker', async () => {
    const world = await givenKafka()
    const topic = `${world.metadata.topic}-missing`
    const sink = open('kafka', { ...world, metadata: { ...world.metadata, topic } })

    const outcomes = await sink.send(givenEvents(2))

    expect(outcomes).toMatchObject([
      { succeeded: false, class: 'refused', detail: expect.stringContaining('UNKNOWN_TOPIC') },
      { succeeded: false },
    ])
    expect(await world.admin.listTopics()).not.toContain(topic)
  })
})

describe.runIf(hasKafka)('signing in', () => {
  const givenSecured = async (more = {}) => {
    const broker = await startKafka()
    const world = await givenKafka()
    return {
      ...world,
      metadata: {
        ...{ ...world.metadata, bootstrapServers: broker.secured, sslMode: 'verify-full' as const },
        ...{ caCertificate: broker.authority, username },
        ...{ saslMechanism: 'scram-sha-512' as const, ...more },
      },
      credentials: { password },
    }
  }

  it.each(['plain', 'scram-sha-256', 'scram-sha-512'] as const)(
    'works by %s',
    async (saslMechanism) => {
      const world = await givenSecured({ saslMechanism })
      const sink = open('kafka', world)

      expect(sinkTypes.kafka.validate({ projectId: 'proj_1', ...world }, givenContext())).toEqual(
        [],
      )
      expect(await sink.send(givenEvents(1))).toMatchObject([{ succeeded: true }])
      expect(await world.read()).toHaveLength(1)
    },
  )

  it.each(['plain', 'scram-sha-256'] as const)(
    'by %s fails in the words of the broker',
    async (saslMechanism) => {
      const world = await givenSecured({ saslMechanism })
      const sink = open('kafka', { ...world, credentials: { password: 'wr0ng-secret' } })

      const outcomes = await sink.send(givenEvents(1))

      expect(outcomes).toMatchObject([
        {
          succeeded: false,
          class: 'refused',
          detail: expect.stringContaining('SASL_AUTHENTICATION_FAILED'),
        },
      ])
      expect(JSON.stringify(outcomes)).not.toContain('wr0ng-secret')
    },
  )

  it('requires a certificate of the authority', async () => {
    const world = await givenSecured({ caCertificate: undefined })
    const sink = open('kafka', world)

    expect(await sink.send(givenEvents(1))).toMatchObject([{ succeeded: false, class: 'tls' }])
  })

  it('without TLS says that the broker requires it', async () => {
    const world = await givenSecured({ sslMode: 'disable' })
    const sink = open('kafka', world)

    const outcomes = await sink.send(givenEvents(1))

    expect(outcomes).toMatchObject([{ succeeded: false, detail: expect.stringContaining('TLS') }])
  })
})

describe.runIf(hasKafka)('a broker that clients reach through a proxy', () => {
  it('stores messages once whose reply is lost, and also after a restart', async () => {
    const proxyPort = await freePort()
    const broker = await startKafkaAlone({ advertised: `127.0.0.2:${proxyPort}` })
    onTestFinished(() => broker.stop())
    const proxy = await givenLossyProxy(proxyPort, broker.plain)
    const world = await givenKafka({}, { broker })
    const sink = open('kafka', world)
    const events = givenEvents(3)
    await sink.send(events.slice(0, 1))

    proxy.loseNextReply()
    const repeated = await sink.send(events.slice(1, 2))
    await broker.restart()
    const restarted = await sink.send(events.slice(2))

    expect(proxy.lost).toBe(1)
    expect([...repeated, ...restarted]).toMatchObject([{ succeeded: true }, { succeeded: true }])
    const stored = (await world.arrived()).map(({ id }) => id)
    expect(stored.toSorted()).toEqual(events.map(({ id }) => id))

    // The address that the broker names is checked like that of the destination.
    const context = givenContext({ allowCidrs: ['127.0.0.1/32'] })
    expect(await open('kafka', world, context).send(givenEvents(1))).toMatchObject([
      { succeeded: false, class: 'addressRefused' },
    ])
  })
})

/** Forwards connections, and can end one instead of a reply to a request that writes. */
async function givenLossyProxy(port: number, to: string) {
  const [host, brokerPort] = to.split(':')
  const state = { lost: 0, isLosing: false }
  const server = createServer((client) => {
    const broker = connect(Number(brokerPort), host)
    client.setNoDelay()
    client.on('error', () => {}).on('close', () => broker.destroy())
    broker.on('error', () => {}).on('close', () => client.destroy())
    let isWriting = false
    client.on('data', (chunk: Buffer) => {
      // The key of the request, after its length: 0 writes.
      isWriting = chunk.length > 5 && chunk.readInt16BE(4) === 0
      broker.write(chunk)
    })
    broker.on('data', (chunk: Buffer) => {
      if (!state.isLosing || !isWriting) {
        // As slow networks may split it.
        for (const byte of chunk) client.write(Buffer.of(byte))
        return
      }
      state.isLosing = false
      state.lost++
      client.destroy()
    })
  }).listen(port, '127.0.0.2')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return {
    get lost() {
      return state.lost
    },
    loseNextReply: () => (state.isLosing = true),
  }
}

it('ends attempts at a broker that does not answer, also those that wait for it', async () => {
  const hanging = open(
    'kafka',
    at(await givenSocketServer(() => {})),
    givenContext({ timeoutMs: 300 }),
  )

  const first = hanging.send(givenEvents(1))
  const second = hanging.send(givenEvents(1))

  expect(await Promise.all([first, second])).toMatchObject([
    [{ succeeded: false, class: 'timeout' }],
    [{ succeeded: false, class: 'timeout' }],
  ])
})

it.each([
  ['an HTTP server', 'HTTP/1.1 400 Bad Request\r\n\r\n', 'An HTTP server answers'],
  ['an endless reply', '\u007f\u00ff\u00ff\u00ff', 'no Kafka broker'],
  ['a reply of nobody', '\0\0\0\u0004\0\0\0\u0063', 'nobody asked for'],
  ['a reply cut short', '\0\0\0\u0004\0\0\0\u0001', ''],
])('ends the connection to %s', async (_name, reply, words) => {
  const server = await givenSocketServer(
    (socket) => void socket.once('data', () => socket.write(reply, 'latin1')),
  )
  const sink = open('kafka', at(server))

  expect(await sink.send(givenEvents(1))).toMatchObject([
    { succeeded: false, class: 'connection', detail: expect.stringContaining(words) },
  ])
})

it('tries the other servers when nothing listens', async () => {
  const sink = open('kafka', at('127.0.0.1:1, 127.0.0.1:2'))

  expect(await sink.send(givenEvents(1))).toMatchObject([
    { succeeded: false, class: 'connection', detail: expect.any(String) },
  ])
})

it.each([
  [{ bootstrapServers: '10.0.0.1:9092' }, 'metadata.bootstrapServers'],
  [{ bootstrapServers: 'b1.acme.example:9092,' }, 'metadata.bootstrapServers'],
  [{ bootstrapServers: 'SSL://b1.acme.example:9092' }, 'metadata.bootstrapServers'],
  [{ topic: 'my topic' }, 'metadata.topic'],
  [{ topic: '..' }, 'metadata.topic'],
  [{ messageKeyTemplate: 'join(' }, 'metadata.messageKeyTemplate'],
  [{ saslMechanism: 'plain' as const }, 'metadata.username'],
  [{ saslMechanism: 'plain' as const, username: 'acme' }, 'secrets.password'],
  [{ username: 'acme' }, 'metadata.saslMechanism'],
  [{ caCertificate: 'none' }, 'metadata.caCertificate'],
])('refuses the settings %j', (settings, name) => {
  const metadata = { bootstrapServers: 'b1.acme.example:9092', topic: 'events', ...settings }

  const issues = sinkTypes.kafka.validate(
    { projectId: 'proj_1', metadata, credentials: {} },
    givenContext(),
  )

  expect(issues).toMatchObject([{ name }])
})
