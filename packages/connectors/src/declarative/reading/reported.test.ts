import type { ProviderRequest } from '@platform/connector'
import { describe, expect, it } from 'vitest'
import { byPage, idsTo, list, numbers, readAll, size, trees, type TreesReply } from './testing.ts'

/** What users of other integrations have reported about the lists of providers. */

const cursor = { style: 'cursor', from: 'next', param: 'cursor', size }
const byURL = { style: 'nextUrl', from: 'next', size }
const whole = { style: 'none', whole: true }
const takePage = (number: number, last: number) => idsTo(last).slice((number - 1) * 10, number * 10)
const readParameter = ({ path, query = {} }: ProviderRequest, name: string) =>
  new URL(path, 'http://orchard').searchParams.get(name) ?? query[name]?.toString()

describe('the end of a list', () => {
  it.each([byURL, { ...cursor, param: 'from' }])(
    'is a page that has only the end of the one before and names itself ($style)',
    async (paging) => {
      // airbytehq/airbyte#81516
      const { ids, incomplete } = await readAll(list(paging), (request) => {
        const from = Number(readParameter(request, 'from') ?? 1)
        const some = idsTo(25).slice(from - 1, from + 9)
        const end = String(some.at(-1)?.id)
        const next = paging.style === 'cursor' ? end : `/trees?from=${end}`
        return { body: { trees: some, count: some.length, next } }
      })

      expect({ ids, incomplete }).toEqual({ ids: numbers(25), incomplete: undefined })
    },
  )

  it('is not a page of the same records as before', async () => {
    const { ids, incomplete } = await readAll(list(byURL), () => ({
      body: { trees: idsTo(10), next: '/trees?from=10' },
    }))

    expect(ids).toEqual(numbers(10))
    expect(incomplete).toContain('the same page')
  })

  it('is an empty page after all that the reply counts, whatever it names next', async () => {
    // CrossRef/rest-api-doc#303, n8n-io/n8n#16365
    const { ids, incomplete } = await readAll(list(byURL), (request) => {
      const from = Number(readParameter(request, 'from') ?? 0)
      const next = `/trees?from=${from + 10}`
      return { body: { trees: idsTo(25).slice(from, from + 10), count: 9, total: 25, next } }
    })

    expect({ ids, incomplete }).toEqual({ ids: numbers(25), incomplete: undefined })
  })

  it.each([0, '0', -1, ' -1 '])('is a next cursor of %j', async (end) => {
    const { ids, incomplete } = await readAll(list(cursor), (request) => {
      const at = Number(readParameter(request, 'cursor') ?? 0)
      const next = at + 10 < 35 ? at + 10 : end
      return { body: { trees: idsTo(35).slice(Math.max(0, at), at + 10), next } }
    })

    expect({ ids, incomplete }).toEqual({ ids: numbers(35), incomplete: undefined })
  })

  it('is not that cursor if the reply says that there are more', async () => {
    const { incomplete } = await readAll(list({ ...cursor, more: 'more' }), () => ({
      body: { trees: idsTo(10), next: 0, more: true },
    }))

    expect(incomplete).toContain('but not where')
  })

  it.each([undefined, 30])('is where the pages begin anew (total %j)', async (total) => {
    // airbytehq/airbyte#28226, n8n-io/n8n#3881
    const { ids, incomplete } = await readAll(list(byPage), (request) => {
      const page = Number(readParameter(request, 'page'))
      return { body: { trees: takePage(page > 3 ? 1 : page, 30), total } }
    })

    expect(ids).toEqual(numbers(30))
    if (total === undefined) expect(incomplete).toContain('lead back')
    else expect(incomplete).toBeUndefined()
  })

  it.each(['page', 'cursor'])('is in doubt at the limit of many providers by %s', async (style) => {
    // airbytehq/airbyte#66592
    const large = { param: 'size', max: 1_000 }
    const paging = style === 'page' ? { ...byPage, size: large } : { ...cursor, size: large }
    const { ids, incomplete } = await readAll(list(paging), (request) => {
      const at =
        style === 'page'
          ? (Number(readParameter(request, 'page')) - 1) * 1_000
          : Number(readParameter(request, 'cursor') ?? 0)
      const some = at < 10_000 ? idsTo(12_000).slice(at, at + 1_000) : []
      return { body: { trees: some, ...(at < 9_000 && { next: at + 1_000 }) } }
    })

    expect(ids).toHaveLength(10_000)
    expect(incomplete).toContain('10000 records')
  })

  it('is certain there if the reply shows it', async () => {
    const large = { ...cursor, size: { param: 'size', max: 1_000 } }
    const { incomplete } = await readAll(list(large), (request) => {
      const at = Number(readParameter(request, 'cursor') ?? 0)
      const next = at < 9_000 ? at + 1_000 : null
      return { body: { trees: idsTo(10_000).slice(at, at + 1_000), next } }
    })

    expect(incomplete).toBeUndefined()
  })
})

