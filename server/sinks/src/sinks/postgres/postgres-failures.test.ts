import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { createSecureContext, TLSSocket } from 'node:tls'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { DestinationMetadata } from '@platform/contract'
import { newId } from '@platform/kernel/db/new-id'
import { createEgress } from '@platform/kernel/egress'
import { getPort } from '@platform/kernel/values'
import { issueCertificates } from '@platform/testing/certificates'
import { patiently } from '@platform/testing/patiently'
import { message } from '@platform/testing/postgres-messages'
import { givenPooler } from '@platform/testing/pooler'
import type { SinkEvent } from '../event.ts'
import { sinkTypes } from '../sink-types.ts'
import { givenContext, givenEvents } from '../testing/sink-world.ts'
import { open } from '../testing.ts'
import { givenPostgres } from './testing.ts'

type World = Awaited<ReturnType<typeof givenPostgres>>

const givenRead = (id: string, fields: object, objectName = 'contact'): SinkEvent => ({
  id: newId('evt'),
  projectId: 'proj_1',
  type: 'read',
  body: JSON.stringify({
    ...{ action: 'read', groupRef: 'globex', installationId: 'inst_1', objectName },
    result: [{ id, fields }],
  }),
})

/** Starts a server that does with a connection what the test wants. */
async function givenServer(serve: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    serve(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return { host: `127.0.0.1:${getPort(server)}`, sockets }
}

/** Creates a role that may sign in and nothing else, and returns a world of it. */
async function givenRole(world: World, grants: string[] = []) {
  const name = `role_${newId('evt')}`
  await world.query(`create role ${name} login password 'pw'`)
  onTestFinished(async () => {
    await world.query(`drop owned by ${name}`)
    await world.query(`drop role ${name}`)
  })
  for (const grant of grants) await world.query(grant.replace('ROLE', name))
  return { ...world, metadata: { ...world.metadata, user: name }, credentials: { password: 'pw' } }
}

/** The beginning of a message of 2 GB, whose parts the driver gathers. */
const endless = Buffer.alloc(100_000, Buffer.from('N\x7f\xff\xff\xff'))

describe('a server that does not answer as PostgreSQL', () => {
  it.each<[string, (socket: Socket) => void]>([
    ['accepts and never answers', (socket) => void socket.resume()],
    ['closes the connection', (socket) => void socket.resume().end()],
    ['resets the connection', (socket) => socket.resetAndDestroy()],
    ['answers HTTP', (socket) => void socket.resume().end('HTTP/1.1 400 Bad Request\r\n\r\n')],
    [
      'sends without end',
      (socket) => {
        const chunk = Buffer.alloc(1 << 20, Buffer.from('N\x7f\xff\xff\xff'))
        const more = () => void (socket.destroyed || socket.write(chunk, more))
        socket.resume()
        more()
      },
    ],
  ])('fails when it %s', async (_what, serve) => {
    const world = await givenPostgres()
    const { host, sockets } = await givenServer(serve)
    const sink = open(
      'postgres',
      { ...world, metadata: { ...world.metadata, host } },
      givenContext({ timeoutMs: 1_000 }),
    )

    const outcomes = await sink.send(givenEvents(2))

    expect(outcomes).toMatchObject(
      Array.from({ length: 2 }, () => ({
        succeeded: false,
        class: expect.stringMatching(/^(timeout|connection)$/),
      })),
    )
    await vi.waitFor(() => expect(sockets.size).toBe(0), patiently)
  })

  it('ends an idle connection whose server sends what nobody has asked for', async () => {
    const world = await givenPostgres()
    const ready = message('Z', Buffer.from('I'))
    const refusal = message('E', Buffer.from('SERROR\0C42501\0Mno\0\0'))
    const rolledBack = message('C', Buffer.from('ROLLBACK\0'))
    let parts = 0
    const { host, sockets } = await givenServer((socket) => {
      const flood = () => {
        const timer = setInterval(() => {
          parts++
          socket.write(endless)
        }, 20)
        socket.once('close', () => clearInterval(timer))
      }
      // To the sign-in, to the first statement, and to its rollback.
      const answers = [message('R', Buffer.alloc(4)), refusal, rolledBack]
      socket.on('data', () => {
        const answer = answers.shift()
        if (answer) socket.write(Buffer.concat([answer, ready]))
        if (answers.length === 0) flood()
      })
    })
    const sink = open('postgres', { ...world, metadata: { ...world.metadata, host } })

    expect(await sink.send(givenEvents(1))).toMatchObject([{ succeeded: false }])

    await vi.waitFor(() => expect(sockets.size).toBe(0), patiently)
    // Idle connections are ended after ten seconds, in which it would send 500.
    expect(parts).toBeLessThan(100)
  })

  it('holds up no other send for longer than the time limit', async () => {
    const world = await givenPostgres()
    const { host, sockets } = await givenServer((socket) => void socket.resume())
    const sink = open(
      'postgres',
      { ...world, metadata: { ...world.metadata, host } },
      givenContext({ timeoutMs: 300 }),
    )

    const sends = Promise.all(givenEvents(9).map((event) => sink.send([event])))
    await vi.waitFor(() => expect(sockets.size).toBeGreaterThan(0), patiently)
    const most = sockets.size

    expect((await sends).flat()).toMatchObject(
      Array.from({ length: 9 }, () => ({ class: 'timeout' })),
    )
    expect(most).toBeLessThanOrEqual(2)
  })
})

describe('addresses', () => {
  it.each([
    ...[
      '',
      '/var/run/postgresql',
      'a.example,b.example',
      '127.0.0.1,10.0.0.1',
      'x.example?options=-c',
    ],
    ...[
      'postgresql://x.example/',
      'user@x.example',
      'x.example/db',
      'x.example:0',
      'x.example:99999',
    ],
    ...['10.0.0.1', '[::1]', '169.254.169.254:5432', '0x0a.1', 'x y'],
  ])('refuses the host %j', async (host) => {
    const world = await givenPostgres()
    const context = givenContext({ allowCidrs: [] })

    const issues = sinkTypes.postgres.validate(
      { projectId: 'proj_1', ...world, metadata: { ...world.metadata, host } },
      context,
    )

    expect(issues).toMatchObject([{ in: 'body', name: 'metadata.host' }])
  })

  it('refuses a name that resolves to an address that is not allowed, at each connection', async () => {
    const world = await givenPostgres()
    const port = world.metadata.host?.split(':')[1]
    let address = '127.0.0.1'
    const egress = createEgress({
      allowCidrs: ['127.0.0.1/32'],
      lookup: (_host, _options, callback) => callback(null, [{ address, family: 4 }]),
    })
    onTestFinished(() => egress.close())
    const context = { ...givenContext(), egress }
    const metadata = { ...world.metadata, host: `rebind.test:${port}`, sslMode: 'disable' as const }
    const first = await open('postgres', { ...world, metadata }, context).send(givenEvents(1))

    address = '127.0.0.2'
    const second = await open('postgres', { ...world, metadata }, context).send(givenEvents(1))

    expect(first).toMatchObject([{ succeeded: true }])
    expect(second).toMatchObject([{ succeeded: false, class: 'addressRefused' }])
    expect(await world.arrived()).toHaveLength(1)
  })
})

describe('TLS', () => {
  /** A server in front of PostgreSQL that answers TLS with its certificate. */
  async function givenTls(world: World, answer: 'S' | 'N' = 'S') {
    const issued = await issueCertificates()
    if (!issued) throw new Error('openssl is not on this machine')
    const { certificate, privateKey } = issued.server
    const [, port] = world.metadata.host?.split(':') ?? []
    const { host } = await givenServer((socket) => {
      socket.once('data', () => {
        socket.write(answer)
        if (answer === 'N') return
        const secure = new TLSSocket(socket, {
          isServer: true,
          secureContext: createSecureContext({ cert: certificate, key: privateKey }),
        })
        const far = connect(Number(port), '127.0.0.1')
        secure.on('error', () => far.destroy()).on('close', () => far.destroy())
        far.on('error', () => {}).on('close', () => secure.destroy())
        secure.pipe(far).pipe(secure)
      })
    })
    const egress = createEgress({
      allowCidrs: ['127.0.0.0/8'],
      lookup: (_host, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]),
    })
    onTestFinished(() => egress.close())
    const send = (name: string, metadata: DestinationMetadata = {}) =>
      open(
        'postgres',
        {
          ...world,
          metadata: { ...world.metadata, host: host.replace('127.0.0.1', name), ...metadata },
        },
        { ...givenContext({ timeoutMs: 10_000 }), egress },
      ).send(givenEvents(1))
    return { send, authority: issued.authority }
  }

  it('verifies authority and name unless the mode is weaker', async () => {
    const world = await givenPostgres()
    const { send, authority } = await givenTls(world)
    const caCertificate = authority.replaceAll('\n', ' ')
    const tryWith = async (name: string, metadata: DestinationMetadata) => {
      const [outcome] = await send(name, metadata)
      return outcome?.succeeded ? 'stored' : outcome?.class
    }

    expect([
      await tryWith('orchard.test', {}),
      await tryWith('orchard.test', { caCertificate }),
      await tryWith('other.test', { caCertificate }),
      await tryWith('other.test', { caCertificate, sslMode: 'verify-ca' }),
      await tryWith('other.test', { sslMode: 'verify-ca' }),
      await tryWith('other.test', { sslMode: 'require' }),
    ]).toEqual(['tls', 'stored', 'tls', 'stored', 'tls', 'stored'])
  })

  it('sends nothing unencrypted to a server without TLS', async () => {
    const world = await givenPostgres()
    const { send } = await givenTls(world, 'N')

    const outcomes = await send('orchard.test')

    expect(outcomes).toMatchObject([
      { succeeded: false, class: 'tls', detail: 'The server does not support SSL connections' },
    ])
  })
})

