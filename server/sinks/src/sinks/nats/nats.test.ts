import { randomBytes } from 'node:crypto'
import { credsAuthenticator } from '@nats-io/transport-node'
import { createAccount, createOperator, createUser, type KeyPair } from '@nats-io/nkeys'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { DestinationMetadata } from '@platform/contract'
import { must } from '@platform/kernel/values'
import { hasNatsServer, startNatsServer, startSharedNats } from '@platform/testing/nats-server'
import { sinkTypes } from '../sink-types.ts'
import { open } from '../testing.ts'
import { givenSocketServer } from '../testing/given-socket-server.ts'
import { givenContext, givenEvents } from '../testing/sink-world.ts'
import { parseNatsUser } from './nats-user.ts'
import { givenNats } from './testing.ts'

const at = (host: string, metadata: DestinationMetadata = {}) => ({
  metadata: { host, subject: 'events', ...metadata },
  credentials: { password: 's3cret' },
  arrived: async () => [],
})

describe.runIf(hasNatsServer)('a stream of JetStream', () => {
  it('receives messages in order, with ID and type, at the subject of each', async () => {
    const world = await givenNats({ subjectTemplate: "join('.', [type, data.name])" })
    const events = ['a b', '..x.>', '*', '\r\nPUB x 1'].flatMap((name) => givenEvents(1, { name }))

    await open('nats', world).send(events)

    const stored = await world.read()
    expect(stored.map(({ headers }) => headers)).toEqual(
      events.map(({ id, type }) => ({ 'Nats-Msg-Id': id, eventType: type })),
    )
    expect(stored.map(({ subject }) => subject.replace(world.name, ''))).toEqual([
      '.connection.deleted.a_b',
      '.connection.deleted.x._',
      '.connection.deleted._',
      '.connection.deleted.__PUB_x_1',
    ])
  })

  it('stores a repeated message once', async () => {
    const world = await givenNats()
    const events = givenEvents(3)
    const sink = open('nats', world)

    await sink.send(events)
    const again = await sink.send(events)

    expect(again.every(({ succeeded }) => succeeded)).toBe(true)
    expect(await world.arrived()).toHaveLength(3)
  })

  it('refuses in the words of the server, without the password', async () => {
    const world = await givenNats()
    const full = await givenNats({}, { stream: { max_msgs: 1, discard: 'new' as never } })
    const small = await givenNats({}, { stream: { max_msg_size: 10 } })
    const subject = (name: string) => ({ ...world, metadata: { ...world.metadata, subject: name } })
    const send = (to: Parameters<typeof open>[1]) => open('nats', to).send(givenEvents(1))
    await send(full)

    const outcomes = [
      ...(await send({ ...world, credentials: { password: 'wr0ng-secret' } })),
      ...(await send({ ...world, credentials: {} })),
      ...(await send(subject('forbidden'))),
      ...(await send(subject('nobody.there'))),
      ...(await send(full)),
      ...(await send(small)),
    ]

    expect(outcomes).toMatchObject([
      { class: 'refused', detail: expect.stringContaining('Authorization Violation') },
      { class: 'refused', detail: expect.stringContaining('Authorization Violation') },
      {
        class: 'refused',
        detail: expect.stringContaining('Permissions Violation for Publish to "forbidden"'),
      },
      { class: 'refused', detail: 'No stream of JetStream takes the subject nobody.there.' },
      { class: 'refused', detail: 'maximum messages exceeded (10077)' },
      { class: 'tooLarge', isFinal: true, detail: expect.stringContaining('(10054)') },
    ])
    expect(JSON.stringify(outcomes)).not.toContain('wr0ng-secret')
  })

  it('refuses an answer of somebody who is no stream', async () => {
    const world = await givenNats()
    world.connection.subscribe('echo', {
      callback: (_error, message) => void message.respond('ok'),
    })
    await world.connection.flush()

    expect(
      await open('nats', { ...world, metadata: { ...world.metadata, subject: 'echo' } }).send(
        givenEvents(1),
      ),
    ).toMatchObject([{ class: 'refused', detail: expect.stringContaining('is no stream') }])
  })

  it('does not receive a message that is too large, but those beside it', async () => {
    const world = await givenNats()
    const [first, last] = [givenEvents(1), givenEvents(1)]

    const outcomes = await open('nats', world).send([
      ...first,
      ...givenEvents(1, { text: 'x'.repeat(1024 * 1024) }),
      ...last,
    ])

    expect(outcomes).toMatchObject([
      { succeeded: true },
      { class: 'tooLarge', isFinal: true, detail: expect.stringContaining('max_payload') },
      { succeeded: true },
    ])
    expect((await world.arrived()).map(({ id }) => id)).toEqual(
      [...first, ...last].map(({ id }) => id),
    )
  })

  it('is verified by the certificate of its authority', async () => {
    const world = await givenNats()
    const { secured, authority } = await startSharedNats()
    const metadata = { ...world.metadata, host: secured, sslMode: 'verify-full' as const }

    const trusted = { ...world, metadata: { ...metadata, caCertificate: authority } }
    expect(await open('nats', trusted).send(givenEvents(1))).toMatchObject([{ succeeded: true }])
    expect(await open('nats', { ...world, metadata }).send(givenEvents(1))).toMatchObject([
      { succeeded: false, class: 'tls' },
    ])
  })

  it('accepts the user of a credentials file, and no other', async () => {
    const { operator, sign } = givenOperator()
    const account = createAccount()
    const user = createUser()
    const system = createAccount()
    const limits = { ...unlimited, mem_storage: -1, disk_storage: -1, streams: -1, consumer: -1 }
    const server = await startNatsServer(`operator: ${operator}
system_account: ${system.getPublicKey()}
resolver: MEMORY
resolver_preload: {
  ${system.getPublicKey()}: ${sign('account', system, { limits: unlimited })}
  ${account.getPublicKey()}: ${sign('account', account, { limits })}
}`)
    onTestFinished(() => server.stop())
    const jwt = sign('user', user, unlimited, account)
    const credentials = (seed: string) =>
      `-----BEGIN NATS USER JWT-----\n${jwt}\n------END NATS USER JWT------\n\n-----BEGIN USER NKEY SEED-----\n${seed}\n------END USER NKEY SEED------\n`
    const own = credentials(new TextDecoder().decode(user.getSeed()))
    const others = credentials(new TextDecoder().decode(createUser().getSeed()))
    const world = await givenNats(
      { username: undefined },
      {
        server,
        authenticator: { authenticator: credsAuthenticator(new TextEncoder().encode(own)) },
      },
    )
    const send = (natsCredentials: string) =>
      open('nats', { ...world, credentials: { natsCredentials } }).send(givenEvents(1))

    expect(await send(own)).toMatchObject([{ succeeded: true }])
    expect(await send(others)).toMatchObject([
      { class: 'refused', detail: expect.stringContaining('Authorization Violation') },
    ])
  })

  it('is reached again after the server restarted', async () => {
    const server = await startNatsServer('authorization { token: "acme-token" }')
    const port = Number(server.plain.split(':')[1])
    const world = await givenNats(
      { username: undefined },
      { server, authenticator: { token: 'acme-token', reconnect: false } },
    )
    const sink = open('nats', { ...world, credentials: { password: 'acme-token' } })
    expect(await sink.send(givenEvents(1))).toMatchObject([{ succeeded: true }])
    await server.stop()
    expect(await sink.send(givenEvents(1))).toMatchObject([
      { succeeded: false, class: 'connection' },
    ])

    const again = await startNatsServer('authorization { token: "acme-token" }', { port })
    onTestFinished(() => again.stop())
    const [outcome] = await sink.send(givenEvents(1))

    // Its stream was in memory.
    expect(outcome).toMatchObject({ detail: expect.stringContaining('No stream') })
  })
})