describe('the order of a list', () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  const newestFirst = list(byPage, {
    updated: { field: 'at', format: 'rfc3339-ms' },
    changes: { newestFirst: { sort: '-at' } },
  })
  const read = async (days: (id: number) => number) =>
    (
      await readAll(
        newestFirst,
        (request) => ({
          body: {
            trees: takePage(Number(readParameter(request, 'page')), 30).map(({ id }) => ({
              id,
              at: daysAgo(days(id)),
            })),
          },
        }),
        { since: daysAgo(5.5) },
      )
    ).ids

  it('ends a read of changes only where it is by time', async () => {
    // airbytehq/airbyte#76465
    const isOld = (id: number) => id % 10 === 0
    const recent = numbers(30).filter((id) => !isOld(id))

    expect(await read((id) => 31 - id)).toEqual(numbers(30, 26))
    expect(await read((id) => (isOld(id) ? 50 : (id * 7) % 5))).toEqual(recent)
  })

  it('is by time although old records are pinned at its start', async () => {
    expect(await read((id) => (id < 3 ? 50 : id - 2.6))).toEqual(numbers(8, 3))
  })

  it('makes a list incomplete that is continued at an ID and not sorted by it', async () => {
    // singer-io/tap-shopify#29
    const shuffled = idsTo(30).toSorted((one, other) => ((one.id * 7) % 31) - ((other.id * 7) % 31))
    const paging = { style: 'lastId', param: 'after', size }
    const readShuffled = (follow: (after: number) => { id: number }[]) =>
      readAll(list(paging), (request) => {
        const after = Number(readParameter(request, 'after') ?? 0)
        return { body: { trees: follow(after).slice(0, 10) } }
      })

    const higher = await readShuffled((after) => shuffled.filter(({ id }) => id > after))
    const behind = await readShuffled((after) =>
      shuffled.slice(shuffled.findIndex(({ id }) => id === after) + 1),
    )

    expect(higher.incomplete).toContain('not in the order of its IDs')
    expect(behind).toEqual({ ids: shuffled.map(({ id }) => id), incomplete: undefined })
  })

  it('may have the last record on the next page as well', async () => {
    const paging = { style: 'lastId', param: 'from', size }
    const { ids, incomplete } = await readAll(list(paging), (request) => {
      const from = Number(readParameter(request, 'from') ?? 0)
      return {
        body: {
          trees: idsTo(25)
            .filter(({ id }) => id >= from)
            .slice(0, 10),
        },
      }
    })

    expect({ ids, incomplete }).toEqual({ ids: numbers(25), incomplete: undefined })
  })

  it('is uncertain if a page repeats records among others', async () => {
    // ethyca/fidesops#411, CachetHQ/Cachet#1489
    const pages = [idsTo(10), [...idsTo(15, 11), ...idsTo(5)], idsTo(25, 21)]
    const { incomplete } = await readAll(list(byPage), (request) => ({
      body: { trees: pages[Number(readParameter(request, 'page')) - 1] ?? [] },
    }))

    expect(incomplete).toContain('the order of the list changes')
  })

  it('survives records that new ones move to the next page', async () => {
    const pages = [idsTo(10), idsTo(19, 10), idsTo(25, 20)]
    const { ids, incomplete } = await readAll(list(byPage), (request) => ({
      body: { trees: pages[Number(readParameter(request, 'page')) - 1] ?? [] },
    }))

    expect({ ids, incomplete }).toEqual({ ids: numbers(25), incomplete: undefined })
  })
})

