import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { DestinationType } from '@platform/contract'
import { getFirst } from '@platform/kernel/values'
import { hasEmulators } from '@platform/testing/emulators'
import { givenBigQuery } from '../bigquery/testing.ts'
import { givenClickHouse } from '../clickhouse/testing.ts'
import type { SinkEvent } from '../event.ts'
import { givenDatabricks } from '../databricks/testing.ts'
import { givenSnowflake } from '../snowflake/testing.ts'
import { open } from '../testing.ts'
import { givenEvents, type SinkWorld } from '../testing/sink-world.ts'
import { givenRecords, givenSchemaChange } from './testing.ts'

interface TableWorld extends SinkWorld {
  /** Returns the rows of the table of an object in the order of their records. */
  list(objectName: string): Promise<Record<string, unknown>[]>
}

interface TableKind {
  type: DestinationType
  givenWorld(): Promise<TableWorld>
  /** Whether deleted records keep their values, and a column of numbers can become one of text. */
  keepsDeleted: boolean
  widens: boolean
  /** Lets the database refuse rows whose name is `poisoned`. */
  poison?(world: TableWorld): Promise<unknown>
}

const kinds: TableKind[] = [
  ...(hasEmulators
    ? [
        {
          ...{ type: 'clickhouse' as const, givenWorld: () => givenClickHouse() },
          ...{ keepsDeleted: false, widens: true },
          poison: (world: TableWorld) =>
            (world as Awaited<ReturnType<typeof givenClickHouse>>).query(
              `ALTER TABLE ${world.metadata.database}.contact ADD CONSTRAINT c CHECK ifNull(name, '') != 'poisoned'`,
            ),
        },
      ]
    : []),
  ...[
    { type: 'snowflake' as const, givenWorld: () => givenSnowflake() },
    { type: 'bigquery' as const, givenWorld: () => givenBigQuery() },
    { type: 'databricks' as const, givenWorld: () => givenDatabricks() },
  ].map((kind) => ({ ...kind, keepsDeleted: true, widens: false })),
]

const succeeded = (count: number) => Array(count).fill(expect.objectContaining({ succeeded: true }))
const parse = (cell: unknown) => (typeof cell === 'string' ? JSON.parse(cell) : cell)

