import { ProviderError, type ProviderClient, type ProviderResponse } from '@platform/connector'
import { describe, expect, it } from 'vitest'
import { requireValue } from '../../require-value.ts'
import { makeDeclaredConnector } from '../connector.ts'
import { csvRecords, csvRows } from '../reading/csv.ts'
import { Declaration, ProviderEntry } from '../schema/entry.ts'
import { maxPages } from '../reading/position.ts'
import { jsonLines } from '../reading/records.ts'

const entry = (more: object) => ({
  name: 'acme',
  authType: 'none',
  baseURL: 'https://api.acme.test',
  ...more,
})
const objectWith = (read: object) => entry({ objects: { people: { read } } })
const plain = { path: '/people', records: 'data' }

describe('a hostile or invalid entry is rejected:', () => {
  it.each<[string, object, string]>([
    [
      'a path that climbs',
      objectWith({ ...plain, path: '/v1/../admin' }),
      'objects.people.read.path',
    ],
    [
      'one that climbs in disguise',
      objectWith({ ...plain, path: '/v1/%2e%2E/admin' }),
      'objects.people.read.path',
    ],
    [
      'another host',
      objectWith({ ...plain, path: 'https://evil.test/people' }),
      'objects.people.read.path',
    ],
    [
      'another host without scheme',
      objectWith({ ...plain, path: '//evil.test/people' }),
      'objects.people.read.path',
    ],
    [
      'a base without https',
      entry({ objects: { people: { base: 'http://evil.test', read: plain } } }),
      'objects.people.base',
    ],
    [
      'a regular expression',
      objectWith({ ...plain, records: '(a+)+$' }),
      'objects.people.read.records',
    ],
    [
      'what every object inherits',
      objectWith({ ...plain, id: '__proto__.id' }),
      'objects.people.read.id',
    ],
    [
      'a page without end',
      objectWith({
        ...plain,
        paging: { style: 'page', param: 'p', start: 1, size: { param: 's', max: 1e9 } },
      }),
      'objects.people.read.paging.size.max',
    ],
    [
      'a style nobody knows',
      objectWith({ ...plain, paging: { style: 'eval', code: '1' } }),
      'objects.people.read.paging.style',
    ],
    [
      'a format nobody knows',
      objectWith({ ...plain, updated: { field: 'at', format: 'YYYY' } }),
      'objects.people.read.updated.format',
    ],
    [
      'a query that is no GraphQL name',
      objectWith({ ...plain, graphql: { field: 'a{b}', fields: ['id'] } }),
      'objects.people.read.graphql.field',
    ],
    ['a rule nobody knows', objectWith({ ...plain, script: 'x' }), 'objects.people.read'],
  ])('%s', (_, file, place) => {
    const { error } = ProviderEntry.safeParse(file)

    expect(error?.issues.map(({ path }) => path.join('.'))).toContain(place)
  })
})

type Reply = Partial<ProviderResponse>

const makeClient = (reply: (call: number, path: string) => Reply): ProviderClient => {
  let calls = 0
  return {
    metadata: { workspace: '../../admin' },
    request: ({ path }) =>
      Promise.resolve({ status: 200, headers: {}, body: {}, ...reply(calls++, path) }),
  }
}

const makeConnector = (read: object, more: object = {}) =>
  requireValue(
    makeDeclaredConnector(
      'acme',
      Declaration.parse({
        objects: { people: { read: { ...plain, id: 'id', ...read }, ...more } },
      }),
    ),
  )

async function readToTheEnd(
  read: object,
  client: ProviderClient,
  { cursor }: { cursor?: string | undefined } = {},
): Promise<number> {
  const connector = makeConnector(read)
  let pages = 0
  do {
    const page = await connector.read(client, { objectName: 'people', fieldNames: [], cursor })
    cursor = page.next
    pages++
  } while (cursor !== undefined && pages < 100_000)
  return pages
}

describe('a reply of as many items as fit in it', () => {
  const many = 100_000
  const read = (item: object | number, rules: object = {}) => {
    const body = { data: Array.from({ length: many }, () => item) }
    const client = makeClient(() => ({ body }))
    return makeConnector(rules).read(client, { objectName: 'people', fieldNames: [] })
  }
  const response = { status: 200, headers: {}, body: '' }

  it('is too large with more', async () => {
    const body = { data: Array.from({ length: many + 1 }, (_, id) => ({ id })) }
    const client = makeClient(() => ({ body }))

    await expect(readToTheEnd({}, client)).rejects.toMatchObject({ failure: 'too-large' })
  })

  it.each<[string, () => Promise<unknown>]>([
    ['that are no records', () => read(1)],
    ['without an ID', () => read({})],
    ['identified by their content', () => read({ name: 'Ana' }, { id: null })],
    ['with an ID', () => read({ id: 1 })],
    ['in lines', () => jsonLines(response, '{"id":1}\n'.repeat(many))],
    ['in rows', () => csvRows(`${'value,'.repeat(20)}\n`.repeat(19_000), { isEnd: true })],
    [
      'in rows of the columns',
      () =>
        csvRecords(
          ['id'],
          Array.from({ length: many }, () => ['1']),
          undefined,
        ),
    ],
  ])('does not keep others waiting: items %s', async (_, take) => {
    let turns = 0
    const clock = setInterval(() => turns++, 1)
    const startedAt = performance.now()

    // Some of the replies are rejected.
    await take().catch(() => {})
    clearInterval(clock)

    // Preparing and parsing the reply takes some milliseconds in one piece.
    const tookMs = performance.now() - startedAt
    expect(turns).toBeGreaterThanOrEqual(Math.min(4, Math.floor(tookMs / 100)))
  })
})

