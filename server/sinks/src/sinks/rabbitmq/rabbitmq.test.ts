import type { Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { DestinationMetadata } from '@platform/contract'
import { getFirst, getNth } from '@platform/kernel/values'
import { hasDebianPackages } from '@platform/testing/debian-packages'
import { rabbitMqUser, startRabbitMq, startRabbitMqAlone } from '@platform/testing/rabbitmq-broker'
import { sinkTypes } from '../sink-types.ts'
import {
  writeLong,
  writeLongText,
  writeMethodFrame,
  methods,
  writeOctet,
  readFrame,
  writeShort,
  writeShortText,
  writeTable,
} from './amqp.ts'
import { givenContext, givenEvents } from '../testing/sink-world.ts'
import { open } from '../testing.ts'
import { givenSocketServer } from '../testing/given-socket-server.ts'
import { givenRabbitMq } from './testing.ts'

const { username, password } = rabbitMqUser

const at = (host: string, metadata: DestinationMetadata = {}) => ({
  metadata: { host, queue: 'events', username, ...metadata },
  credentials: { password },
  arrived: async () => [],
})

describe.runIf(hasDebianPackages)('a broker', () => {
  it('routes messages of an exchange by the template, with ID and type', async () => {
    const world = await givenRabbitMq()
    const exchange = `${world.queue}-topic`
    await world.client.exchangeDeclare({ exchange, type: 'topic' })
    await world.client.queueBind({ queue: world.queue, exchange, routingKey: 'contact.#' })
    const metadata = {
      ...{ ...world.metadata, queue: undefined, exchange },
      routingKeyTemplate: "join('.', [data.objectName, type])",
    }
    const sink = open('rabbitmq', { ...world, metadata })
    const [contact] = givenEvents(1, { objectName: 'contact' })
    const [deal] = givenEvents(1, { objectName: 'deal' })

    const outcomes = await sink.send([contact!, deal!])

    expect(outcomes).toMatchObject([
      { succeeded: true },
      { succeeded: false, class: 'refused', detail: expect.stringContaining('312 NO_ROUTE') },
    ])
    expect(await world.read()).toMatchObject([
      {
        ...{ messageId: contact!.id, type: contact!.type, durable: true },
        contentType: 'application/json',
        routingKey: `contact.${contact!.type}`,
        headers: { eventId: contact!.id, eventType: contact!.type },
      },
    ])
  })

  it.each([
    [{ queue: 'missing' }, '312 NO_ROUTE'],
    [{ queue: undefined, exchange: 'missing' }, "404 NOT_FOUND - no exchange 'missing'"],
    [{ virtualHost: 'missing' }, '530 NOT_ALLOWED - vhost missing not found'],
  ])('refuses %j in its own words', async (settings, words) => {
    const world = await givenRabbitMq(settings)
    const sink = open('rabbitmq', world)

    const outcomes = await sink.send(givenEvents(2))

    expect(outcomes).toMatchObject([
      { succeeded: false, class: 'refused', detail: expect.stringContaining(words) },
      { succeeded: false, class: 'refused' },
    ])
  })

  it('refuses a wrong password in its own words, without the password', async () => {
    const world = await givenRabbitMq()
    const sink = open('rabbitmq', { ...world, credentials: { password: 'wr0ng-secret' } })

    const outcomes = await sink.send(givenEvents(1))

    expect(outcomes).toMatchObject([
      { succeeded: false, class: 'refused', detail: expect.stringContaining('403 ACCESS_REFUSED') },
    ])
    expect(JSON.stringify(outcomes)).not.toContain('wr0ng-secret')
  })

  it('is verified by the certificate of its authority', async () => {
    const world = await givenRabbitMq()
    const { secured, authority } = await startRabbitMq()
    const metadata = { ...world.metadata, host: secured, sslMode: 'verify-full' as const }

    const trusted = { ...world, metadata: { ...metadata, caCertificate: authority } }
    expect(await open('rabbitmq', trusted).send(givenEvents(1))).toMatchObject([
      { succeeded: true },
    ])
    expect(await open('rabbitmq', { ...world, metadata }).send(givenEvents(1))).toMatchObject([
      { succeeded: false, class: 'tls' },
    ])
    expect(await world.arrived()).toHaveLength(1)
  })

  it('rejects messages of a full queue, and no others', async () => {
    const world = await givenRabbitMq(
      {},
      { queueArguments: { 'x-max-length': 2, 'x-overflow': 'reject-publish' } },
    )
    const sink = open('rabbitmq', world)

    const outcomes = await sink.send(givenEvents(4))

    const failed = outcomes.filter(({ succeeded }) => !succeeded)
    expect(failed.length).toBeGreaterThan(0)
    expect(getFirst(failed)).toMatchObject({ detail: expect.stringContaining('basic.nack') })
    expect(await world.arrived()).toHaveLength(4 - failed.length)
  })

  it('is reached again after a restart', async () => {
    const broker = await startRabbitMqAlone()
    onTestFinished(() => broker.stop())
    const world = await givenRabbitMq({}, { broker })
    const sink = open('rabbitmq', world)
    const events = givenEvents(2)
    await sink.send(events.slice(0, 1))

    await broker.restart()
    const outcomes = await sink.send(events.slice(1))

    expect(outcomes).toEqual([expect.objectContaining({ succeeded: true })])
    // Persistent messages of durable queues survive.
    expect((await world.read()).map(({ messageId }) => messageId)).toEqual(
      events.map(({ id }) => id),
    )
  })

  it('rejects only what is larger than it accepts', async () => {
    const broker = await startRabbitMqAlone(['max_message_size = 20000'])
    onTestFinished(() => broker.stop())
    const world = await givenRabbitMq({}, { broker })
    const sink = open('rabbitmq', world)
    const events = givenEvents(10)
    const [large] = givenEvents(1, { text: 'x'.repeat(30_000) })

    const outcomes = await sink.send([...events.slice(0, 3), large!, ...events.slice(3)])

    expect(outcomes.filter(({ succeeded }) => !succeeded)).toMatchObject([
      { class: 'tooLarge', isFinal: true, detail: expect.stringContaining('message size') },
    ])
    expect(getNth(outcomes, 3).succeeded).toBe(false)
    const stored = new Set((await world.read()).map(({ messageId }) => messageId))
    expect(stored).toEqual(new Set(events.map(({ id }) => id)))
  })
})

/** Signs anybody in, and answers what is published as the test says. */
const givenBroker = (
  answerPublish: (socket: Socket) => void,
  onceOpen: (socket: Socket) => void = () => {},
) =>
  givenSocketServer((socket) => {
    let received = Buffer.alloc(0)
    let hasHeader = false
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      if (!hasHeader) {
        hasHeader = true
        received = received.subarray(8)
        socket.write(
          writeMethodFrame(
            ...([0, methods.connectionStart, writeOctet(0), writeOctet(9)] as const),
            ...[writeTable({}), writeLongText('PLAIN EXTERNAL'), writeLongText('en_US')],
          ),
        )
      }
      for (;;) {
        const frame = readFrame(received, 1_000_000)
        if (!frame) return
        const { payload, length } = frame
        const method = frame.type === 1 ? payload.readUInt32BE() : 0
        received = received.subarray(length)
        if (method === methods.basicPublish) answerPublish(socket)
        const reply = replies.get(method)
        if (reply) socket.write(reply)
        if (method === methods.confirmSelect) onceOpen(socket)
      }
    })
  })