const unlimited = { subs: -1, data: -1, payload: -1, imports: -1, exports: -1, conn: -1, leaf: -1 }

/** Issues tokens of decentralized sign-in. */
function givenOperator() {
  const keys = createOperator()
  const encode = (value: object | Uint8Array) =>
    Buffer.from(value instanceof Uint8Array ? value : JSON.stringify(value)).toString('base64url')
  const sign = (type: string, subject: KeyPair, claims: object, issuer: KeyPair = keys) => {
    const head = encode({ typ: 'JWT', alg: 'ed25519-nkey' })
    const body = encode({
      jti: randomBytes(16).toString('hex'),
      iat: Math.floor(Date.now() / 1000),
      iss: issuer.getPublicKey(),
      ...{ name: type, sub: subject.getPublicKey(), nats: { ...claims, type, version: 2 } },
    })
    return `${head}.${body}.${encode(issuer.sign(new TextEncoder().encode(`${head}.${body}`)))}`
  }
  return { operator: sign('operator', keys, {}), sign }
}

const info = (more: object = {}) =>
  `INFO ${JSON.stringify({ max_payload: 1024, headers: true, ...more })}\r\n`

it.each([
  ['does not answer', () => {}],
  ['never says who it is', (socket: { write(text: string): void }) => socket.write('INFO {')],
  ['never lets anybody in', (socket: { write(text: string): void }) => socket.write(info())],
])('ends attempts at a server that %s', async (_name, behave) => {
  const sink = open('nats', at(await givenSocketServer(behave)), givenContext({ timeoutMs: 300 }))

  expect(await sink.send(givenEvents(1))).toMatchObject([{ succeeded: false, class: 'timeout' }])
})

