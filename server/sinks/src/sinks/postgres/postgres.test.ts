import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import type { ResultEntry } from '@platform/contract'
import type { SinkEvent } from '../event.ts'
import { givenEvents } from '../testing/sink-world.ts'
import { open } from '../testing.ts'
import { givenRecords, givenSchemaChange } from '../tables/testing.ts'
import { givenPostgres } from './testing.ts'

type World = Awaited<ReturnType<typeof givenPostgres>>

const listRows = (world: World, table = 'contact') =>
  world.query<Record<string, unknown>>(`select * from ${table} order by _record_id`)

const succeeded = (count: number) => Array(count).fill(expect.objectContaining({ succeeded: true }))

it('stores records as rows with a column per field, and reports no event', async () => {
  const world = await givenPostgres()
  const sink = open('postgres', world)
  const message = givenRecords([
    {
      id: '7',
      versionTime: '2026-01-15T09:30:00.123Z',
      fields: { FirstName: 'Ada', 'Is Active': true, Score: 1.5, Tags: ['a', { b: null }] },
      mappedFields: { email: 'ada@globex.example' },
      raw: { Id: '7' },
    },
    { id: '8', fields: { FirstName: null }, raw: {} },
  ])

  const outcomes = await sink.send([message])

  expect(outcomes).toEqual(succeeded(1))
  expect(await listRows(world)).toMatchObject([
    {
      _group_ref: 'globex',
      _installation_id: 'inst_1',
      _record_id: '7',
      _provider: 'salesforce',
      _operation_id: 'op_1',
      _event_id: message.id,
      _changed_at: new Date('2026-01-15T09:30:00.123Z'),
      _deleted_at: null,
      _raw: null,
      firstname: 'Ada',
      is_active: true,
      score: '1.5',
      tags: ['a', { b: null }],
      email: 'ada@globex.example',
    },
    { _record_id: '8', _changed_at: null, firstname: null, email: null },
  ])
  const events = await world.query("select to_regclass('events') as found")
  expect(events).toEqual([{ found: null }])
})

it('keeps the latest version, whatever the order in which versions arrive', async () => {
  const world = await givenPostgres()
  const sink = open('postgres', world)
  const versions = ['2026-01-15T09:30:00Z', '2026-01-15T09:31:00Z', '2026-01-15T09:31:00Z'].map(
    (versionTime, n) => givenRecords([{ id: '7', versionTime, fields: { n } }]),
  )
  const [first, second, third] = versions as [SinkEvent, SinkEvent, SinkEvent]

  for (const message of [second, first, third, second, first]) await sink.send([message])
  const alone = await listRows(world)
  await world.query('truncate contact')
  await sink.send([third, first, second])

  expect(alone).toMatchObject([{ _event_id: third.id, n: '2' }])
  expect(await listRows(world)).toMatchObject([{ _event_id: third.id, n: '2' }])
})

it('replaces a version whose time is impossible', async () => {
  const world = await givenPostgres()
  const sink = open('postgres', world)
  const send = (n: number, versionTime: string) =>
    sink.send([givenRecords([{ id: '7', versionTime, fields: { n } }])])

  const outcomes = [
    await send(1, '+012026-01-15T09:30:00.000Z'),
    await send(2, new Date(Date.now() + 60_000).toISOString()),
  ]

  expect(outcomes.flat()).toEqual(succeeded(2))
  expect(await listRows(world)).toMatchObject([{ n: '2' }])
})

it('stores records beside those whose IDs PostgreSQL neither stores nor indexes', async () => {
  const world = await givenPostgres()
  const sink = open('postgres', world)
  const long = randomBytes(4_000).toString('hex')
  const ids = ['a\0', 'a\uD800', 'a\uD801', 'a\uFFFD', 'é'.repeat(600), long, `${long}0`, '7']
  const message = givenRecords(ids.map((id, n) => ({ id, fields: { n } })))
  const deletion = givenRecords(
    ids.map((id) => ({ id, subscribeEventType: 'delete' })),
    { type: 'subscribe' },
  )

  const outcomes = [...(await sink.send([message])), ...(await sink.send([deletion]))]

  expect(outcomes).toEqual(succeeded(2))
  const rows = await world.query(
    'select n, _deleted_at is null as exists from contact order by n::int',
  )
  expect(rows).toEqual(ids.map((_, n) => ({ n: String(n), exists: false })))
  const kept = await world.query("select 1 from contact where _record_id in ('7', 'a\uFFFD')")
  expect(kept).toHaveLength(2)
})