describe.each(kinds)('$type, tables of records', (kind) => {
  const { type, givenWorld, keepsDeleted, widens } = kind

  it('have a row per record and a column per field', async () => {
    const world = await givenWorld()
    const message = givenRecords([
      {
        id: '7',
        versionTime: '2026-01-15T09:30:00.123Z',
        fields: { FirstName: 'Ada', 'Is Active': true, Score: 1.5, Tags: ['a', { b: null }] },
        mappedFields: { email: "o'ada\\@globex.example" },
        raw: { Id: '7' },
      },
      { id: '8', fields: { FirstName: null }, raw: {} },
    ])

    const outcomes = await open(type, world).send([message])

    expect(outcomes).toEqual(succeeded(1))
    const rows = await world.list('contact')
    expect(rows).toMatchObject([
      {
        ...{ _group_ref: 'globex', _installation_id: 'inst_1', _record_id: '7' },
        ...{ _provider: 'salesforce', _operation_id: 'op_1', _event_id: message.id },
        ...{ firstname: 'Ada', is_active: true, score: 1.5, email: "o'ada\\@globex.example" },
        _deleted_at: null,
      },
      { _record_id: '8', _changed_at: null, firstname: null, email: null },
    ])
    expect(parse(getFirst(rows)['tags'])).toEqual(['a', { b: null }])
    expect(await world.arrived()).toEqual([])
  })

  it('keep the latest version, whatever the order, and a repeated message changes nothing', async () => {
    const world = await givenWorld()
    const sink = open(type, world)
    const [first, second, third] = ['09:30', '09:31', '09:31'].map((minute, n) =>
      givenRecords([{ id: '7', versionTime: `2026-01-15T${minute}:00Z`, fields: { n } }]),
    ) as [SinkEvent, SinkEvent, SinkEvent]

    for (const message of [second, first, third, second, first]) await sink.send([message])
    const alone = await world.list('contact')
    await sink.send([third, first, second])

    expect(alone).toMatchObject([{ _event_id: third.id, n: 2 }])
    expect(await world.list('contact')).toEqual(alone)
  })

  it('mark deleted records, until they are restored', async () => {
    const world = await givenWorld()
    const sink = open(type, world)
    const deletion = { id: '7', subscribeEventType: 'delete' as const, fields: {}, raw: {} }

    await sink.send([givenRecords([{ id: '7', fields: { name: 'Ada' } }])])
    await sink.send([givenRecords([deletion], { type: 'subscribe' })])
    const deleted = await world.list('contact')
    await sink.send([givenRecords([{ id: '7', fields: { name: 'Ada again' } }])])

    expect(deleted).toMatchObject([
      { _deleted_at: expect.anything(), name: keepsDeleted ? 'Ada' : null },
    ])
    expect(await world.list('contact')).toMatchObject([{ _deleted_at: null, name: 'Ada again' }])
  })

  it('get new columns, and never lose a value of another type', async () => {
    const world = await givenWorld()
    const sink = open(type, world)

    await sink.send([givenRecords([{ id: '1', fields: { level: 1 } }])])
    await sink.send([givenRecords([{ id: '2', fields: { level: 'high', extra: 'x' } }])])
    await open(type, world).send([givenRecords([{ id: '3', fields: { level: { a: 1 } } }])])

    const [one, two, three] = await world.list('contact')
    expect(one).toMatchObject({ level: widens ? '1' : 1, extra: null })
    expect(two).toMatchObject({ extra: 'x', level: widens ? 'high' : null })
    if (widens) expect(parse(three?.['level'])).toEqual({ a: 1 })
    else {
      expect(parse(two?.['_more'])).toEqual({ 'fields.level': 'high' })
      expect(parse(three?.['_more'])).toEqual({ 'fields.level': { a: 1 } })
    }
  })

  it('follow changes of the schema, once they exist', async () => {
    const world = await givenWorld()
    const sink = open(type, world)
    const change = () =>
      givenSchemaChange({
        createdFields: [
          { fieldName: 'Budget', displayName: 'Budget', valueType: 'float' },
          { fieldName: 'Stage', displayName: 'Stage', valueType: 'singleSelect' },
          { fieldName: 'Owner', displayName: 'Owner', valueType: 'reference' },
        ],
      })

    const outcomes = await sink.send([change()])
    await sink.send([givenRecords([{ id: '1', fields: { name: 'Ada' } }])])
    const before = await world.list('contact')
    outcomes.push(...(await sink.send([change()])))

    expect(outcomes).toEqual(succeeded(2))
    expect(getFirst(before)).not.toHaveProperty('budget')
    const after = getFirst(await world.list('contact'))
    expect(after).toMatchObject({ name: 'Ada', budget: null, stage: null })
    expect(after).not.toHaveProperty('owner')
    expect(await world.arrived()).toHaveLength(2)
  })

  it('store records with names and IDs that are hostile to SQL', async () => {
    const world = await givenWorld()
    const long = randomBytes(4_500).toString('hex')
    const names = [
      'a"b`',
      "'; drop table x --",
      'VALUE',
      'sent',
      'bare',
      'select',
      '__proto__',
      long,
    ]
    const fields = Object.fromEntries(
      [...names, 'ÄÖ', 'äö', '名前', '\\'].map((name, n) => [name, `v${n}`]),
    )
    const ids = [long, `${long}0`, 'a\0', 'a\uD800', "'", '\\', 'é'.repeat(600)]

    const outcomes = await open(type, world).send(
      ids.map((id) => givenRecords([{ id, fields, raw: {} }], { objectName: 'Deal`"\'x' })),
    )

    expect(outcomes).toEqual(succeeded(ids.length))
    const rows = await world.list('deal_x')
    expect(rows).toHaveLength(ids.length)
    for (const row of rows) {
      const found = Object.values(row).flatMap((cell) =>
        typeof cell === 'string' && /^v\d+$/.test(cell) ? [cell] : [],
      )
      const more = Object.values(parse(row['_more'] ?? '{}') as object)
      expect(new Set([...found, ...more])).toEqual(new Set(Object.values(fields)))
    }
  })

  it('distinguish objects whose names are folded to one, and other tables', async () => {
    const world = await givenWorld()
    const sink = open(type, world)

    const outcomes = await sink.send([
      givenRecords([{ id: '1', fields: { a: '1' } }], { objectName: 'big deal' }),
      givenRecords([{ id: '2', fields: { a: '2' } }], { objectName: 'big-deal' }),
      ...givenEvents(1),
    ])

    expect(outcomes).toEqual(succeeded(3))
    expect(await world.list('big_deal')).toMatchObject([{ _record_id: '1' }])
    expect(await world.arrived()).toHaveLength(1)
  })

  it('refuse only the message with a record that the database does not accept', async () => {
    const world = await givenWorld()
    const sink = open(type, world)
    await sink.send([givenRecords([{ id: '0', fields: { name: 'Ada' } }])])
    await kind.poison?.(world)
    const messages = Array.from({ length: 9 }, (_, n) =>
      givenRecords([{ id: String(n), fields: { name: n === 5 ? 'poisoned' : 'Bob' } }]),
    )

    const outcomes = await sink.send(messages)

    expect(outcomes.map((outcome) => outcome.succeeded)).toEqual(messages.map((_, n) => n !== 5))
    expect(outcomes[5]).toMatchObject({
      class: 'refused',
      detail: expect.stringMatching(/VIOLATED_CONSTRAINT|poisoned/),
    })
    const names = (await world.list('contact')).map((row) => row['name'])
    expect(names.filter((name) => name === 'Bob')).toHaveLength(8)
  })

  it('are found again by another process', async () => {
    const world = await givenWorld()
    const sinks = [open(type, world), open(type, world), open(type, world)]

    const outcomes = await Promise.all(
      sinks.map((sink, n) =>
        sink.send([givenRecords([{ id: String(n), fields: { shared: 'x', [`own${n}`]: 'y' } }])]),
      ),
    )

    expect(outcomes.flat()).toEqual(succeeded(3))
    const rows = await world.list('contact')
    expect(rows.map((row) => row['shared'])).toEqual(['x', 'x', 'x'])
  })
})
