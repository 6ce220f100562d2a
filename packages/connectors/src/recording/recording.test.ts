import type { ProviderClient, ProviderRequest, ProviderResponse } from '@platform/connector'
import { describe, expect, it } from 'vitest'
import { catalogueEntry, getEntryFile } from '../catalogue/catalogue.ts'
import { ProviderEntry } from '../declarative/schema/entry.ts'
import { scoreEntry } from '../evidence/score.ts'
import { requireValue } from '../require-value.ts'
import { recordObject } from './record-object.ts'
import { replayRecording } from './replay-recording.ts'

const secret = 'sk_live_canary_0123456789'

/** 45 people, with their IDs and values wherever providers put them. */
const people = Array.from({ length: 45 }, (_, number) => ({
  id: number + 1,
  name: `Scorpio ${number}`,
  mail: `hank${number}@globex.com`,
  born: '1971-03-04',
  salary: 123_456.5,
  active: true,
  nothing: null,
  kind: 'person',
  updated_at: `2026-01-${String((number % 28) + 1).padStart(2, '0')}T10:00:00Z`,
  tags: ['Gold Scorpio'],
  site: `https://globex.com/people/${number}`,
  '4711 Scorpio': 'custom',
  'hank@globex.com': 1,
}))

type Answer = (request: { url: URL; body: unknown }) => Partial<ProviderResponse>

/** Serves pages with the given answer; the workspace is in the host, as at many providers. */
const makeClient = (answer: Answer): ProviderClient => ({
  metadata: { workspace: 'globex' },
  request: ({ path, query = {}, body }: ProviderRequest) => {
    const url = new URL(path, 'https://globex.crm.test')
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value))
    return Promise.resolve({ status: 200, headers: {}, body: undefined, ...answer({ url, body }) })
  },
})

const makeEntry = (read: object, more: object = {}) =>
  catalogueEntry(
    ProviderEntry.parse({
      name: 'acme',
      authType: 'none',
      baseURL: 'https://{{workspace}}.crm.test',
      objects: {
        people: {
          read: {
            path: '/v2/{{workspace}}/people',
            records: 'data',
            id: 'id',
            updated: { field: 'updated_at', format: 'rfc3339' },
            query: { kind: 'person' },
            ...read,
          },
        },
        ...more,
      },
    }),
  )

const size = { param: 'limit', max: 50 }
const sliceOfPeople = (from: number, limit: number) => people.slice(from, from + limit)

/** Each style of paging, with what its provider returns. */
const styles: [string, object, Answer][] = [
  [
    'cursor',
    { paging: { style: 'cursor', from: 'meta.next', param: 'after', size } },
    ({ url }) => {
      const from = Number((url.searchParams.get('after') ?? 'globex-0').split('-')[1])
      const isLast = from + 20 >= people.length
      const meta = { ...(!isLast && { next: `globex-${from + 20}` }), total: people.length }
      return {
        body: { data: sliceOfPeople(from, 20), meta, account: { name: 'Globex', id: 9_876_543 } },
      }
    },
  ],
  [
    'nextUrl',
    { paging: { style: 'nextUrl', from: 'next', size } },
    ({ url }) => {
      const from = people.findIndex(({ id }) => String(id) === url.searchParams.get('after')) + 1
      const next = new URL(url)
      next.searchParams.set('after', String(people[from + 19]?.id))
      next.searchParams.set('api_key', secret)
      const isLast = from + 20 >= people.length
      return { body: { next: isLast ? null : next.href, data: sliceOfPeople(from, 20) } }
    },
  ],
  [
    'linkHeader',
    { records: '', paging: { style: 'linkHeader', size } },
    ({ url }) => {
      const page = Number(url.searchParams.get('page') ?? 1)
      const link = `<https://globex.crm.test/v2/globex/people?page=${page + 1}&limit=20&kind=person&token=${secret}>; rel="next", <https://globex.crm.test/?page=9>; rel="last"`
      const headers = page < 3 ? { link, 'set-cookie': `session=${secret}` } : {}
      return { headers, body: sliceOfPeople((page - 1) * 20, 20) }
    },
  ],
  [
    'offset',
    { total: 'total', paging: { style: 'offset', param: 'skip', total: 'total', size } },
    ({ url }) => ({
      body: {
        data: sliceOfPeople(Number(url.searchParams.get('skip') ?? 0), 20),
        total: people.length,
      },
    }),
  ],
  [
    'lastId',
    { paging: { style: 'lastId', param: 'after', size } },
    ({ url }) => ({
      body: { data: sliceOfPeople(Number(url.searchParams.get('after') ?? 0), 20) },
    }),
  ],
  [
    'page',
    { paging: { style: 'page', param: 'page', start: 1, last: 'pages', size } },
    ({ url }) => ({
      body: { data: sliceOfPeople((Number(url.searchParams.get('page')) - 1) * 20, 20), pages: 3 },
    }),
  ],
]

const record = (entry: ReturnType<typeof makeEntry>, answer: Answer, more: object = {}) =>
  recordFrom(makeClient(answer), entry, more)

const recordFrom = (
  client: ProviderClient,
  entry: ReturnType<typeof makeEntry>,
  more: object = {},
) =>
  recordObject(entry, client, {
    objectName: 'people',
    recording: 'one',
    source: { source: 'a test', date: '2026-11' },
    pageSize: 20,
    maxPages: 10,
    maxBytes: 100_000,
    containsSecret: (text) => text.includes(secret),
    pause: () => Promise.resolve(),
    ...more,
  })

