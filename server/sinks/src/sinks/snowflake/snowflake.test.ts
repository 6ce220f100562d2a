import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { timeOfId } from '@platform/kernel/db/new-id'
import { getFirst, getPort } from '@platform/kernel/values'
import { sinkTypes } from '../sink-types.ts'
import { open } from '../testing.ts'
import { givenContext, givenEvents, givenHttp } from '../testing/sink-world.ts'
import { givenSnowflake, snowflakeUserKey } from './testing.ts'

it('creates the table once, and stores each message once', async () => {
  const world = await givenSnowflake({ warehouse: 'load', role: 'Writer' })
  const sink = open('snowflake', world)
  const events = givenEvents(3)

  await sink.send(events)
  const again = await sink.send([...events, ...events])

  expect(again.every(({ succeeded }) => succeeded)).toBe(true)
  expect(
    [...(world.tables.get('ANALYTICS.RAW.PLATFORM_EVENTS') ?? [])].map(([, row]) => row),
  ).toEqual(
    events.map(({ id, type, body }) => ({
      ...{ id, type, time: timeOfId(id), data: JSON.parse(body) },
    })),
  )
  expect(world.statements.map(({ statement }) => statement.slice(0, 6))).toEqual([
    ...['MERGE ', 'CREATE', 'MERGE ', 'MERGE '],
  ])
  expect(getFirst(world.statements)).toMatchObject({ warehouse: 'LOAD', role: 'WRITER' })
})

it('stores the messages of a batch beside one that cannot be stored', async () => {
  const world = await givenSnowflake()
  const events = [...givenEvents(5), ...givenEvents(1, { text: 'poisoned' }), ...givenEvents(3)]

  const outcomes = await open('snowflake', world).send(events)

  expect(outcomes.map(({ succeeded }) => succeeded)).toEqual(events.map((_, index) => index !== 5))
  expect(outcomes[5]).toMatchObject({
    class: 'refused',
    detail: '100069: Error parsing JSON: poisoned, pos 9',
  })
  expect(await world.arrived()).toHaveLength(8)
})

it('waits for a statement that takes longer', async () => {
  const world = await givenSnowflake({}, { isSlow: true })

  expect(await open('snowflake', world).send(givenEvents(1))).toMatchObject([{ succeeded: true }])
  expect(await world.arrived()).toHaveLength(1)
})

it('ends an attempt whose statement never ends', async () => {
  const paths: (string | undefined)[] = []
  const server = createServer((request, reply) => {
    paths.push(request.url)
    request.resume()
    reply.writeHead(202).end('{"code":"333334","message":"…","statementHandle":"../../x"}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => server.close().closeAllConnections())
  const world = await givenSnowflake({ endpointUrl: `http://127.0.0.1:${getPort(server)}` })
  const sink = open('snowflake', world, givenContext({ timeoutMs: 1_500 }))

  expect(await sink.send(givenEvents(1))).toMatchObject([{ succeeded: false, class: 'timeout' }])
  expect(paths).toContain('/api/v2/statements/..%2F..%2Fx')
})

it('refuses in the words of Snowflake, without the key', async () => {
  const world = await givenSnowflake()
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const privateKey = other.export({ type: 'pkcs8', format: 'pem' })

  const outcomes = [
    ...(await open('snowflake', { ...world, credentials: { privateKey } }).send(givenEvents(1))),
    ...(await open('snowflake', {
      ...world,
      metadata: { ...world.metadata, database: 'missing' },
    }).send(givenEvents(1))),
  ]

  expect(outcomes).toMatchObject([
    { class: 'refused', detail: expect.stringContaining('390144: JWT token is invalid') },
    { class: 'refused', detail: expect.stringContaining('002003: SQL compilation error') },
  ])
  expect(JSON.stringify(outcomes)).not.toContain('eyJ')
})

it.each([
  [429, { isThrottled: true }],
  [408, { class: 'timeout' }],
])('reports the status %i', async (status, expected) => {
  const { url } = await givenHttp(status, { body: '{"code":"000630","message":"Later."}' })
  const world = await givenSnowflake({ endpointUrl: url })

  expect(await open('snowflake', world).send(givenEvents(1))).toMatchObject([
    { succeeded: false, detail: '000630: Later.', ...expected },
  ])
})

it.each([
  [{ accountIdentifier: 'evil.example/x' }, {}, 'metadata.accountIdentifier'],
  [{ accountIdentifier: 'a#b' }, {}, 'metadata.accountIdentifier'],
  [{ user: 'a"b' }, {}, 'metadata.user'],
  [{ database: 'a; DROP TABLE x' }, {}, 'metadata.database'],
  [{ database: undefined }, {}, 'metadata.database'],
  [{ schema: 'a-b' }, {}, 'metadata.schema'],
  [{ table: 'a.b' }, {}, 'metadata.table'],
  [{ warehouse: 'a b' }, {}, 'metadata.warehouse'],
  [{ role: '' }, {}, 'metadata.role'],
  [{ endpointUrl: 'http://10.0.0.1/' }, {}, 'metadata.endpointUrl'],
  [{}, { privateKey: undefined }, 'secrets.privateKey'],
  [{}, { privateKey: 'none' }, 'secrets.privateKey'],
])('refuses the settings %j', (settings, secrets, name) => {
  const metadata = {
    ...{ accountIdentifier: 'acme-analytics', user: 'integrations' },
    ...{ database: 'analytics', schema: 'raw', ...settings },
  }

  expect(
    sinkTypes.snowflake.validate(
      { projectId: 'proj_1', metadata, credentials: { privateKey: snowflakeUserKey, ...secrets } },
      givenContext(),
    ),
  ).toMatchObject([{ name }])
})