describe('the database rejects', () => {
  it('a wrong password, in its own words without it', async () => {
    const world = await givenPostgres()
    // Databases of this name check passwords.
    const database = `checked_${newId('evt')}`
    await world.query(`create database ${database}`)
    onTestFinished(async () => void (await world.query(`drop database ${database} with (force)`)))
    const metadata = { ...world.metadata, database }

    const [right] = await open('postgres', { ...world, metadata }).send(givenEvents(1))
    const [wrong] = await open('postgres', {
      ...{ ...world, metadata },
      credentials: { password: 'wrong-s3cret' },
    }).send(givenEvents(1))
    const relayed = await givenServer((socket) => {
      const upstream = connect(Number(world.metadata.host?.split(':')[1]), '127.0.0.1')
      socket.pipe(upstream).pipe(socket)
    })
    const [none] = await open('postgres', {
      ...{ ...world, metadata: { ...metadata, host: relayed.host }, credentials: {} },
    }).send(givenEvents(1))

    expect(right).toMatchObject({ succeeded: true })
    expect(wrong).toMatchObject({
      class: 'refused',
      detail: 'password authentication failed for user "postgres" (SQLSTATE 28P01)',
    })
    expect(none).toMatchObject({ succeeded: false, detail: expect.stringContaining('password') })
    // PostgreSQL waits for a password for a minute, and cannot end a session that has none.
    await vi.waitFor(() => expect(relayed.sockets.size).toBe(0), patiently)
  })

  it('with the password in its words, which are shown without it', async () => {
    const world = await givenPostgres()
    const { host } = await givenServer((socket) => {
      socket.once('data', () => socket.write(message('R', Buffer.from([0, 0, 0, 3]))))
      socket.on('data', (bytes: Buffer) => {
        const words = `SFATAL\0C28000\0Mno ${bytes.toString('utf8', 5, bytes.length - 1)}!\0\0`
        if (bytes[0] === 'p'.charCodeAt(0)) socket.end(message('E', Buffer.from(words)))
      })
    })
    const metadata = { ...world.metadata, host }

    const outcomes = await open('postgres', {
      ...{ ...world, metadata },
      credentials: { password: 's3cret' },
    }).send(givenEvents(1))

    expect(outcomes).toMatchObject([{ class: 'refused', detail: 'no …! (SQLSTATE 28000)' }])
  })

  it('a role without rights or connections, and what one may not do', async () => {
    const world = await givenPostgres()
    await open('postgres', world).send([givenRead('1', { a: 1 }), ...givenEvents(1)])
    const role = await givenRole(world, [
      'grant usage on schema public to ROLE',
      'grant select, insert, update on events to ROLE',
      'grant select on contact to ROLE',
    ])
    const readOnly = await givenRole(world, [
      'grant insert, select on events to ROLE',
      'alter role ROLE set default_transaction_read_only = on',
    ])
    const full = await givenRole(world, ['alter role ROLE connection limit 0'])

    const onEvents = await open('postgres', role).send(givenEvents(1))
    const onContact = await open('postgres', role).send([givenRead('2', { a: 1 })])
    const onColumn = await open('postgres', role).send([givenRead('2', { b: 1 })])
    const inReadOnly = await open('postgres', readOnly).send(givenEvents(1))
    const inFull = await open('postgres', full).send(givenEvents(1))

    const refuse = (code: string) => [
      { succeeded: false, class: 'refused', detail: expect.stringContaining(code) },
    ]
    expect(onEvents).toMatchObject([{ succeeded: true }])
    expect(onContact).toMatchObject(refuse('42501'))
    expect(onColumn).toMatchObject(refuse('42501'))
    expect(inReadOnly).toMatchObject(refuse('25006'))
    expect(inFull).toMatchObject(refuse('53300'))
    expect(inFull).toMatchObject([{ isThrottled: true }])
  })

  it('one message of a batch, and stores the others', async () => {
    const world = await givenPostgres()
    const sink = open('postgres', world)
    await sink.send([givenRead('0', { a: 1 })])
    await world.query('alter table contact add check (a <> 13)')
    const messages = Array.from({ length: 40 }, (_, a) => givenRead(String(a + 1), { a }))

    const outcomes = await sink.send(messages)

    const failed = outcomes.flatMap((outcome, n) => (outcome.succeeded ? [] : [[n, outcome]]))
    expect(failed).toMatchObject([
      [13, { class: 'refused', detail: expect.stringContaining('23514') }],
    ])
    expect(await world.query('select count(*)::int from contact')).toEqual([{ count: 40 }])
  })

  it.each(['45000', 'UX001', 'HV000'])(
    'one message of a batch by a code of its own (%s), and shows it to no other',
    async (code) => {
      const world = await givenPostgres()
      const sink = open('postgres', world)
      await sink.send([givenRead('0', { a: 1 })])
      await world.query(`create function check_a() returns trigger language plpgsql as $$ begin
        if new.a = 3 then raise 'odd row %', new using errcode = '${code}'; end if; return new; end $$`)
      await world.query(
        'create trigger of_owner before insert on contact for each row execute function check_a()',
      )

      const outcomes = await sink.send(
        Array.from({ length: 6 }, (_, a) => givenRead(String(a + 1), { a })),
      )

      expect(outcomes.map(({ succeeded }) => succeeded)).toEqual(outcomes.map((_, n) => n !== 3))
      expect(outcomes[3]).toMatchObject({ detail: expect.stringContaining('odd row') })
    },
  )

  it('a wider column that a view needs, but not the messages that fit', async () => {
    const world = await givenPostgres()
    const sink = open('postgres', world)
    await sink.send([givenRead('0', { a: 1 })])
    await world.query('create view of_contact as select a from contact')

    const outcomes = await sink.send([
      givenRead('1', { a: 2 }),
      givenRead('2', { a: 'two' }),
      givenRead('3', { a: 3, b: 'new' }),
    ])

    expect(outcomes).toMatchObject([
      { succeeded: true },
      { succeeded: false, class: 'refused', detail: expect.stringContaining('0A000') },
      { succeeded: true },
    ])
  })

  it('everything while its disk is full, and is asked less often', async () => {
    const world = await givenPostgres()
    const sink = open('postgres', world)
    await sink.send(givenEvents(1))
    await world.query(`create function fill() returns trigger language plpgsql as $$ begin
      raise 'could not extend file' using errcode = '53100'; end $$`)
    await world.query('create trigger full_disk before insert on events execute function fill()')

    const outcomes = await sink.send(givenEvents(3))

    expect(outcomes).toMatchObject(
      Array.from({ length: 3 }, () => ({ class: 'refused', isThrottled: true })),
    )
  })
})