describe('a provider with endless lists', () => {
  const cursor = { paging: { style: 'cursor', from: 'next', param: 'cursor' } }
  const one = (n: number) => [{ id: n }]

  it.each<[string, object, (call: number) => Reply]>([
    [
      'gives a cursor as long as a book',
      cursor,
      () => ({ body: { data: one(1), next: 'x'.repeat(20_000) } }),
    ],
    [
      'names no address',
      { paging: { style: 'nextUrl', from: 'next' } },
      () => ({ body: { data: one(1), next: '::' } }),
    ],
    [
      'names an address that leads nowhere',
      { paging: { style: 'nextUrl', from: 'next' } },
      (n) => ({ body: { data: one(n), next: `https://[${n}` } }),
    ],
  ])('fails when it %s', async (_, read, reply) => {
    const attempt = readToTheEnd(read, makeClient(reply))

    await expect(attempt).rejects.toMatchObject({ failure: 'unavailable' })
  })

  it.each<[string, object, (call: number) => Reply]>([
    [
      'gives the same page again',
      { paging: { style: 'page', param: 'page', start: 1 } },
      () => ({ body: { data: one(1) } }),
    ],
    ['gives the same cursor again', cursor, (n) => ({ body: { data: one(n), next: 'same' } })],
    ['gives empty pages', cursor, (n) => ({ body: { data: [], next: `c${n}` } })],
    ['goes round', cursor, (n) => ({ body: { data: one(n), next: `c${n % 97}` } })],
  ])('ends as incomplete when it %s', async (_, read, reply) => {
    const connector = makeConnector(read)
    const client = makeClient(reply)
    let incomplete: string | undefined
    let at: string | undefined
    let pages = 0
    do {
      const page = await connector.read(client, {
        objectName: 'people',
        fieldNames: [],
        cursor: at,
      })
      incomplete = page.incomplete
      at = page.next
    } while (at !== undefined && ++pages < 1_000)

    expect(incomplete).toMatch(/same page|lead back|empty ones/)
  })

  it.each<[string, object, (call: number) => Reply]>([
    [
      'addresses',
      { paging: { style: 'nextUrl', from: 'next' } },
      (n) => ({ body: { data: one(n), next: `https://acme.test/people?after=${n}` } }),
    ],
    ['cursors', cursor, (n) => ({ body: { data: one(n), next: `c${n}` } })],
    [
      'links',
      { paging: { style: 'linkHeader' } },
      (n) => ({
        body: { data: one(n) },
        headers: { link: `<https://acme.test/people?after=${n}>; rel="next"` },
      }),
    ],
  ])('fails at the page limit when its %s lead to ever new records', async (_, read, reply) => {
    const attempt = readToTheEnd(read, makeClient(reply), {
      cursor: JSON.stringify({ at: '/people?after=x', pages: maxPages - 1_000 }),
    })

    await expect(attempt).rejects.toMatchObject({
      failure: 'unavailable',
      message: expect.stringContaining('1000000 pages'),
    })
  })

  it('is read while it returns new records', async () => {
    const reply = (n: number) => ({ body: { data: one(n), ...(n < 999 && { next: `c${n}` }) } })

    expect(await readToTheEnd(cursor, makeClient(reply))).toBe(1_000)
  })
})

