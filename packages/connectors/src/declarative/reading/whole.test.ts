import type { ProviderClient, ProviderRequest, ProviderResponse } from '@platform/connector'
import { describe, expect, it } from 'vitest'
import { requireValue } from '../../require-value.ts'
import { makeDeclaredConnector } from '../connector.ts'
import { Declaration } from '../schema/entry.ts'

const makeNumbered = (count: number) => Array.from({ length: count }, (_, n) => ({ id: n + 1 }))

type Reply = Partial<ProviderResponse>

const makeConnector = (read: object) =>
  requireValue(
    makeDeclaredConnector(
      'acme',
      Declaration.parse({
        objects: { people: { read: { path: '/people', records: 'data', id: 'id', ...read } } },
      }),
    ),
  )

/** Reads to the end, and returns why records may be missing. */
async function readWith(read: object, reply: (request: ProviderRequest, call: number) => Reply) {
  let calls = 0
  const client: ProviderClient = {
    metadata: {},
    request: (request) =>
      Promise.resolve({ status: 200, headers: {}, body: {}, ...reply(request, calls++) }),
  }
  const connector = makeConnector(read)
  const ids: string[] = []
  let incomplete: string | undefined
  let cursor: string | undefined
  do {
    const page = await connector.read(client, { objectName: 'people', fieldNames: [], cursor })
    ids.push(...page.records.map(({ id }) => id))
    incomplete = page.incomplete ?? incomplete
    cursor = page.next
  } while (cursor !== undefined && calls < 200)
  return { ids, incomplete, calls }
}

const size = { param: 'size', max: 200 }
const cursor = { paging: { style: 'cursor', from: 'meta.next', param: 'cursor', size } }
const numbered = { paging: { style: 'page', param: 'page', start: 1, size } }
const skipped = { paging: { style: 'offset', param: 'skip', size } }

describe('a read is incomplete when', () => {
  it.each<[string, object, Reply, RegExp]>([
    [
      'a list without paging is a full page',
      {},
      { body: { data: makeNumbered(100) } },
      /full page/,
    ],
    [
      'it has as many records as the provider returns of a list at most',
      { most: 3 },
      { body: { data: makeNumbered(3), total: 3 } },
      /at most 3 records/,
    ],
    [
      'its reply names an undeclared next page',
      {},
      { body: { data: makeNumbered(3), pagination: { next_cursor: 'x' } } },
      /pagination\.next_cursor/,
    ],
    [
      'its reply says that there is more',
      {},
      { body: { data: makeNumbered(3), has_more: true } },
      /has_more/,
    ],
    [
      'a header names the next page',
      {},
      { body: { data: makeNumbered(3) }, headers: { link: '<https://a.test/?p=2>; rel="next"' } },
      /header Link/,
    ],
    [
      'the reply counts more records',
      {},
      { body: { data: makeNumbered(3), meta: { total_count: 4 } } },
      /reports 4 records at meta.total_count, and 3 were read/,
    ],
    [
      'the declared total is more',
      { total: 'info.of' },
      { body: { data: makeNumbered(3), info: { of: '5' } } },
      /reports 5 records at info.of/,
    ],
    [
      'the cursor is elsewhere',
      cursor,
      { body: { data: makeNumbered(200), next: 'x' } },
      /next page at next/,
    ],
    [
      'the cursor is nowhere and the page full',
      cursor,
      { body: { data: makeNumbered(200) } },
      /meta.next/,
    ],
    [
      'there is more and no cursor',
      { paging: { ...cursor.paging, more: 'more' } },
      { body: { data: makeNumbered(3), more: true } },
      /at more that there are more/,
    ],
    ['the same page comes again', numbered, { body: { data: makeNumbered(20) } }, /same page/],
    [
      'the provider ignores the offset',
      skipped,
      { body: { data: makeNumbered(100) } },
      /same page|reports/,
    ],
    [
      'the entry declares it',
      { partial: 'Only 30 days.' },
      { body: { data: makeNumbered(3) } },
      /^Only 30 days/,
    ],
  ])('%s', async (_, read, reply, reason) => {
    const { incomplete, ids } = await readWith(read, () => reply)

    expect(incomplete).toMatch(reason)
    expect(new Set(ids).size).toBe(ids.length)
  })
})

