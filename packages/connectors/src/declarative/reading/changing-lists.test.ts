import type { ProviderRequest } from '@platform/connector'
import { describe, expect, it } from 'vitest'
import { serve, type TreesReply, trees, idsTo, numbers, readAll, list, byPage } from './testing.ts'

describe('a list that changes while its pages are read', () => {
  /** Serves numbered pages; a record of the first one is deleted before the second one. */
  const serveShrinking = (beside: (length: number) => TreesReply) => {
    let shown = idsTo(25)
    return ({ query = {} }: ProviderRequest): TreesReply => {
      const number = Number(query['page'])
      if (number === 2) shown = shown.filter(({ id }) => id !== 1)
      const { body, ...reply } = beside(shown.length)
      return {
        ...reply,
        body: { trees: shown.slice((number - 1) * 10, number * 10), ...(body as object) },
      }
    }
  }

  it.each<[string, object, (length: number) => TreesReply]>([
    ['as declared', { total: 'total' }, (total) => ({ body: { total } })],
    ['undeclared', {}, (total) => ({ body: { meta: { total_count: total } } })],
    ['in a header', {}, (total) => ({ headers: { 'x-total-count': String(total) } })],
  ])('has all records if it reports their number: %s', async (_, more, beside) => {
    const { ids, incomplete } = await readAll(list(byPage, more), serveShrinking(beside))

    expect(ids).toEqual(numbers(25))
    expect(incomplete).toBeUndefined()
  })

  it('has all records if a page without content follows', async () => {
    let shown = idsTo(20)
    const { ids, incomplete } = await readAll(list(byPage), ({ query = {} }) => {
      const number = Number(query['page'])
      if (number === 2) shown = shown.filter(({ id }) => id > 10)
      const some = shown.slice((number - 1) * 10, number * 10)
      return some.length === 0 ? { status: 204 } : { body: { trees: some, total: shown.length } }
    })

    expect(ids).toEqual(numbers(20))
    expect(incomplete).toBeUndefined()
  })

  it('is incomplete if it only reports fewer pages', async () => {
    const last = list({ ...byPage, last: 'pages' })
    let calls = 0
    const { incomplete } = await readAll(
      last,
      serve(() => ({ pages: ++calls > 1 ? 3 : 4 })),
    )

    expect(incomplete).toContain('became shorter')
  })

  it('is incomplete if it is sorted anew, so that one record hides another', async () => {
    const pages = [idsTo(10), [...idsTo(10, 10), ...idsTo(19, 11)], idsTo(25, 21)]
    const { ids, incomplete } = await readAll(
      list(byPage, { total: 'total' }),
      ({ query = {} }) => ({
        body: { total: 25, trees: pages[Number(query['page']) - 1]?.slice(0, 10) ?? [] },
      }),
    )

    expect(ids).toHaveLength(24)
    expect(incomplete).toContain('25 records')
  })

  it.each([20, { value: 20, relation: 'gte' }])(
    'does not end at a number that is only counted up to: %j',
    async (count) => {
      const total = typeof count === 'number' ? 'total' : 'total.value'
      const read = list(byPage, { total })

      expect(
        (
          await readAll(
            read,
            serve(() => ({ total: count })),
          )
        ).ids,
      ).toEqual(numbers(25))
    },
  )

  it('ends if its pages lead back to earlier ones, whatever the cursors are', async () => {
    let calls = 0
    const byCursor = list({ style: 'cursor', from: 'next', param: 'after' })
    const { incomplete } = await readAll(byCursor, () => ({
      body: {
        trees: idsTo(++calls % 2 === 0 ? 20 : 10, calls % 2 === 0 ? 11 : 1),
        next: `c${calls}`,
      },
    }))

    expect(incomplete).toContain('lead back')
  })
})

describe('whether there are more pages', () => {
  const byMore = list({ style: 'cursor', from: 'next', param: 'after', more: 'more' })

  it.each(['yes', 'True', '1', 2, 'Y'])(
    '%j without a cursor leaves a read incomplete',
    async (more) => {
      const { incomplete } = await readAll(byMore, () => ({ body: { trees: idsTo(2), more } }))

      expect(incomplete).toContain('there are more records')
    },
  )

  it.each(['no', 'False', '0', 'N'])('%j ends it, whatever the cursor is', async (more) => {
    const { ids, incomplete } = await readAll(byMore, ({ query = {} }) =>
      query['after'] === undefined
        ? { body: { trees: idsTo(2), next: 'old', more } }
        : { status: 400, body: { message: 'This cursor has expired.' } },
    )

    expect(ids).toEqual(numbers(2))
    expect(incomplete).toBeUndefined()
  })
})

describe('a row of a file', () => {
  const exporting = {
    trees: {
      read: {
        ...trees,
        method: 'POST',
        path: '/jobs',
        job: {
          id: 'job',
          status: { path: '/jobs/{job}', at: 'state', done: ['done'], everySeconds: 0.1 },
          pages: { path: '/file', format: 'csv' },
        },
      },
    },
  }
  const readFile = (file: string) =>
    readAll(exporting, ({ path }) => ({
      body: path === '/jobs' ? { job: 'j1' } : path === '/jobs/j1' ? { state: 'done' } : file,
    }))
  const rows = 'id,name,city\n1,Oak,Bern\n2,Elm,Basel\n'

  it.each([
    ['that was cut', `${rows}3,Fi`, 2],
    ['with more values than columns', `${rows}3,Fir, the big one,Chur\n`, 2],
    ['with a blank ID', `${rows}  ,Fir,Chur\n`, 2],
  ])('%s leaves the read incomplete', async (_, file, last) => {
    const { ids, incomplete } = await readFile(file)

    expect(ids).toEqual(numbers(last))
    expect(incomplete).toEqual(expect.any(String))
  })

  it.each([
    ['that repeats the names of the columns', `${rows}id,name,city\n3,Fir,Chur\n`],
    ['after a byte order mark of a joined part', `${rows}\uFEFFid,name,city\n3,Fir,Chur\n`],
    ['without empty values at its end, like others', 'id,name,city\n1\n2,Oak\n3,Elm'],
  ])('%s costs no record', async (_, file) => {
    expect((await readFile(file)).ids).toContain(3)
  })
})

it.each([
  '0001-01-01T00:00:00Z',
  '0001-01-01T00:00:00',
  '1970-01-01T00:00:00.000Z',
  '1970-01-01 00:00:00',
  '1900-01-01',
])('a record that has no time of change, as %s, is a changed one', async (at) => {
  const read = list({ style: 'none', whole: true }, { updated: { field: 'at', format: 'rfc3339' } })
  const since = new Date(Date.now() - 3_600_000).toISOString()
  const reply = () => ({ body: { trees: [{ id: 1, at }] } })

  expect((await readAll(read, reply, { since })).ids).toEqual([1])
})

it('a day or time without separators is one of its year', async () => {
  const read = list({ style: 'none', whole: true }, { updated: { field: 'at', format: 'rfc3339' } })
  const since = new Date(Date.now() - 3_600_000).toISOString()
  const digits = new Date().toISOString().replaceAll(/\D/g, '')
  const times = [
    digits.slice(0, 8),
    digits.slice(0, 12),
    digits.slice(0, 14),
    '20200101',
    '20200101101500',
  ]
  const reply = () => ({ body: { trees: times.map((at, n) => ({ id: n + 1, at })) } })

  expect((await readAll(read, reply, { since })).ids).toEqual([1, 2, 3])
})