it('changes nothing when a message is repeated', async () => {
  const world = await givenPostgres()
  const sink = open('postgres', world)
  const messages = [givenRecords([{ id: '7', fields: { n: 1 } }]), ...givenEvents(1)]
  await sink.send(messages)
  const find = () => world.query('select c.xmin, e.xmin as event from contact c, events e')
  const before = await find()

  const again = await sink.send(messages)

  expect(again).toEqual(succeeded(2))
  expect(await find()).toEqual(before)
})

it('marks deleted records and keeps their values, until they are restored', async () => {
  const world = await givenPostgres()
  const sink = open('postgres', world)
  const deletion: ResultEntry = {
    ...{ id: '7', versionTime: '2026-01-15T10:00:00.000Z' },
    ...{ subscribeEventType: 'delete', fields: {} },
  }
  const first = givenRecords([{ id: '7', versionTime: '2026-01-15T09:00:00Z', fields: { n: 1 } }])
  const gone = givenRecords([deletion], { type: 'subscribe' })
  const older = givenRecords([{ id: '7', versionTime: '2026-01-15T09:30:00Z', fields: { n: 2 } }])
  const restored = givenRecords([
    { id: '7', versionTime: '2026-01-15T11:00:00Z', fields: { n: 3 } },
  ])

  await sink.send([first])
  await sink.send([gone])
  const afterDeletion = await listRows(world)
  await sink.send([older])
  const afterOlder = await listRows(world)
  await sink.send([restored])

  expect(afterDeletion).toMatchObject([{ _deleted_at: new Date('2026-01-15T10:00:00Z'), n: '1' }])
  expect(afterOlder).toEqual(afterDeletion)
  expect(await listRows(world)).toMatchObject([{ _deleted_at: null, n: '3' }])
})

it('adds and widens columns, and never loses a value', async () => {
  const world = await givenPostgres()
  const sink = open('postgres', world)
  const send = (id: string, fields: object) =>
    sink.send([givenRecords([{ id, fields: { ...fields } }])])

  await send('1', { a: 1, b: true, c: { x: 1 } })
  await send('2', { a: 'many', b: 2, c: 'text', d: 'new' })
  await send('3', { a: { y: 1 }, b: null })

  const types = await world.query<{ name: string; type: string }>(
    `select column_name as name, data_type as type from information_schema.columns
      where table_name = 'contact' and column_name !~ '^_' order by ordinal_position`,
  )
  expect(types.map(({ name, type }) => [name, type])).toEqual([
    ['a', 'text'],
    ['b', 'text'],
    ['c', 'jsonb'],
    ['d', 'text'],
  ])
  expect(await listRows(world)).toMatchObject([
    { a: '1', b: 'true', c: { x: 1 }, d: null },
    { a: 'many', b: '2', c: 'text', d: 'new' },
    { a: '{"y":1}', b: null, c: null, d: null },
  ])
})

it('follows changes of the schema, once the table exists', async () => {
  const world = await givenPostgres()
  const sink = open('postgres', world)
  const change = () =>
    givenSchemaChange({
      createdFields: [{ fieldName: 'Budget', displayName: 'Budget', valueType: 'float' }],
      changedFields: [
        {
          oldSchema: { fieldName: 'Level', displayName: 'Level', valueType: 'int' },
          newSchema: { fieldName: 'Level', displayName: 'Level', valueType: 'string' },
        },
      ],
      deletedFields: [{ fieldName: 'Level', displayName: 'Level' }],
    })

  const outcomes = await sink.send([change()])
  await sink.send([givenRecords([{ id: '1', fields: { Level: 3 } }])])
  outcomes.push(...(await sink.send([change()])))

  expect(outcomes).toEqual(succeeded(2))
  const columns = await world.query(
    `select column_name as name, data_type as type from information_schema.columns
      where table_name = 'contact' and column_name in ('level', 'budget') order by name`,
  )
  expect(columns).toEqual([
    { name: 'budget', type: 'numeric' },
    { name: 'level', type: 'text' },
  ])
  expect(await listRows(world)).toMatchObject([{ level: '3', budget: null }])
  expect(await world.arrived()).toHaveLength(2)
})