const replies = new Map([
  [
    methods.connectionStartOk,
    writeMethodFrame(0, methods.connectionTune, writeShort(0), writeLong(0), writeShort(60)),
  ],
  [methods.connectionOpen, writeMethodFrame(0, methods.connectionOpenOk, writeShortText(''))],
  [methods.channelOpen, writeMethodFrame(1, methods.channelOpenOk, writeLongText(''))],
  [methods.confirmSelect, writeMethodFrame(1, methods.confirmSelectOk)],
])

const hangSoon = () => givenContext({ timeoutMs: 400 })

it('ends attempts at a broker that does not answer', async () => {
  const sink = open('rabbitmq', at(await givenSocketServer(() => {})), hangSoon())

  const outcomes = await Promise.all([sink.send(givenEvents(1)), sink.send(givenEvents(1))])

  expect(outcomes).toMatchObject([
    [{ succeeded: false, class: 'timeout' }],
    [{ succeeded: false, class: 'timeout' }],
  ])
})

it('ends attempts at a broker that confirms nothing', async () => {
  const sink = open('rabbitmq', at(await givenBroker(() => {})), hangSoon())

  expect(await sink.send(givenEvents(2))).toMatchObject([
    { succeeded: false, class: 'timeout' },
    { succeeded: false, class: 'timeout' },
  ])
})