describe('a read is complete when', () => {
  it.each<[string, object, Reply]>([
    ['a list without paging is no full page', {}, { body: { data: makeNumbered(7) } }],
    [
      'it has as many records as its total',
      {},
      { body: { data: makeNumbered(100), total: 100, has_more: false } },
    ],
    [
      'the entry vouches for it',
      { paging: { style: 'none', whole: true } },
      { body: { data: makeNumbered(100) } },
    ],
    ['the cursor is empty', cursor, { body: { data: makeNumbered(200), meta: { next: null } } }],
    ['the page is not full', cursor, { body: { data: makeNumbered(3) } }],
  ])('%s', async (_, read, reply) => {
    expect(await readWith(read, () => reply)).toMatchObject({ incomplete: undefined, calls: 1 })
  })

  it.each([
    [
      'page',
      numbered,
      ({ query }: ProviderRequest, cap: number) => (Number(query?.page) - 1) * cap,
    ],
    ['record', skipped, ({ query }: ProviderRequest) => Number(query?.skip ?? 0)],
  ])('its pages are smaller than requested, by %s number', async (_, read, from) => {
    for (const cap of [25, 50, 100]) {
      for (const count of [cap, cap + 1, cap * 3, cap * 3 + 4]) {
        const { ids, incomplete } = await readWith(read, (request) => {
          const start = from(request, cap)
          return { body: { data: makeNumbered(count).slice(start, start + cap) } }
        })

        expect(ids).toEqual(makeNumbered(count).map(({ id }) => String(id)))
        expect(incomplete).toBeUndefined()
      }
    }
  })

  it('records are added during the read', async () => {
    const paging = { ...cursor.paging, size: { param: 'size', max: 2 } }
    const { incomplete } = await readWith({ paging, total: 'total' }, (_, call) => ({
      body: {
        data: [{ id: call * 2 }, { id: call * 2 + 1 }],
        meta: { next: call < 2 ? 'x' + call : null },
        total: 6 + call,
      },
    }))

    expect(incomplete).toBeUndefined()
  })
})

it('reads one record in place of a list', async () => {
  const rules = { records: 'account', id: 'domain' }
  const reply = () => ({ body: { account: { domain: 'a' } } })

  const one = await readWith({ ...rules, single: true }, reply)
  const list = readWith(rules, reply)

  expect(one).toMatchObject({ ids: ['a'], incomplete: undefined })
  await expect(list).rejects.toMatchObject({ message: expect.stringContaining('is missing') })
})

describe('a list that leaves out records that exist', () => {
  const hides = (read: object) => makeConnector(read).hidesRecords?.('people')

  it.each([
    [
      'by a filter',
      { query: { status: 'active' } },
      'records that the parameter status leaves out',
    ],
    [
      'by a window',
      { query: { created_from: '2026-01-01' } },
      'records that the parameter created_from leaves out',
    ],
    ['as the entry says', { hides: 'archived records' }, 'archived records'],
    ['in part', { partial: 'Only 30 days.' }, 'Only 30 days.'],
    ['as a log', { path: '/v1/audit_logs' }, 'entries that the provider no longer keeps'],
    ['as deliveries', { path: '/hook/deliveries' }, 'entries that the provider no longer keeps'],
  ])('%s is known', (_, read, expected) => {
    expect(hides(read)).toBe(expected)
  })

  it.each([
    ['everything', { query: { status: 'all', include_archived: true, sort_by: 'created' } }],
    ['several kinds', { query: { type: 'a,b' } }],
    ['archived ones too', { query: { exclude_archived: false } }],
    ['no filter', { method: 'POST', body: { filter: {} } }],
    ['what the connection has', { query: { organization: '{{org}}', per_page: 50 } }],
    ['what the entry vouches for', { query: { type: 'x' }, hides: false }],
    ['dates of a calendar', { path: '/calendar/events', hides: false }],
    ['a list that is no log', { path: '/logos' }],
  ])('is not assumed for requests with %s', (_, read) => {
    expect(hides(read)).toBeUndefined()
  })
})