it('stores numbers with all their digits, and replaces NUL', async () => {
  const world = await givenPostgres()
  const sink = open('postgres', world)
  const message = givenRecords([
    { id: '1', fields: { text: 'a\0b\ud800', big: 'BIG', huge: 'HUGE' } },
  ])
  const exact = '12345678901234567890.12345678901234567890'
  const body = message.body.replace('"BIG"', exact).replace('"HUGE"', '1e200000')

  const outcomes = await sink.send([{ ...message, body }])

  expect(outcomes).toEqual(succeeded(1))
  expect(await listRows(world)).toMatchObject([
    { text: 'a\uFFFDb\uFFFD', big: exact, huge: '1e200000' },
  ])
})

it('rejects nothing for names of fields that are hostile to SQL', async () => {
  const world = await givenPostgres()
  const sink = open('postgres', world)
  const names = [
    ...[
      '"; drop table contact; --',
      "'",
      '\\',
      'a"b',
      'select',
      'User',
      '1st',
      '',
      '_',
      '\0',
      '💥',
    ],
    ...['xmin', 'CTID', 'oid', '_record_id', '_Written_At', '_more', 'a-b', 'a_b', 'A B', 'ä', 'Ä'],
    ...['x'.repeat(200), `${'x'.repeat(200)}y`, 'é'.repeat(60), 'constructor', '__proto__'],
  ]
  const fields = Object.fromEntries(names.map((name, n) => [name, n]))

  const outcomes = await sink.send([
    givenRecords([{ id: '1', fields, mappedFields: { select: 'mapped' } }], {
      objectName: '"; drop schema public; --',
    }),
  ])

  expect(outcomes).toEqual(succeeded(1))
  const [table] = await world.query<{ name: string }>(
    "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  )
  expect(table?.name).toBe('drop_schema_public')
  const [row = {}] = await listRows(world, table?.name)
  const stored = Object.entries(row).filter(([name]) => !name.startsWith('_'))
  const expected = ['mapped', ...names.map((_, n) => String(n))]
  expect(stored.map(([, value]) => value).toSorted()).toEqual(expected.toSorted())
})

it('stores fields beyond the limit of columns together, and rejects a row that is too large', async () => {
  const world = await givenPostgres()
  const sink = open('postgres', world)
  const fill = (count: number, value: string) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`f${n}`, `${value}${n}`]))

  await sink.send([givenRecords([{ id: '1', fields: fill(2_000, 'x'.repeat(9)) }])])
  await world.query('create index on contact (f1)')

  const outcomes = await sink.send([
    givenRecords([{ id: '1', fields: fill(2_000, 'x'.repeat(9)) }]),
    givenRecords([{ id: '3', fields: { f1: randomBytes(5_000).toString('hex') } }]),
    givenRecords([{ id: '2', fields: { f1: 'y', f1999: 'z' } }]),
  ])

  expect(outcomes).toMatchObject([
    { succeeded: true },
    {
      succeeded: false,
      class: 'tooLarge',
      isFinal: true,
      detail: expect.stringContaining('54000'),
    },
    { succeeded: true },
  ])
  const rows = await world.query('select _record_id as id, f1, f349, _more from contact order by 1')
  expect(rows).toMatchObject([
    { id: '1', f1: 'xxxxxxxxx1', f349: 'xxxxxxxxx349', _more: { 'fields.f1999': 'xxxxxxxxx1999' } },
    { id: '2', f1: 'y', f349: null, _more: { 'fields.f1999': 'z' } },
  ])
})