// Long enough not to occur in invented values by chance.
const canaries = ['Scorpio', 'globex', 'Globex', '1971-03-04', '123456.5', '9876543', secret]

describe('a recording', () => {
  it.each(styles)(
    'keeps IDs, times and end of pages by %s, but no values',
    async (_, read, answer) => {
      const entry = makeEntry(read)

      const { replies, records, ended } = await record(entry, answer)
      const pages = await replayRecording(requireValue(entry.connector), replies)

      expect([records, ended]).toEqual([45, true])
      const found = pages.flatMap((page) => page.records)
      expect(new Set(found.map(({ id }) => id)).size).toBe(45)
      expect(found.map(({ updatedTime }) => updatedTime?.slice(0, 10))).toEqual(
        people.map((one) => one.updated_at.slice(0, 10)),
      )
      expect(Object.keys(requireValue(found[0]).raw)).toHaveLength(13)
      expect(found[0]?.raw).toMatchObject({
        active: true,
        nothing: null,
        kind: 'person',
        site: expect.stringMatching(/^https:\/\/example\.test\/[a-z]{6}\/\d$/),
      })
      const text = JSON.stringify(replies)
      expect(canaries.filter((canary) => text.includes(canary))).toEqual([])
      expect(text.match(/@[\w.-]+/g)?.every((host) => host === '@example.test')).toBe(true)
      expect(replies[0]).toMatchObject({ method: 'GET', path: '/v2/acme/people' })
    },
  )

  it('of lists below others has the replies of both', async () => {
    const board = { board: { read: { path: '/boards', records: 'data', id: 'id' } } }
    const entry = makeEntry({ path: '/boards/{parent}/people', parent: { object: 'board' } }, board)

    const { replies } = await record(entry, ({ url }) => ({
      body: {
        data:
          url.pathname === '/boards'
            ? [{ id: 'globex-1' }, { id: 'globex-2' }]
            : people.slice(0, 2),
      },
    }))

    expect(replies.map(({ path }) => path.replaceAll(/[a-z]{6}-\d/g, '…'))).toEqual([
      '/boards',
      '/boards/…/people',
      '/boards/…/people',
    ])
    await expect(replayRecording(requireValue(entry.connector), replies)).resolves.toBeDefined()
  })

  it('of records by ID keeps the order of requests, and none of their numbers', async () => {
    const entry = makeEntry({ fetch: { path: '/v2/people/{id}' } })
    const slow: ProviderClient = {
      metadata: { workspace: 'globex' },
      request: async ({ path }) => {
        const id = Number(path.split('/').at(-1))
        // The first record is answered last.
        for (let turns = 40; turns > id; turns--) await Promise.resolve()
        const few = people.slice(0, 8).map((one) => ({ ...one, total: 4_711_815 }))
        const body = Number.isNaN(id) ? { data: few.map((one) => ({ id: one.id })) } : few[id - 1]
        return { status: 200, headers: {}, body }
      },
    }

    const { replies, records } = await recordFrom(slow, entry)

    const paths = replies.slice(1).map(({ path }) => path)
    const ids = replies.slice(1).map(({ body }) => `/v2/people/${(body as { id: number }).id}`)
    expect([records, replies.length]).toEqual([8, 9])
    expect(paths).toEqual(ids)
    const text = JSON.stringify(replies)
    expect([...canaries, '4711815'].filter((canary) => text.includes(canary))).toEqual([])
  })

  it('is bounded by bytes, and ends with a whole page', async () => {
    const [, read, answer] = requireValue(styles[0])

    const { replies, ended } = await record(makeEntry(read), answer, { maxBytes: 7_000 })

    expect([replies.length, ended]).toEqual([1, false])
    await expect(record(makeEntry(read), answer, { maxBytes: 100 })).rejects.toThrow(
      'The object cannot be recorded: its first page has more than 0.1 kB. Record smaller pages.',
    )
  })

  it('is refused for a credential in the name of a member', async () => {
    const answer: Answer = () => ({ body: { data: [], sk_live_canary: 1 } })
    const containsSecret = (text: string) => text.includes('canary')

    await expect(record(makeEntry({}), answer, { containsSecret })).rejects.toThrow(
      'it contains a credential of the connection',
    )
  })

  it('raises the level of the object to recorded, only for an entry that reads it', async () => {
    const [, read, answer] = requireValue(styles[0])
    const { replies } = await record(makeEntry(read), answer)
    const scoreChange = async (change: object) => {
      const file = requireValue(getEntryFile(makeEntry({ ...read, ...change })))
      const [score] = await scoreEntry(file, { pages: [], replies })
      return score?.verdict
    }

    expect(await scoreChange({})).toEqual({ outcome: 'whole', level: 'samples' })
    expect(await scoreChange({ id: 'kind' })).toMatchObject({ outcome: 'refused' })
  })

  it('fails with another entry, and names the difference', async () => {
    const [, read, answer] = requireValue(styles[0])
    const { replies } = await record(makeEntry(read), answer)
    const replayChange = (change: object) =>
      replayRecording(requireValue(makeEntry({ ...read, ...change }).connector), replies)

    await expect(replayChange({ path: '/v3/people' })).rejects.toThrow(
      'Request 1 differs: GET /v3/people instead of GET /v2/acme/people.',
    )
    await expect(replayChange({ updated: null })).rejects.toThrow('Page 1 is read as')
    await expect(replayChange({ paging: { style: 'none' } })).rejects.toThrow('Request 1 differs')
    await expect(replayChange({ query: { kind: 'team' } })).rejects.toThrow(
      'kind in the query is team instead of person',
    )
  })
})
