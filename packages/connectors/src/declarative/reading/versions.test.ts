import type { ProviderClient, ProviderRequest } from '@platform/connector'
import { describe, expect, it } from 'vitest'
import { catalogue } from '../../catalogue/catalogue.ts'
import { requireValue } from '../../require-value.ts'
import { makeDeclaredConnector } from '../connector.ts'
import { Declaration } from '../schema/entry.ts'
import { findFaults } from '../schema/find-faults.ts'

const trees = (changed: readonly unknown[]) =>
  changed.map((value, n) => ({ id: String(n + 1), changed: value }))

const orchard = (version: object, more: object = {}) =>
  Declaration.parse({
    objects: {
      trees: { read: { path: '/trees', records: '', id: 'id', version, ...more } },
    },
  })

const answering = (reply: (request: ProviderRequest) => unknown): ProviderClient => ({
  metadata: {},
  request: (asked) => Promise.resolve({ status: 200, headers: {}, body: reply(asked) }),
})

describe('a version time that no request selects by', () => {
  it('leaves the object to snapshots, and limits reads of a range', async () => {
    const connector = requireValue(
      makeDeclaredConnector('orchard', orchard({ field: 'changed', format: 'rfc3339' })),
    )
    const client = answering(() =>
      trees(['2026-01-01T00:00:00Z', '2026-03-01T00:00:00Z', '2026-05-01T00:00:00Z']),
    )

    const whole = await connector.read(client, { objectName: 'trees', fieldNames: [] })
    const range = await connector.read(client, {
      objectName: 'trees',
      fieldNames: [],
      since: '2026-02-01T00:00:00Z',
      until: '2026-04-01T00:00:00Z',
    })

    expect(connector.reportsModificationTimes?.('trees')).toBe(false)
    expect(whole.records.map(({ id }) => id)).toEqual(['1', '2', '3'])
    expect(range.records.map(({ id }) => id)).toEqual(['2'])
  })

  it('is not used if it is absent or inexact', async () => {
    const connector = requireValue(
      makeDeclaredConnector('orchard', orchard({ field: 'changed', format: 'rfc3339' })),
    )
    const inexact = ['2026-01-01', '2026-01-01 10:00:00', null, undefined, '', 'never']
    const client = answering(() => trees(inexact))

    const { records } = await connector.read(client, {
      objectName: 'trees',
      fieldNames: [],
      since: '2026-02-01T00:00:00Z',
    })

    expect(records.map(({ updatedTime }) => updatedTime)).toEqual(inexact.map(() => undefined))
  })

  it('is selected with the fields of a record', async () => {
    const declaration = orchard(
      { field: 'changed', format: 'rfc3339' },
      { query: { fields: '{fields}' } },
    )
    const connector = requireValue(makeDeclaredConnector('orchard', declaration))
    const asked: unknown[] = []
    const client = answering(({ query }) => {
      asked.push(query?.['fields'])
      return []
    })

    await connector.read(client, { objectName: 'trees', fieldNames: ['name'] })

    expect(asked).toEqual(['id,changed,name'])
  })

  it('cannot be combined with a time that selects', () => {
    const version = { field: 'changed', format: 'rfc3339' }
    const since = { in: 'query', name: 'since', format: 'rfc3339' }

    expect(findFaults(orchard(version))).toEqual([])
    expect(findFaults(orchard(version, { since }))).toMatchObject([
      { path: ['objects', 'trees', 'read', 'version'] },
    ])
    expect(findFaults(orchard(version, { updated: version }))).toHaveLength(1)
  })

  it('is parsed with the two zones that Marketo writes', async () => {
    const connector = requireValue(catalogue['marketo']?.connector)
    const result = [{ id: 7, updatedAt: '2015-05-20T20:02:28Z+0000' }]
    const client = answering(() => ({ success: true, result }))

    const { records } = await connector.read(client, { objectName: 'forms', fieldNames: [] })

    expect(records[0]?.updatedTime).toBe('2015-05-20T20:02:28.000Z')
  })
})

it('stops a read of Notion at the first page that has not changed', async () => {
  const connector = requireValue(catalogue['notion']?.connector)
  const times = ['2026-05-03', '2026-05-02', '2026-05-01', '2026-04-01']
  const asked: unknown[] = []
  const client = answering(({ body }) => {
    asked.push(body)
    const results = times.map((day, n) => ({
      id: `${asked.length}-${n}`,
      last_edited_time: `${day}T00:00:00Z`,
    }))
    return { results, has_more: true, next_cursor: `c${asked.length}` }
  })

  const { records, next } = await connector.read(client, {
    objectName: 'pages',
    fieldNames: [],
    since: '2026-05-02T00:00:00Z',
  })

  expect(asked).toMatchObject([
    { sort: { timestamp: 'last_edited_time', direction: 'descending' } },
  ])
  expect(records).toHaveLength(2)
  expect(next).toBeUndefined()
})