it('distinguishes objects whose names are folded to one', async () => {
  const world = await givenPostgres()
  const sink = open('postgres', world)
  const names = ['deal-stage', 'deal stage', 'Deal-Stage', 'events', 'x'.repeat(100)]

  const outcomes = await sink.send([
    ...names.map((objectName) =>
      givenRecords([{ id: objectName, fields: { a: 1 } }], { objectName }),
    ),
    ...givenEvents(1),
  ])

  expect(outcomes).toEqual(succeeded(6))
  const tables = await world.query<{ name: string; marker: string }>(
    `select relname as name, obj_description(oid) as marker from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace order by 2`,
  )
  expect(tables.map(({ name, marker }) => [name.replace(/_[0-9a-f]{12}$/, '_…'), marker])).toEqual([
    ['events', 'platform events'],
    [expect.stringMatching(/^deal_stage/), 'platform object: deal stage'],
    [expect.stringMatching(/^deal_stage/), 'platform object: deal-stage'],
    ['events_…', 'platform object: events'],
    ['x'.repeat(63), `platform object: ${'x'.repeat(100)}`],
  ])
})

it.each([
  ['table contact (id text)', 'contact'],
  ['view contact as select 1 as id', 'contact'],
  ['table events (id text)', 'events'],
])('never touches a foreign %s', async (definition, table) => {
  const world = await givenPostgres()
  await world.query(`create ${definition}`)
  const sink = open('postgres', world)
  const find = () =>
    world.query("select attname, xmin from pg_attribute where attrelid in ('contact'::regclass)")
  const isContact = table === 'contact'
  const before = isContact ? await find() : []

  const outcomes = await sink.send([
    givenRecords([{ id: '1', fields: { a: 1 } }]),
    givenRecords([{ id: '1', fields: { a: 1 } }], { objectName: 'account' }),
    ...givenEvents(1),
  ])

  const refused = {
    succeeded: false,
    class: 'refused',
    detail: `"public"."${table}" already exists, and was not created by the platform. Rename it, or choose another schema for the destination.`,
  }
  const accepted = { succeeded: true }
  expect(outcomes).toMatchObject(
    isContact ? [refused, accepted, accepted] : [accepted, accepted, refused],
  )
  if (isContact) expect(await find()).toEqual(before)
})

it('creates a schema of its own, and stores raw records if asked to', async () => {
  const world = await givenPostgres({ schema: 'Synced "data"', includeRaw: true })
  const sink = open('postgres', world)

  const outcomes = await sink.send([
    givenRecords([{ id: '1', fields: { a: 1 }, raw: { Id: 1 }, associations: { company: [] } }]),
    ...givenEvents(1),
  ])

  expect(outcomes).toEqual(succeeded(2))
  expect(await listRows(world, '"Synced ""data"""."contact"')).toMatchObject([
    { a: '1', _raw: { Id: 1 }, _associations: { company: [] } },
  ])
})

it('stores messages that contain more than records as events too', async () => {
  const world = await givenPostgres()
  const sink = open('postgres', world)
  const moved: ResultEntry = { id: '7', subscribeEventType: 'associationUpdate', fields: {} }
  const changes = givenRecords([moved, { id: '8', fields: { a: 1 } }], { type: 'subscribe' })
  const download = {
    ...givenRecords([]),
    body: JSON.stringify({ groupRef: 'g', installationId: 'i', objectName: 'contact' }),
  }
  const former = givenRecords([{ fields: { a: 1 } }])
  const test = { ...givenRecords([{ id: '9', fields: { a: 1 } }]), isTest: true as const }

  const outcomes = await sink.send([changes, download, former, test])

  expect(outcomes).toEqual(succeeded(4))
  expect(await world.query('select id from events order by id')).toEqual(
    [changes, download, former, test].map(({ id }) => ({ id })),
  )
  expect(await listRows(world)).toMatchObject([{ _record_id: '8' }])
})
