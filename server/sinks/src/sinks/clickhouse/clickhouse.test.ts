import { once } from 'node:events'
import { createServer } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { getFirst, getNth, getPort } from '@platform/kernel/values'
import { hasEmulators } from '@platform/testing/emulators'
import { sinkTypes } from '../sink-types.ts'
import { open } from '../testing.ts'
import { givenContext, givenEvents, givenHttp } from '../testing/sink-world.ts'
import { givenClickHouse } from './testing.ts'

describe.runIf(hasEmulators)('a table', () => {
  it('is created with columns for ID, type, time and data', async () => {
    const world = await givenClickHouse()
    const event = getFirst(givenEvents(1))

    await open('clickhouse', world).send([event])

    const rows = await world.query(
      `SELECT * FROM ${world.database}.\`${world.table}\` FORMAT JSONEachRow`,
    )
    expect(rows).toEqual([
      {
        ...{ id: event.id, type: event.type, data: event.body },
        time: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/),
      },
    ])
  })

  it('has a batch once that is sent again, and a message of another batch once with FINAL', async () => {
    const world = await givenClickHouse()
    const sink = open('clickhouse', world)
    const events = givenEvents(3)
    const count = async (final = '') =>
      (
        await world.query(
          `SELECT toUInt32(count()) AS rows FROM ${world.database}.\`${world.table}\` ${final} FORMAT JSONEachRow`,
        )
      )[0].rows

    await sink.send(events)
    await sink.send(events)
    expect(await count()).toBe(3)

    await sink.send(events.slice(0, 1))
    expect(await count()).toBe(4)
    expect(await count('FINAL')).toBe(3)
  })

  it('is created again after somebody dropped it', async () => {
    const world = await givenClickHouse()
    const sink = open('clickhouse', world)
    const events = givenEvents(2)
    await sink.send(events.slice(0, 1))
    await world.query(`DROP TABLE ${world.database}.\`${world.table}\``)

    expect(await sink.send(events.slice(1))).toMatchObject([{ succeeded: true }])
    expect(await world.arrived()).toMatchObject([{ id: getNth(events, 1).id }])
  })

  it('refuses in the words of the server, without the password', async () => {
    const world = await givenClickHouse()
    const wrong = open('clickhouse', { ...world, credentials: { password: 'wr0ng-secret' } })
    const database = open('clickhouse', {
      ...world,
      metadata: { ...world.metadata, database: 'missing' },
    })

    const outcomes = [await wrong.send(givenEvents(1)), await database.send(givenEvents(1))].flat()

    expect(outcomes).toMatchObject([
      { class: 'refused', detail: expect.stringContaining('AUTHENTICATION_FAILED') },
      { class: 'refused', detail: expect.stringContaining('UNKNOWN_DATABASE') },
    ])
    expect(JSON.stringify(outcomes)).not.toContain('wr0ng-secret')
  })

  it('stores the messages beside one that it rejects, whose row is shown with that message alone', async () => {
    const world = await givenClickHouse()
    await world.query(`CREATE TABLE ${world.database}.\`${world.table}\` (id String, type String,
      time DateTime64(3, 'UTC'), data String,
      kind Enum('usual', 'other') DEFAULT JSONExtractString(data, 'kind'),
      CONSTRAINT isUsual CHECK position(data, 'poisoned') = 0) ENGINE = ReplacingMergeTree ORDER BY id`)
    const events = [
      ...givenEvents(3, { kind: 'usual' }),
      ...givenEvents(1, { kind: 'usual', text: 'poisoned, of Ada' }),
      ...givenEvents(2, { kind: 'other' }),
      ...givenEvents(1, { kind: 'unknown' }),
    ]

    const outcomes = await open('clickhouse', world).send(events)

    expect(outcomes.map(({ succeeded }) => succeeded)).toEqual([
      ...[true, true, true, false],
      ...[true, true, false],
    ])
    expect(outcomes[3]).toMatchObject({ detail: expect.stringContaining('VIOLATED_CONSTRAINT') })
    expect(JSON.stringify(outcomes.toSpliced(3, 1))).not.toContain('Ada')
    expect(await world.arrived()).toHaveLength(5)
  })

  it('of other columns refuses in the words of the server', async () => {
    const world = await givenClickHouse()
    await world.query(
      `CREATE TABLE ${world.database}.\`${world.table}\` (a String) ENGINE = MergeTree ORDER BY a`,
    )

    const outcomes = await open('clickhouse', world).send(givenEvents(1))

    expect(outcomes).toMatchObject([
      { succeeded: false, detail: expect.stringContaining('NO_SUCH_COLUMN_IN_TABLE') },
    ])
  })
})

it.each([
  [252, 'TOO_MANY_PARTS', true],
  [202, 'TOO_MANY_SIMULTANEOUS_QUERIES', true],
  [241, 'MEMORY_LIMIT_EXCEEDED', undefined],
])('reports %s %s, and whether fewer calls are asked for', async (code, name, isThrottled) => {
  const { url } = await givenHttp(500, {
    headers: { 'x-clickhouse-exception-code': String(code) },
    body: `Code: ${code}. DB::Exception: No. (${name})`,
  })
  const sink = open('clickhouse', {
    ...{ metadata: { url, database: 'default' }, credentials: {}, arrived: async () => [] },
  })

  const outcome = getFirst(await sink.send(givenEvents(1)))

  expect(outcome).toMatchObject({ detail: expect.stringContaining(name) })
  expect('isThrottled' in outcome ? outcome.isThrottled : undefined).toBe(isThrottled)
})

it('is asked once if what it rejects is about all messages', async () => {
  let requests = 0
  const server = createServer((request, reply) => {
    requests++
    request.resume()
    const words = 'Code: 497. DB::Exception: Not enough privileges. (ACCESS_DENIED)'
    reply.writeHead(403, { 'x-clickhouse-exception-code': '497' }).end(words)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => server.close().closeAllConnections())
  const url = `http://127.0.0.1:${getPort(server)}`
  const sink = open('clickhouse', {
    ...{ metadata: { url, database: 'default' }, credentials: {}, arrived: async () => [] },
  })

  const outcomes = await sink.send(givenEvents(4))

  expect(outcomes.every((one) => 'detail' in one && one.detail.includes('ACCESS_DENIED'))).toBe(
    true,
  )
  expect(requests).toBe(1)
})

it('fails when the server reports an error after it began to answer', async () => {
  const { url } = await givenHttp(200, { headers: { 'x-clickhouse-exception-code': '159' } })
  const sink = open('clickhouse', {
    ...{ metadata: { url, database: 'default' }, credentials: {}, arrived: async () => [] },
  })

  expect(await sink.send(givenEvents(1))).toMatchObject([{ succeeded: false }])
})

it.each([
  [{ url: 'http://10.0.0.1:8123' }, 'metadata.url'],
  [{ database: 'a`; DROP TABLE x' }, 'metadata.database'],
  [{ table: 'a b' }, 'metadata.table'],
  [{ username: undefined }, 'metadata.username'],
  [{ caCertificate: 'none' }, 'metadata.caCertificate'],
])('refuses the settings %j', (settings, name) => {
  const metadata = {
    url: 'https://ch.acme.example:8443',
    database: 'default',
    username: 'acme',
    ...settings,
  }

  const issues = sinkTypes.clickhouse.validate(
    { projectId: 'proj_1', metadata, credentials: { password: 'x' } },
    givenContext(),
  )

  expect(issues).toMatchObject([{ name }])
})
