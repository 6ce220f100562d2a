import type { ProviderClient, ProviderRequest, ProviderResponse } from '@platform/connector'
import { describe, expect, it } from 'vitest'
import { requireValue } from '../../require-value.ts'
import { makeDeclaredConnector } from '../connector.ts'
import { Declaration } from '../schema/entry.ts'

const size = { param: 'size', max: 10 }
const pages = { style: 'page', param: 'page', start: 1, size }
const offsets = { style: 'offset', param: 'skip', size }
const lastId = { style: 'lastId', param: 'after', size }

const numbers = Array.from({ length: 22 }, (_, n) => ({ id: n + 1 }))

async function readAll(
  read: object,
  reply: (request: ProviderRequest) => Partial<ProviderResponse>,
) {
  const declaration = {
    objects: { trees: { read: { path: '/trees', records: 'trees', id: 'id', ...read } } },
  }
  const connector = requireValue(makeDeclaredConnector('orchard', Declaration.parse(declaration)))
  let requests = 0
  const client: ProviderClient = {
    metadata: {},
    request: (request) => {
      requests++
      return Promise.resolve({ status: 200, headers: {}, body: {}, ...reply(request) })
    },
  }
  const ids: number[] = []
  let incomplete: string | undefined
  let at: string | undefined
  do {
    const page = await connector.read(client, { objectName: 'trees', fieldNames: [], cursor: at })
    ids.push(...page.records.map(({ id }) => Number(id)))
    incomplete = page.incomplete ?? incomplete
    at = page.next
  } while (at !== undefined && requests < 50)
  return { ids, incomplete, requests }
}

/** Pages of 9, 10 and 3 records of 22: the provider hides one of each page after it is cut. */
const uneven = [numbers.slice(0, 9), numbers.slice(9, 19), numbers.slice(19)]
const all = numbers.map(({ id }) => id)

describe('a short page is no end', () => {
  it('of pages by number', async () => {
    const read = await readAll({ paging: pages }, ({ query = {} }) => ({
      body: { trees: uneven[Number(query['page']) - 1] ?? [] },
    }))

    expect(read).toEqual({ ids: all, incomplete: undefined, requests: 4 })
  })

  it('of pages by offset', async () => {
    const read = await readAll({ paging: offsets }, ({ query = {} }) => {
      const skip = Number(query['skip'] ?? 0)
      return { body: { trees: numbers.slice(skip, skip + (skip === 0 ? 9 : 10)) } }
    })

    expect(read).toMatchObject({ ids: all, incomplete: undefined })
  })

  it('of pages by the last record', async () => {
    const read = await readAll({ paging: lastId }, ({ query = {} }) => {
      const after = Number(query['after'] ?? 0)
      return { body: { trees: numbers.slice(after, after + (after === 0 ? 9 : 10)) } }
    })

    expect(read).toMatchObject({ ids: all, incomplete: undefined })
  })

  it('of pages by another value of the last record', async () => {
    interface Numbered {
      id: number
      number?: number
    }
    const numbered = numbers.map(({ id }): Numbered => ({ id: 100 - id, number: id * 7 }))
    const readFrom = (records: Numbered[]) =>
      readAll({ paging: { ...lastId, by: 'number' } }, ({ query = {} }) => {
        const after = Number(query['after'] ?? 0)
        const rest = records.filter(({ number = Infinity }) => number > after)
        return { body: { trees: rest.slice(0, after === 0 ? 9 : 10) } }
      })

    expect(await readFrom(numbered)).toMatchObject({
      ids: numbered.map(({ id }) => id),
      incomplete: undefined,
    })
    expect(await readFrom(numbered.with(8, { id: 1 }))).toMatchObject({
      incomplete: expect.stringContaining('The last record has no number') as string,
    })
  })

  it('and a sentence is no place of the next page', () => {
    for (const style of ['cursor', 'offset']) {
      const paging = { style, param: 'after', from: 'number of the last record' }
      const trees = { read: { path: '/trees', records: 'trees', id: 'id', paging } }

      expect(() => Declaration.parse({ objects: { trees } })).toThrow('not a sentence')
    }
  })

  it('but needs no further request where the provider counts the records', async () => {
    const read = await readAll({ paging: pages, total: 'total' }, ({ query = {} }) => ({
      body: { trees: uneven[Number(query['page']) - 1] ?? [], total: 22 },
    }))

    expect(read).toEqual({ ids: all, incomplete: undefined, requests: 3 })
  })

  it.each<[string, number]>([
    ['400', 400],
    ['404', 404],
    ['416', 416],
    ['422', 422],
  ])('and leaves a read incomplete if the page after it is rejected with %s', async (_, status) => {
    const read = await readAll({ paging: pages }, ({ query = {} }) =>
      query['page'] === 1
        ? { body: { trees: numbers.slice(0, 9) } }
        : { status, body: { message: 'There is no such page.' } },
    )

    expect(read).toEqual({
      ids: all.slice(0, 9),
      incomplete: expect.stringContaining('There is no such page.') as string,
      requests: 2,
    })
  })

  it('unless the entry declares that status', async () => {
    const read = await readAll({ paging: pages, emptyStatus: 404 }, ({ query = {} }) =>
      query['page'] === 1
        ? { body: { trees: numbers.slice(0, 9) } }
        : { status: 404, body: { message: 'There is no such page.' } },
    )

    expect(read).toEqual({ ids: all.slice(0, 9), incomplete: undefined, requests: 2 })
  })

  it.each([
    ['number', pages, 'page', 1],
    ['offset', offsets, 'skip', 0],
    ['the last record', lastId, 'after', 0],
  ])('and neither is a full first page with its own count, of pages by %s', async (_, paging) => {
    const read = await readAll({ paging, total: 'total' }, ({ query = {} }) => {
      const skip = Number(query['skip'] ?? query['after'] ?? (Number(query['page'] ?? 1) - 1) * 10)
      const trees = numbers.slice(skip, skip + 10)
      return { body: { trees, total: trees.length } }
    })

    expect(read).toMatchObject({ ids: all, incomplete: undefined })
  })

  it.each([
    ['an empty page', 200],
    ['404', 404],
    ['204', 204],
  ])('and a full first page with the count of the list ends at %s', async (_, status) => {
    const read = await readAll({ paging: pages, total: 'total' }, ({ query = {} }) =>
      query['page'] === 1
        ? { body: { trees: numbers.slice(0, 10), total: 10 } }
        : { status, body: status === 200 ? { trees: [], total: 10 } : { message: 'No.' } },
    )

    expect(read).toEqual({ ids: all.slice(0, 10), incomplete: undefined, requests: 2 })
  })

  it('and an outage after it is one', async () => {
    const read = readAll({ paging: pages }, ({ query = {} }) =>
      query['page'] === 1 ? { body: { trees: numbers.slice(0, 9) } } : { status: 503 },
    )

    await expect(read).rejects.toMatchObject({ failure: 'unavailable' })
  })
})