it('opens no connection after another at a broker that ends each once it is open', async () => {
  let connections = 0
  const host = await givenBroker(
    () => {},
    (socket) => {
      connections++
      socket.write(
        writeMethodFrame(
          1,
          methods.channelClose,
          writeShort(541),
          writeShortText('INTERNAL_ERROR'),
        ),
      )
    },
  )

  expect(await open('rabbitmq', at(host)).send(givenEvents(1))).toMatchObject([
    { succeeded: false, detail: '541 INTERNAL_ERROR' },
  ])
  expect(connections).toBe(1)
})

it('repeats why the broker accepts no messages', async () => {
  const host = await givenBroker((socket) => {
    socket.write(writeMethodFrame(0, methods.connectionBlocked, writeShortText('low on disk')))
  })
  const sink = open('rabbitmq', at(host), hangSoon())

  expect(await sink.send(givenEvents(1))).toMatchObject([
    { succeeded: false, class: 'timeout', detail: expect.stringContaining('low on disk') },
  ])
})

it('ends the connection to a broker that confirms what was not sent', async () => {
  const confirmation = Buffer.concat([writeLong(0), writeLong(99), writeOctet(0)])
  const host = await givenBroker((socket) => {
    socket.write(writeMethodFrame(1, methods.basicAck, confirmation))
  })

  expect(await open('rabbitmq', at(host)).send(givenEvents(1))).toMatchObject([
    { succeeded: false, class: 'connection', detail: expect.stringContaining('not sent') },
  ])
})

it.each([
  ['an HTTP server', 'HTTP/1.1 400 Bad Request\r\n\r\n', 'An HTTP server answers'],
  ['a server with TLS', '\u0015\u0003\u0003\0\u0002\u0002\u0016', 'requires TLS'],
  ['a broker of AMQP 1.0', 'AMQP\0\u0001\0\0', 'does not speak AMQP 0-9-1'],
  ['an endless frame', '\u0001\0\0\u007f\u00ff\u00ff\u00ff', 'frame of 2147483655 bytes'],
  ['a malformed frame', '\u0001\0\0\0\0\0\u0001xx', 'malformed'],
  ['a method without its arguments', '\u0001\0\0\0\0\0\u0004\0\u000a\0\u0032\u00ce', 'malformed'],
  ['a frame without a method', '\u0001\0\0\0\0\0\0\u00ce', 'malformed'],
])('ends the connection to %s', async (_name, reply, words) => {
  const host = await givenSocketServer((socket) => void socket.write(reply, 'latin1'))

  expect(await open('rabbitmq', at(host)).send(givenEvents(1))).toMatchObject([
    { succeeded: false, detail: expect.stringContaining(words) },
  ])
})

it('is not reached at an address that is not allowed', async () => {
  const host = await givenSocketServer(() => {})
  const sink = open('rabbitmq', at(host), givenContext({ allowCidrs: [] }))

  expect(await sink.send(givenEvents(1))).toMatchObject([
    { succeeded: false, class: 'addressRefused' },
  ])
})

it.each([
  [{ host: '10.0.0.1:5671' }, 'metadata.host'],
  [{ host: 'amqps://mq.acme.example' }, 'metadata.host'],
  [{ queue: undefined }, 'metadata.exchange'],
  [{ exchange: 'events' }, 'metadata.queue'],
  [{ queue: 'é'.repeat(200) }, 'metadata.queue'],
  [{ routingKeyTemplate: 'type' }, 'metadata.routingKeyTemplate'],
  [{ queue: undefined, exchange: 'x', routingKeyTemplate: 'join(' }, 'metadata.routingKeyTemplate'],
  [{ username: undefined }, 'metadata.username'],
  [{ caCertificate: 'none' }, 'metadata.caCertificate'],
])('refuses the settings %j', (settings, name) => {
  const { metadata, credentials } = at('mq.acme.example', settings)

  const issues = sinkTypes.rabbitmq.validate(
    { projectId: 'proj_1', metadata, credentials },
    givenContext(),
  )

  expect(issues).toMatchObject([{ name }])
})

it('requires a password for a username', () => {
  const { metadata } = at('mq.acme.example')

  expect(
    sinkTypes.rabbitmq.validate({ projectId: 'proj_1', metadata, credentials: {} }, givenContext()),
  ).toMatchObject([{ name: 'secrets.password' }])
})