describe('a reply', () => {
  it.each<[string, Reply, string]>([
    ['without the list', { body: {} }, 'unavailable'],
    ['of another form', { body: [] }, 'unavailable'],
    ['that is text', { body: '<html>' }, 'unavailable'],
    ['whose list holds no records', { body: { data: [1, 2] } }, 'unavailable'],
    ['whose records have no ID', { body: { data: [{ name: 'x' }] } }, 'bad-request'],
  ])('%s is no page', async (_, reply, failure) => {
    const attempt = makeConnector({}).read(
      makeClient(() => reply),
      { objectName: 'people', fieldNames: [] },
    )

    await expect(attempt).rejects.toMatchObject({ failure })
  })

  it('of a gigabyte is requested in smaller pages, and fails with one record', async () => {
    const asked: string[] = []
    const client: ProviderClient = {
      metadata: {},
      request: ({ query }) => {
        asked.push(String(query?.size))
        return Promise.reject(new ProviderError('too-large', 'Too large.'))
      },
    }
    const paging = { style: 'page', param: 'page', start: 1, size: { param: 'size', max: 100 } }
    const attempt = makeConnector({ paging }).read(client, { objectName: 'people', fieldNames: [] })

    await expect(attempt).rejects.toMatchObject({ failure: 'too-large' })
    expect(asked).toEqual(['100', '25', '5', '1'])
  })

  it('in smaller pages loses no record', async () => {
    const all = Array.from({ length: 230 }, (_, id) => ({ id }))
    const client: ProviderClient = {
      metadata: {},
      request: ({ query }) => {
        const [page, size] = [Number(query?.page), Number(query?.size)]
        const data = all.slice((page - 1) * size, page * size)
        if (data.length > 30) return Promise.reject(new ProviderError('too-large', 'Too large.'))
        return Promise.resolve({ status: 200, headers: {}, body: { data } })
      },
    }
    const paging = { style: 'page', param: 'page', start: 1, size: { param: 'size', max: 100 } }
    const connector = makeConnector({ paging })
    const ids: string[] = []
    let cursor: string | undefined
    do {
      const page = await connector.read(client, { objectName: 'people', fieldNames: [], cursor })
      ids.push(...page.records.map(({ id }) => id))
      cursor = page.next
    } while (cursor !== undefined)

    expect(ids).toEqual(all.map(({ id }) => String(id)))
  })

  it('keeps its position with a smaller page size', async () => {
    const all = Array.from({ length: 230 }, (_, id) => ({ id }))
    const client: ProviderClient = {
      metadata: {},
      request: ({ query }) => {
        const [page, size] = [Number(query?.page), Number(query?.size)]
        const data = all.slice((page - 1) * size, page * size)
        return Promise.resolve({ status: 200, headers: {}, body: { data } })
      },
    }
    const paging = { style: 'page', param: 'page', start: 1, size: { param: 'size', max: 100 } }
    const connector = makeConnector({ paging })
    const people = { objectName: 'people', fieldNames: [] }

    const first = await connector.read(client, people)
    const single = await connector.read(client, { ...people, cursor: first.next, pageSize: 1 })
    const behind = await connector.read(client, { ...people, cursor: single.next })

    const ids = [single, behind].flatMap(({ records }) => records.map(({ id }) => id))
    expect(ids.slice(0, 2)).toEqual(['100', '101'])
  })

  it('changes only the page size in a URL from the provider', async () => {
    const paths: string[] = []
    const next = '/people?at=a%20b?c/d==&size=100&sig=x+y%2F'
    const client: ProviderClient = {
      metadata: {},
      request: ({ path }) => {
        paths.push(path)
        if (path.includes('size=100')) return Promise.reject(new ProviderError('too-large', '…'))
        const body = { data: [{ id: paths.length }], ...(paths.length === 1 && { next }) }
        return Promise.resolve({ status: 200, headers: {}, body })
      },
    }
    const size = { param: 'size', max: 100 }
    const connector = makeConnector({ paging: { style: 'nextUrl', from: 'next', size } })
    const people = { objectName: 'people', fieldNames: [] }

    const { next: cursor } = await connector.read(client, people)
    await connector.read(client, { ...people, cursor })

    expect(paths.slice(1)).toEqual([next, '/people?at=a%20b?c/d==&size=25&sig=x+y%2F'])
  })
})

describe('a value', () => {
  it('of a time is RFC 3339 in UTC, and unchanged in the raw record', async () => {
    const raw = { id: 1, at: '2026-01-31T12:00:00+0200', on: '2026-01-31' }
    const connector = makeConnector({})

    const { records } = await connector.read(
      makeClient(() => ({ body: { data: [raw] } })),
      { objectName: 'people', fieldNames: ['at', 'on'] },
    )

    const [record] = records
    expect(record?.raw).toEqual(raw)
    expect(connector.fieldValue(raw, 'at')).toBe('2026-01-31T10:00:00.000Z')
    expect(connector.fieldValue(raw, 'on')).toBe('2026-01-31')
  })

  it('of the connection cannot leave its path segment', async () => {
    const paths: string[] = []
    const client = makeClient((_, path) => {
      paths.push(path)
      return { body: { data: [] } }
    })

    const reading = makeConnector({ path: '/v1/{{workspace}}/people' }).read(client, {
      objectName: 'people',
      fieldNames: [],
    })

    await expect(reading).rejects.toMatchObject({ failure: 'bad-request' })
    expect(paths).toEqual([])
  })

  it.each(['/v1/../admin', '//evil.test', '/a?b=c', '/a/%2e%2e', 'https://evil.test/'])(
    'that names %s as an object reads nothing',
    async (objectName) => {
      const attempt = makeConnector({}).read(
        makeClient(() => ({})),
        { objectName, fieldNames: [] },
      )

      await expect(attempt).rejects.toMatchObject({ failure: 'bad-request' })
    },
  )

  it('that names a path is read like other objects', async () => {
    const declaration = Declaration.parse({
      defaults: { read: { records: 'data', id: 'id' } },
      objects: { people: { read: plain } },
    })
    const connector = requireValue(makeDeclaredConnector('acme', declaration))
    const client = makeClient((_, path) => ({ body: { data: [{ id: path }] } }))

    const { records } = await connector.read(client, { objectName: '/v2/things', fieldNames: [] })

    expect(records.map(({ id }) => id)).toEqual(['/v2/things'])
  })
})