it.each([
  ['trees?page=2', '/v2/trees?page=2'],
  ['./trees?page=2', '/v2/trees?page=2'],
  ['?page=2', '/v2/trees?page=2'],
  ['/v2/trees?page=2', '/v2/trees?page=2'],
  ['../v3/trees?page=2', '/v3/trees?page=2'],
  ['https://api.test/v2/trees?page=2', 'https://api.test/v2/trees?page=2'],
])('a list goes on at the link %s', async (next, path) => {
  const paths: string[] = []
  const paging = { style: 'nextUrl', from: 'next' }
  const read = await readAll({ path: '/v2/trees', paging }, (request) => {
    paths.push(request.path)
    return { body: paths.length === 1 ? { trees: [{ id: 1 }], next } : { trees: [{ id: 2 }] } }
  })

  expect(read.ids).toEqual([1, 2])
  expect(paths).toEqual(['/v2/trees', path])
})

describe('times', () => {
  const read = async (updated: string, date?: string) => {
    const declaration = {
      objects: {
        trees: {
          read: {
            path: '/trees',
            records: 'trees',
            id: 'id',
            updated: { field: 'at', format: 'rfc3339' },
          },
        },
      },
    }
    const connector = requireValue(makeDeclaredConnector('orchard', Declaration.parse(declaration)))
    const client: ProviderClient = {
      metadata: {},
      request: () =>
        Promise.resolve({
          status: 200,
          headers: date === undefined ? {} : { date },
          body: { trees: [{ id: 1, at: updated }] },
        }),
    }
    const since = new Date(Date.now() - 60_000).toISOString()
    return connector.read(client, { objectName: 'trees', fieldNames: [], since })
  }
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

  it('without a zone drop no record, and the read names them', async () => {
    const { records, notice } = await read(hoursAgo(8).slice(0, 19))

    expect(records).toHaveLength(1)
    expect(notice).toContain('Times at at have no time zone')
    expect((await read(hoursAgo(8))).records).toHaveLength(0)
  })

  it('of a clock that is ahead do not hide the changes until then', async () => {
    const { asOf, notice } = await read(hoursAgo(0), new Date(Date.now() + 3_600_000).toUTCString())

    expect(Date.parse(requireValue(asOf))).toBeLessThanOrEqual(Date.now())
    expect(notice).toContain('60 minutes ahead')
  })
})