describe('the next page', () => {
  const second = ({ path, query = {} }: ProviderRequest) =>
    path.includes('p=2') || query['p'] === '2' || path.includes('page/2')

  it.each<[string, object]>([
    ['a query without its mark', { next: 'p=2' }],
    ['a URL without its scheme', { next: '//orchard.example/trees?p=2' }],
    ['a path with a doubled slash', { next: '//trees?p=2' }],
    ['a URL with an escape of XML', { next: 'http://orchard/trees?a=1&amp;p=2' }],
  ])('is found in %s', async (_what, beside) => {
    const { ids } = await readAll(list(byURL), (request) =>
      second(request)
        ? { body: { trees: idsTo(15, 11) } }
        : { body: { trees: idsTo(10), ...beside } },
    )

    expect(ids).toEqual(numbers(15))
  })

  it('has no URL in a number', async () => {
    const { ids, incomplete } = await readAll(list(byURL), () => ({
      body: { trees: idsTo(10), next: 2 },
    }))

    expect(ids).toEqual(numbers(10))
    expect(incomplete).toContain('neither a cursor nor the URL')
  })

  it('is a link whose relation is a URL', async () => {
    const link = '<http://orchard/trees?p=2>; rel="http://www.iana.org/assignments/relation/next"'
    const { ids } = await readAll(list({ style: 'linkHeader', size }), (request) =>
      second(request)
        ? { body: { trees: idsTo(15, 11) } }
        : { headers: { link }, body: { trees: idsTo(10) } },
    )

    expect(ids).toEqual(numbers(15))
  })

  it('may have a cursor of several kilobytes', async () => {
    const next = 'c'.repeat(9_000)
    const { ids } = await readAll(list(cursor), (request) => ({
      body: readParameter(request, 'cursor')
        ? { trees: idsTo(12, 11) }
        : { trees: idsTo(10), next },
    }))

    expect(ids).toEqual(numbers(12))
  })
})

describe('a list', () => {
  it.each([{}, '', false])('that is %j in place of an empty one is in doubt', async (empty) => {
    const { ids, incomplete } = await readAll(list(byPage), (request) => ({
      body: { trees: readParameter(request, 'page') === '1' ? idsTo(10) : empty },
    }))

    expect(ids).toEqual(numbers(10))
    expect(incomplete).toBeDefined()
  })

  it('may be an object whose keys are the places of its records', async () => {
    const { ids } = await readAll(list(whole), () => ({
      body: { trees: { 0: { id: 1 }, 2: { id: 3 } } },
    }))

    expect(ids).toEqual([1, 3])
  })

  it.each([45_992.5, 20_788, '29934792'])(
    'has times in unknown units, %j, and drops no record for them',
    async (at) => {
      const updated = { updated: { field: 'at', format: 'rfc3339' } }
      const { ids } = await readAll(
        list(whole, updated),
        () => ({ body: { trees: [{ id: 1, at }] } }),
        { since: new Date(Date.now() - 3_600_000).toISOString() },
      )

      expect(ids).toEqual([1])
    },
  )

  const below = {
    groves: { read: { path: '/groves', records: 'groves', id: 'id', paging: whole } },
    trees: {
      read: {
        ...trees,
        path: '/groves/{parent}/trees',
        paging: whole,
        parent: { object: 'groves' },
      },
    },
  }
  const serveGroves =
    (statusOf: (grove: string) => number) =>
    ({ path }: ProviderRequest): TreesReply => {
      if (path === '/groves') return { body: { groves: idsTo(3) } }
      const grove = path.split('/')[2] ?? ''
      const status = statusOf(grove)
      return { status, body: status === 200 ? { trees: [{ id: grove }] } : { message: 'No.' } }
    }

  it.each([400, 402, 403, 409, 422, 451])(
    'below a parent may be refused with %i, and the others are read',
    async (status) => {
      const { ids, incomplete } = await readAll(
        below,
        serveGroves((grove) => (grove === '2' ? status : 200)),
      )

      expect(ids).toEqual([1, 3])
      expect(incomplete).toContain('list below 2 was refused. No.')
    },
  )

  it.each([401, 429, 500])('below a parent with %i fails the read', async (status) => {
    const reading = readAll(
      below,
      serveGroves((grove) => (grove === '2' ? status : 200)),
    )

    await expect(reading).rejects.toThrow('No.')
  })

  it('below any parent that is refused everywhere fails the read', async () => {
    await expect(
      readAll(
        below,
        serveGroves(() => 403),
      ),
    ).rejects.toThrow('No.')
  })
})