describe('several processes', () => {
  it('create and widen the same tables at the same time without a loss', async () => {
    const world = await givenPostgres()
    const sinks = Array.from({ length: 4 }, () => open('postgres', world))
    const objects = ['contact', 'account', 'deal']
    const sendAll = async (sink: (typeof sinks)[number], from: number) => {
      const outcomes = []
      for (let round = 0; round < 5; round++) {
        const messages = objects
          .toSorted(() => Math.random() - 0.5)
          .flatMap((objectName) =>
            Array.from({ length: 20 }, (_, n) =>
              givenRead(String(n), { [`f${(round + from) % 7}`]: round % 2 ? n : 'x' }, objectName),
            ),
          )
        outcomes.push(...(await sink.send([...messages, ...givenEvents(3)])))
      }
      return outcomes
    }

    const outcomes = (await Promise.all(sinks.map(sendAll))).flat()

    expect(outcomes.filter(({ succeeded }) => !succeeded)).toEqual([])
    expect(await world.arrived()).toHaveLength(60)
    for (const objectName of objects) {
      expect(await world.query(`select count(*)::int from ${objectName}`)).toEqual([{ count: 20 }])
    }
  })

  it('clear the values of a column that another one has added', async () => {
    const world = await givenPostgres()
    const [one, other] = [open('postgres', world), open('postgres', world)]
    await one.send([givenRead('1', { a: 1 })])
    await other.send([givenRead('1', { a: 2, added: 'x' })])

    await one.send([givenRead('1', { a: 3 })])

    expect(await world.query('select a, added from contact')).toEqual([{ a: '3', added: null }])
  })

  it('share the sessions of a pooler per transaction', async () => {
    const world = await givenPostgres()
    const pooler = await givenPooler(world.connectionString, {
      poolsByTransaction: () => true,
      next: 'first',
      servers: 3,
    })
    const { host } = new URL(pooler.connectionString)
    const sinks = Array.from({ length: 3 }, () =>
      open('postgres', { ...world, metadata: { ...world.metadata, host } }),
    )

    const outcomes = await Promise.all(
      sinks.flatMap((sink) =>
        [1, 2, 3].map((n) => sink.send([givenRead(String(n), { a: n }), ...givenEvents(2)])),
      ),
    )

    expect(outcomes.flat().filter(({ succeeded }) => !succeeded)).toEqual([])
    expect(await world.arrived()).toHaveLength(18)
  })
})