it('ends an attempt whose message nobody confirms, and keeps those that were', async () => {
  const host = await givenSocketServer((socket) => {
    socket.write(info())
    let text = ''
    socket.on('data', (chunk) => {
      text += String(chunk)
      if (text.includes('PING')) socket.write('PONG\r\n')
      text = text.replace('PING', '')
      const inbox = /HPUB events (\S+\.1) /.exec(text)?.[1]
      if (!inbox) return
      text = ''
      const reply = '{"stream":"s","seq":1}'
      socket.write(`MSG ${inbox} 1 ${reply.length}\r\n${reply}\r\n`)
    })
  })
  const sink = open('nats', at(host), givenContext({ timeoutMs: 500 }))

  expect(await sink.send(givenEvents(2, {}))).toMatchObject([
    { succeeded: true },
    { succeeded: false, class: 'timeout' },
  ])
})

it.each([
  ['an HTTP server', 'HTTP/1.1 400 Bad Request\r\n\r\n', 'An HTTP server answers'],
  ['an endless line', 'x'.repeat(40_000), 'no NATS server'],
  ['a server without headers', info({ headers: false }), 'supports no headers'],
  ['a server that requires TLS', info({ tls_required: true }), 'requires TLS: remove sslMode'],
  ['an endless message', `${info()}MSG a 1 999999999\r\n`, 'no NATS server'],
  ['a message of no length', `${info()}HMSG a 1 9 -1\r\n`, 'no NATS server'],
  ['an unknown command', `${info()}HELLO\r\n`, 'no NATS server'],
])('ends the connection to %s', async (_name, reply, words) => {
  const host = await givenSocketServer((socket) => void socket.write(reply))

  expect(await open('nats', at(host)).send(givenEvents(1))).toMatchObject([
    { succeeded: false, detail: expect.stringContaining(words) },
  ])
})

it('keeps the password out of attempts where a server repeats it', async () => {
  const host = await givenSocketServer(
    (socket) => void socket.write(`${info()}-ERR 'Unknown token s3cret'\r\n`),
  )

  expect(await open('nats', at(host)).send(givenEvents(1))).toMatchObject([
    { class: 'refused', detail: 'Unknown token …' },
  ])
})

it.each([
  ['offers no TLS', info(), 'offers no TLS'],
  ['sends commands before TLS', `${info({ tls_available: true })}PING\r\n`, 'before TLS'],
])('does not sign in at a server that %s', async (_name, reply, words) => {
  let received = ''
  const host = await givenSocketServer((socket) => {
    socket.write(reply)
    socket.on('data', (chunk) => (received += String(chunk)))
  })

  const outcomes = await open('nats', at(host, { sslMode: 'verify-full' })).send(givenEvents(1))

  expect(outcomes).toMatchObject([{ succeeded: false, detail: expect.stringContaining(words) }])
  expect(received).toBe('')
})

it('is not reached at an address that is not allowed', async () => {
  const host = await givenSocketServer(() => {})

  expect(
    await open('nats', at(host), givenContext({ allowCidrs: [] })).send(givenEvents(1)),
  ).toMatchObject([{ succeeded: false, class: 'addressRefused' }])
})

it('reads a credentials file only with a whole seed', () => {
  const seed = new TextDecoder().decode(createUser().getSeed())
  const file = (text: string) =>
    `-----BEGIN NATS USER JWT-----\na.b.c\n------END NATS USER JWT------\n-----BEGIN USER NKEY SEED-----\n${text}\n------END USER NKEY SEED------`

  expect(must(parseNatsUser(file(seed)), 'user').jwt).toBe('a.b.c')
  const last = seed.endsWith('A') ? 'B' : 'A'
  expect(parseNatsUser(file(seed.slice(0, -3) + last + seed.slice(-2)))).toBeUndefined()
  expect(parseNatsUser(file('SUX'))).toBeUndefined()
})

it.each([
  [{ host: '10.0.0.1' }, {}, 'metadata.host'],
  [{ host: 'nats://nats.acme.example' }, {}, 'metadata.host'],
  [{ subject: 'events.>' }, {}, 'metadata.subject'],
  [{ subject: 'a b' }, {}, 'metadata.subject'],
  [{ subject: 'a..b' }, {}, 'metadata.subject'],
  [{ subjectTemplate: 'data' }, {}, 'metadata.subjectTemplate'],
  [{ username: 'acme' }, { password: '' }, 'secrets.password'],
  [{}, { password: '', natsCredentials: 'none' }, 'secrets.natsCredentials'],
  [{ caCertificate: 'none' }, {}, 'metadata.caCertificate'],
])('refuses the settings %j', (settings, secrets, name) => {
  const { metadata, credentials } = at('nats.acme.example', settings)

  expect(
    sinkTypes.nats.validate(
      { projectId: 'proj_1', metadata, credentials: { ...credentials, ...secrets } },
      givenContext(),
    ),
  ).toMatchObject([{ name }])
})