describe('a job', () => {
  // singer-io/tap-salesforce: batches of a bulk job fail one by one.
  it.each([
    { numberBatchesFailed: 1 },
    { failedChunks: 2 },
    { partial: true },
    { warnings: ['Some parts could not be exported.'] },
  ])('that ends with %j has part of the records', async (beside) => {
    const job = {
      id: 'job',
      status: { path: '/jobs/{job}', at: 'state', done: ['done'], everySeconds: 0.1 },
      pages: { path: '/jobs/{job}/file', format: 'csv' },
    }
    const read = { method: 'POST', path: '/jobs', records: '', id: 'id', job }
    const reply = ({ path, method }: ProviderRequest): TreesReply => {
      if (method === 'POST') return { body: { job: 'j' } }
      return { body: path.endsWith('/file') ? 'id,name\n1,Elm\n' : { state: 'done', ...beside } }
    }

    const { ids, incomplete } = await readAll({ trees: { read } }, reply)

    expect(ids).toEqual([1])
    expect(incomplete).toBeDefined()
  })
})

describe('records that are requested after their list', () => {
  const withFetch = (fetch: object) => list(whole, { fetch })
  const byIds = withFetch({
    path: '/some',
    records: 'trees',
    ids: { name: 'ids', join: ',', max: 10 },
  })
  const serveSome =
    (some: (ids: number[]) => { id: number }[]) =>
    (request: ProviderRequest): TreesReply => {
      const ids = readParameter(request, 'ids')?.split(',').map(Number)
      return { body: { trees: ids ? some(ids) : idsTo(9) } }
    }

  it('are all read if the provider returns fewer at a time', async () => {
    const { ids, incomplete } = await readAll(
      byIds,
      serveSome((asked) => asked.slice(0, 4).map((id) => ({ id }))),
    )

    expect({ ids, incomplete }).toEqual({ ids: numbers(9), incomplete: undefined })
  })

  it('are gone if they are missing among those requested', async () => {
    const { ids, incomplete } = await readAll(
      byIds,
      serveSome((asked) => asked.filter((id) => id !== 5).map((id) => ({ id }))),
    )

    expect(ids).toEqual([1, 2, 3, 4, 6, 7, 8, 9])
    expect(incomplete).toBeUndefined()
  })

  it('are not gone if the provider ignores which ones are requested', async () => {
    const reading = readAll(
      byIds,
      serveSome(() => idsTo(20, 8)),
    )
    const almost = await readAll(
      byIds,
      serveSome(() => [...idsTo(8), { id: 77 }]),
    )

    await expect(reading).rejects.toThrow('other records')
    expect(almost.incomplete).toContain('could not be read')
  })

  it('do not stop the others if one is null', async () => {
    const { ids, incomplete } = await readAll(
      withFetch({ path: '/trees/{id}' }),
      ({ path }): TreesReply => {
        if (path === '/trees') return { body: { trees: idsTo(3) } }
        return { body: path.endsWith('/2') ? null : { id: Number(path.slice(-1)) } }
      },
    )

    expect(ids).toEqual([1, 3])
    expect(incomplete).toContain('could not be read')
  })
})

describe('a GraphQL reply', () => {
  const read = {
    path: '/graphql',
    method: 'POST',
    records: 'data.trees.nodes',
    id: 'id',
    graphql: { field: 'trees', nodes: 'nodes', fields: ['id'] },
    paging: whole,
  }

  it.each([
    ['THROTTLED', 'rate-limit'],
    ['INTERNAL_SERVER_ERROR', 'unavailable'],
    ['GRAPHQL_VALIDATION_FAILED', 'bad-request'],
  ])('with the error %s means %s', async (code, failure) => {
    const errors = [{ message: 'Sorry.', extensions: { code } }]
    const reading = readAll({ trees: { read } }, () => ({ body: { errors } }))

    await expect(reading).rejects.toMatchObject({ failure })
  })
})