it.each([true, false])(
  'stores everything once after the connection breaks at any packet (delivered: %s)',
  async (isDelivered) => {
    const world = await givenPostgres()
    const messages = [
      ...givenEvents(2),
      givenRead('1', { a: 1 }),
      givenRead('2', { a: 'text' }),
      givenRead('3', { a: 1 }, 'account'),
    ]
    let broken = 0
    for (let packet = 1; ; packet++) {
      const sink = open('postgres', world)
      const killed = world.sessions.killAt(packet, isDelivered)
      const outcomes = await sink.send(messages)
      sink.close()
      if (outcomes.every(({ succeeded }) => succeeded)) break
      await killed
      broken++
      world.sessions.comeBack()
    }

    expect(broken).toBeGreaterThan(8)
    expect(await world.arrived()).toHaveLength(2)
    expect(await world.query('select _record_id as id, a from contact order by 1')).toEqual([
      { id: '1', a: '1' },
      { id: '2', a: 'text' },
    ])
    expect(await world.query('select count(*)::int from account')).toEqual([{ count: 1 }])
  },
)

it('ends its connections when it is closed, and uses two at most', async () => {
  const world = await givenPostgres()
  const sink = open('postgres', world)
  const count = () =>
    world.query<{ count: number }>(
      `select count(*)::int from pg_stat_activity
        where datname = current_database() and application_name = 'integration platform'`,
    )
  await Promise.all(givenEvents(30).map((event) => sink.send([event])))
  const used = await count()

  sink.close()

  expect(used).toEqual([{ count: 2 }])
  await vi.waitFor(async () => expect(await count()).toEqual([{ count: 0 }]), patiently)
})
