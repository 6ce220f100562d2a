import { ProviderError, type ProviderClient, type ProviderRequest } from '@platform/connector'
import { describe, expect, it } from 'vitest'
import { requireValue } from '../../require-value.ts'
import { makeDeclaredConnector } from '../connector.ts'
import { Declaration } from '../schema/entry.ts'
import {
  serve,
  type TreesReply,
  trees,
  idsTo,
  numbers,
  readAll,
  list,
  size,
  byPage,
} from './testing.ts'

const byOffset = { style: 'offset', param: 'skip', size }

describe('a count that is none does not end a list:', () => {
  it.each([null, '', 0, '0', -1, '-1', 'unknown', [], {}, 3])('%j', async (count) => {
    const whole = { ids: numbers(25), incomplete: undefined }

    const total = { ...byOffset, total: 'total' }
    expect(
      await readAll(
        list(total),
        serve(() => ({ total: count })),
      ),
    ).toEqual(whole)
    const totals = list(byPage, { total: 'total' })
    expect(
      await readAll(
        totals,
        serve(() => ({ total: count })),
      ),
    ).toEqual(whole)
    const last = { ...byPage, last: 'pages' }
    expect(
      await readAll(
        list(last),
        serve(() => ({ pages: count })),
      ),
    ).toEqual(whole)
  })
})

/** The provider hides all records of the second page. */
const serveWithHole =
  (beside: (page: number) => object) =>
  ({ query = {} }: ProviderRequest): TreesReply => {
    const page = Number(query['page'] ?? Number(query['skip'] ?? 0) / 10 + 1)
    const shown = [idsTo(10), [], idsTo(20, 11), idsTo(25, 21)][page - 1] ?? []
    return { body: { trees: shown, ...beside(page) } }
  }

describe('an empty page that is said not to be the last', () => {
  it('is no end of numbered pages', async () => {
    const more = list({ ...byPage, more: 'more' })
    const last = list({ ...byPage, last: 'pages' })

    const whole = { ids: numbers(25), incomplete: undefined }
    expect(
      await readAll(
        more,
        serveWithHole((page) => ({ more: page < 4 })),
      ),
    ).toEqual(whole)
    expect(
      await readAll(
        last,
        serveWithHole(() => ({ pages: 4 })),
      ),
    ).toEqual(whole)
  })

  it('leaves a read by offset incomplete, which cannot go on', async () => {
    const more = list({ ...byOffset, more: 'more' })
    const { incomplete } = await readAll(
      more,
      serveWithHole((page) => ({ more: page < 4 })),
    )

    expect(incomplete).toContain('there are more pages')
  })

  it('leaves a read incomplete if the page after it has no content', async () => {
    const more = list({ ...byPage, more: 'more' })
    const { ids, incomplete } = await readAll(more, ({ query = {} }) =>
      query['page'] === 1 ? { body: { trees: idsTo(10), more: true } } : { status: 204 },
    )

    expect(ids).toEqual(numbers(10))
    expect(incomplete).toContain('there are more pages')
  })

  it('ends a read if it stays empty', async () => {
    const more = list({ ...byPage, more: 'more' })
    const { incomplete } = await readAll(more, ({ query = {} }) => ({
      body: { trees: query['page'] === 1 ? idsTo(10) : [], more: true },
    }))

    expect(incomplete).toContain('there are more pages')
  })
})

it.each([byPage, byOffset, { style: 'lastId', param: 'after', size }])(
  'a rejected page after a full one leaves a read incomplete: $style',
  async (paging) => {
    const reply = ({ query = {} }: ProviderRequest): TreesReply =>
      query['skip'] === undefined && query['after'] === undefined && (query['page'] ?? 1) === 1
        ? { body: { trees: idsTo(10) } }
        : { status: 400, body: { message: 'Too far.' } }
    const { ids, incomplete } = await readAll(list(paging), reply)

    expect(ids).toEqual(numbers(10))
    expect(incomplete).toContain('Too far.')
  },
)

it('pages of the newest records in any order continue before the least ID', async () => {
  const paging = { style: 'lastId', param: 'before', least: true, size: { param: 'limit', max: 2 } }
  const ids = ['e5', 'd4', 'c3', 'b2', 'a1']
  const reply = ({ query = {} }: ProviderRequest): TreesReply => {
    const before = typeof query['before'] === 'string' ? query['before'] : 'f'
    const page = ids.filter((id) => id < before).slice(0, 2)
    return { body: { trees: page.toReversed().map((id) => ({ id })) } }
  }
  const found = await readAll(list(paging), reply)

  expect(found).toEqual({ ids: ['d4', 'e5', 'b2', 'c3', 'a1'], incomplete: undefined })
})

describe('a next page', () => {
  const byUrl = list({ style: 'nextUrl', from: 'next' })
  const byCursor = list({ style: 'cursor', from: 'next', param: 'after' })
  const byLink = list({ style: 'linkHeader' })
  const two =
    (first: TreesReply) =>
    ({ path, query = {} }: ProviderRequest): TreesReply =>
      path.includes('page=2') || path.endsWith('/2') || query['after'] === 'c2'
        ? { body: { trees: idsTo(4, 3), next: null }, headers: { link: '</trees>; rel="first"' } }
        : { ...first, body: { trees: idsTo(2), ...(first.body as object) } }

  it.each([
    { href: '/trees?page=2' },
    { url: 'https://api.test/trees?page=2' },
    ' /trees?page=2 ',
    'trees/page/2',
  ])('is found in %j', async (next) => {
    expect(await readAll(byUrl, two({ body: { next } }))).toEqual({
      ids: numbers(4),
      incomplete: undefined,
    })
  })

  it.each<[string | string[]]>([
    [['</trees>; rel="last"', '</trees?page=2>; rel="next"']],
    ['</trees?page=2>; rel="last next"'],
    ["</trees?page=2>; rel='next'"],
    ['</trees?page=2>; title="a, b"; REL=Next'],
    ['</trees?page=2>; title="<Trees>, all"; rel="next"'],
    ['</trees?page=2>; title="a \\"; rel=prev"; rel="next"'],
    ['</trees?name=a>b&page=2>; rel="next"'],
    ['</trees>; title="; rel=next, "; rel="prev", </trees?page=2>;rel = next'],
    ['< /trees?page=2 > ; rel="https://rels.test/#next"; rel="prev"'],
    [',, </trees>; rel=first,,</trees?page=2>; rel="next'],
  ])('is found in the header Link %j', async (link) => {
    expect(await readAll(byLink, two({ headers: { link } }))).toEqual({
      ids: numbers(4),
      incomplete: undefined,
    })
  })

  it.each([
    '</trees?page=2>; title="; rel=next"; rel="prev"',
    '</trees?page=2>; title="rel=next"; rel="first"',
    '</trees?page=2>; rel="next-archive"',
    '</trees?page=2>; rel="prev"; rel="next"',
    '</trees?page=2>; hrel="next"',
    '</trees?page=2>; anchor="</x>; rel=next"; rel=last',
  ])('is not in the header Link %j', async (link) => {
    expect(await readAll(byLink, two({ headers: { link } }))).toEqual({
      ids: numbers(2),
      incomplete: undefined,
    })
  })

  it.each([
    ['/trees?page=2; rel="next"'],
    [`<${'x'.repeat(20_000)}>; rel="next"`],
    [`${'</trees>; rel="first", '.repeat(1_000)}</trees?page=2>; rel="next"`],
  ])('that cannot be read in the header Link leaves the read incomplete', async (link) => {
    expect((await readAll(byLink, two({ headers: { link } }))).incomplete).toContain('Link')
  })

  it.each([{ after: 'c2' }, { token: 'c2' }, ['c2'], true])(
    'in the form %j is followed, or leaves the read incomplete',
    async (next) => {
      const { ids, incomplete } = await readAll(byCursor, two({ body: { next } }))

      expect(ids.length === 4 || incomplete !== undefined).toBe(true)
      expect((await readAll(byUrl, two({ body: { next } }))).incomplete).toEqual(expect.any(String))
    },
  )

  it.each([null, '', 'null', ' ', false, {}, [], { href: null }])('is not %j', async (next) => {
    const end = { ids: numbers(2), incomplete: undefined }

    expect(await readAll(byCursor, two({ body: { next } }))).toEqual(end)
    expect(await readAll(byUrl, two({ body: { next } }))).toEqual(end)
  })

  it('without results ends the list', async () => {
    const link = '</trees?page=0>; rel="previous"; results="true", </trees?page=2>; rel="next"; '
    const end = { ids: numbers(2), incomplete: undefined }

    const sentry = two({ headers: { link: `${link}results="false"; cursor="0:100:0"` } })
    expect(await readAll(byLink, sentry)).toEqual(end)
    const more = two({ headers: { link: `${link}results="true"; cursor="0:100:0"` } })
    expect(await readAll(byLink, more)).toEqual({ ids: numbers(4), incomplete: undefined })
  })

  describe('in a list of links', () => {
    const links = (...rels: string[]) => ({
      links: rels.map((rel) => ({ rel, href: 'https://api.test/trees?page=2&after=c2' })),
    })
    const paging = { style: 'nextUrl', from: 'links', rel: 'next' }

    it.each([paging, { ...paging, param: 'after' }])(
      'is found by its relation: %j',
      async (one) => {
        expect(await readAll(list(one), two({ body: links('self', 'next', 'last') }))).toEqual({
          ids: numbers(4),
          incomplete: undefined,
        })
        for (const body of [links('self', 'prev'), { links: [] }, {}]) {
          expect(await readAll(list(one), two({ body }))).toEqual({
            ids: numbers(2),
            incomplete: undefined,
          })
        }
      },
    )

    it('that is none leaves the read incomplete', async () => {
      const { incomplete } = await readAll(list(paging), two({ body: { links: 'next' } }))

      expect(incomplete).toEqual(expect.any(String))
    })
  })

  it('without a target in the header Link leaves the read incomplete', async () => {
    const { incomplete } = await readAll(byLink, two({ headers: { link: '/x; rel="next"' } }))

    expect(incomplete).toContain('Link')
  })
})

const html = { headers: { 'content-type': 'text/html' }, body: '<html>Not found</html>' }

describe('a page of the web server in place of a reply', () => {
  const below = {
    groves: { read: { path: '/groves', records: 'groves', id: 'id' } },
    trees: { read: { ...trees, path: '/groves/{parent}/trees', parent: { object: 'groves' } } },
  }

  it('does not say that a parent has no records', async () => {
    const { ids, incomplete } = await readAll(below, ({ path }) => {
      if (path === '/groves') return { body: { groves: idsTo(3) } }
      const grove = Number(path.split('/')[2])
      return grove === 2 ? { status: 404, ...html } : { body: { trees: [{ id: grove }] } }
    })

    expect(ids).toEqual([1, 3])
    expect(incomplete).toContain('The list below 2')
  })

  it('does not say that a record is gone', async () => {
    const read = list({ style: 'none', whole: true }, { fetch: { path: '/trees/{id}' } })
    const { ids, incomplete } = await readAll(read, ({ path }) => {
      if (path === '/trees') return { body: { trees: idsTo(5) } }
      const id = Number(path.split('/')[2])
      return id === 2 ? { status: 404, ...html } : { body: { id, name: 'x' } }
    })

    expect(ids).toEqual([1, 3, 4, 5])
    expect(incomplete).toContain('1 record could not be read')
  })
})

describe('a record that is requested after its list', () => {
  const read = list({ style: 'none', whole: true }, { fetch: { path: '/trees/{id}' } })

  it.each<[string, TreesReply]>([
    ['another record', { body: { id: 77, name: 'Elm' } }],
    ['an empty object', { body: {} }],
    ['a message', { body: { message: 'Not found' } }],
    ['no content', { status: 204 }],
  ])('is not %s', async (_, odd) => {
    const { ids, incomplete } = await readAll(read, ({ path }) => {
      if (path === '/trees') return { body: { trees: idsTo(5) } }
      const id = Number(path.split('/')[2])
      return id === 2 ? odd : { body: { id, name: 'Oak' } }
    })

    expect(ids).toEqual([1, 3, 4, 5])
    expect(incomplete).toEqual(expect.any(String))
  })

  it('is requested again where the provider returns fewer at a time', async () => {
    const fetch = { path: '/some', ids: { name: 'ids', join: ',', max: 50 } }
    const whole = list({ style: 'none', whole: true }, { fetch })
    const { ids, incomplete } = await readAll(whole, ({ path, query = {} }) => {
      if (path === '/trees') return { body: { trees: idsTo(45) } }
      const asked = String(query['ids']).split(',').map(Number)
      return { body: { trees: asked.slice(0, 20).map((id) => ({ id, name: 'Oak' })) } }
    })

    expect(ids).toEqual(numbers(45))
    expect(incomplete).toBeUndefined()
  })
})

describe('changed records', () => {
  const readRecords = (
    byId: object,
    reply: (request: ProviderRequest) => TreesReply,
    ids: number[],
  ) => {
    const events = { create: 'tree.created', update: 'tree.updated', delete: 'tree.deleted' }
    const declaration = Declaration.parse({
      objects: { trees: { read: { ...trees, byId }, events } },
      subscribe: {
        create: { path: '/hooks', body: { url: '{url}', secret: '{secret}' }, id: 'id' },
        delete: { path: '/hooks/{id}' },
        events: { at: 'events', item: '{event}' },
        verify: {
          style: 'hmac',
          hash: 'sha256',
          encoding: 'hex',
          header: 'X-Signature',
          secret: 'ours',
        },
        delivery: { name: '{type}', record: 'tree', id: 'key' },
      },
    })
    const connector = requireValue(makeDeclaredConnector('orchard', declaration))
    const client: ProviderClient = {
      metadata: {},
      request: (asked) => Promise.resolve({ status: 200, headers: {}, body: '', ...reply(asked) }),
    }
    return requireValue(connector.subscribing).readRecords(client, {
      objectName: 'trees',
      fieldNames: [],
      ids: ids.map(String),
    })
  }
  const path = { style: 'path', path: '/trees/{id}' }
  const byList = { style: 'list', in: 'query', name: 'ids', join: ',', max: 50 }

  it.each<[string, TreesReply]>([
    ['a page', { status: 404, ...html }],
    ['nothing', { body: null }],
    ['no content', { status: 204 }],
  ])('are not gone because of %s', async (_, odd) => {
    await expect(readRecords(path, () => odd, [1])).rejects.toThrow(ProviderError)
  })

  it('do not wait for one without content, if others have theirs', async () => {
    const found = await readRecords(
      path,
      (request) => (request.path.endsWith('/2') ? { status: 204 } : { body: { id: 3 } }),
      [2, 3],
    )

    expect(found.map(({ id }) => id)).toEqual(['3'])
  })

  it.each<[string, TreesReply]>([
    ['a page', { status: 200, ...html }],
    ['no content', { status: 204 }],
  ])('of GraphQL are not gone because of %s', async (_, odd) => {
    const graphql = { style: 'graphql', field: 'tree', argument: 'id' }

    await expect(readRecords(graphql, () => odd, [1])).rejects.toThrow(ProviderError)
  })

  it('are not gone because the provider returns fewer at a time', async () => {
    const found = await readRecords(
      byList,
      ({ query = {} }) => ({
        body: {
          trees: String(query['ids'])
            .split(',')
            .slice(0, 20)
            .map((id) => ({ id })),
        },
      }),
      numbers(45),
    )

    expect(found.map(({ id }) => Number(id)).toSorted((a, b) => a - b)).toEqual(numbers(45))
  })

  it('are not gone because their rows cannot be read', async () => {
    const found = readRecords(byList, () => ({ body: { trees: [{ id: 1 }, null] } }), [1, 2])

    await expect(found).rejects.toThrow(ProviderError)
  })
})

describe('a file', () => {
  const exporting = (pages: object) => ({
    trees: {
      read: {
        ...trees,
        method: 'POST',
        path: '/jobs',
        job: {
          id: 'job',
          status: { path: '/jobs/{job}', at: 'state', done: ['done'], everySeconds: 0.1 },
          pages: { path: '/file', ...pages },
        },
      },
      fields: { id: 'string', name: 'string' },
    },
  })
  const readFile = (
    pages: object,
    file: (request: ProviderRequest) => TreesReply,
    state = 'done',
  ) =>
    readAll(exporting(pages), (request) =>
      request.path === '/jobs'
        ? { body: { job: 'j1' } }
        : request.path === '/jobs/j1'
          ? { body: { state } }
          : file(request),
    )
  const csv = { format: 'csv' }
  const whole = 'id,name\n1,Oak\n2,Elm\n3,Fir\n'

  it.each([
    ['carriage returns', whole.replaceAll('\n', '\r')],
    ['both line ends', whole.replaceAll('\n', '\r\n')],
    ['a line for Excel', `\uFEFFsep=,\r\n${whole}`],
    ['an end mark', `${whole}\u001A`],
    ['zeros behind the last row', `${whole}\0\0\0`],
  ])('with %s has all records', async (_, body) => {
    expect(await readFile(csv, () => ({ body }))).toEqual({
      ids: numbers(3),
      incomplete: undefined,
    })
  })

  it('with several columns of one name has the values of each', async () => {
    const body = 'id,name,name,name (2)\n1,Oak,Elm,Fir\n'
    const connector = requireValue(
      makeDeclaredConnector('orchard', Declaration.parse({ objects: exporting(csv) })),
    )
    const client: ProviderClient = {
      metadata: {},
      request: ({ path }) =>
        Promise.resolve({
          ...{ status: 200, headers: {} },
          body: path === '/jobs' ? { job: 'j1' } : path === '/jobs/j1' ? { state: 'done' } : body,
        }),
    }
    const asked = { objectName: 'trees', fieldNames: ['name'] }
    let page = await connector.read(client, asked)
    while (page.records.length === 0) {
      page = await connector.read(client, { ...asked, cursor: requireValue(page.next) })
    }

    expect(page.records.map(({ raw }) => raw)).toEqual([
      { id: '1', name: 'Oak', 'name (3)': 'Elm', 'name (2)': 'Fir' },
    ])
  })

  it('with several columns of IDs is rejected', async () => {
    const body = 'id,name,id\n1,Oak,7\n'

    await expect(readFile(csv, () => ({ body }))).rejects.toThrow('several columns id')
  })

  it.each([
    ['a message', 'Service is busy, try again later'],
    ['a message of several lines', 'Error\nService is busy\n'],
    ['null', 'null'],
    ['a text', '"busy"'],
    ['other separators', whole.replaceAll(',', ';')],
  ])('is not %s', async (_, body) => {
    await expect(readFile(csv, () => ({ body }))).rejects.toThrow(ProviderError)
    const ranges = { format: 'csv', rangeBytes: 1_000 }
    await expect(readFile(ranges, () => ({ body }))).rejects.toThrow(ProviderError)
  })

  it.each([
    ['an error in its last line', `${whole}Error: export aborted\n`],
    ['a cut last line', `${whole}4`],
    ['a count of rows', `${whole}3 rows\n`],
  ])('with %s is incomplete', async (_, body) => {
    const { ids, incomplete } = await readFile(csv, () => ({ body }))

    expect(ids).toEqual(numbers(3))
    expect(incomplete).toEqual(expect.any(String))
  })

  it.each([204, 416])('without content is not empty: %i', async (status) => {
    const ranges = { format: 'csv', rangeBytes: 1_000 }
    const { incomplete } = await readFile(ranges, () => ({ status }))

    expect(incomplete).toContain('The file is empty')
  })

  it('that is not ready is read later', async () => {
    await expect(readFile(csv, () => ({ status: 202 }))).rejects.toMatchObject({
      failure: 'unavailable',
    })
    const ranges = { format: 'csv', rangeBytes: 1_000 }
    await expect(readFile(ranges, () => ({ status: 202 }))).rejects.toMatchObject({
      failure: 'unavailable',
    })
  })

  it('that changes while its parts are read is read again from the beginning', async () => {
    const rows = (last: number) =>
      `id,name\n${numbers(last)
        .map((id) => `${id},Oak ${id}`)
        .join('\n')}\n`
    const files = [rows(200), rows(60), rows(60), rows(60)]
    let requests = 0
    const { ids } = await readFile({ format: 'csv', rangeBytes: 1_000 }, ({ headers = {} }) => {
      const content = Buffer.from(requireValue(files[Math.min(requests++, 3)]))
      const [, first = '0', last = '0'] = /bytes=(\d+)-(\d+)/.exec(String(headers['range'])) ?? []
      if (Number(first) >= content.length) {
        return { status: 416, headers: { 'content-range': `bytes */${content.length}` } }
      }
      const end = Math.min(Number(last), content.length - 1)
      const range = `bytes ${first}-${end}/${content.length}`
      const body = content.subarray(Number(first), end + 1).toString()
      return { status: 206, headers: { 'content-range': range }, body }
    })

    expect(ids.slice(-60)).toEqual(numbers(60))
  })

  it.each(['DONE', 'Done'])('of a job with the status %s is read', async (state) => {
    expect((await readFile(csv, () => ({ body: whole }), state)).ids).toEqual(numbers(3))
  })
})

describe('a time', () => {
  const readAt = (at: unknown, format: string) =>
    readAll(
      list({ style: 'none', whole: true }, { updated: { field: 'at', format } }),
      () => ({ body: { trees: [{ id: 1, at }] } }),
      { since: new Date(Date.now() - 3_600_000).toISOString() },
    )
  const now = new Date(Date.now() - 60_000)
  const iso = now.toISOString()
  const old = new Date(Date.now() - 40 * 86_400_000)

  it.each<[string, string, unknown, unknown]>([
    ['unix', 'milliseconds', now.getTime(), old.getTime()],
    ['unix', 'milliseconds as text', String(now.getTime()), String(old.getTime())],
    ['unix', 'microseconds', now.getTime() * 1_000, old.getTime() * 1_000],
    ['unix-ms', 'seconds', Math.floor(now.getTime() / 1_000), Math.floor(old.getTime() / 1_000)],
    ['unix-ms', 'RFC 3339', iso, old.toISOString()],
    ['rfc3339', 'seconds', Math.floor(now.getTime() / 1_000), Math.floor(old.getTime() / 1_000)],
    ['rfc3339', 'a short offset', iso.replace('Z', '+00'), old.toISOString().replace('Z', '+00')],
    ['rfc3339', 'UTC', iso.replace('Z', ' UTC'), old.toISOString().replace('Z', ' UTC')],
    ['rfc3339', 'a zone in brackets', `${iso}[UTC]`, `${old.toISOString()}[UTC]`],
    ['rfc3339', 'that of a header', now.toUTCString(), old.toUTCString()],
    ['rfc3339', 'a day', iso.slice(0, 10), old.toISOString().slice(0, 10)],
    [
      'rfc3339',
      'the short form',
      iso.replaceAll(/[-:]/g, ''),
      old.toISOString().replaceAll(/[-:]/g, ''),
    ],
  ])('declared as %s and written as %s drops no change', async (format, _, recent, ancient) => {
    expect((await readAt(recent, format)).ids).toEqual([1])
    expect((await readAt(ancient, format)).ids).toEqual([])
  })

  it.each([0, '0', '0000-00-00 00:00:00', null, ''])('of none, %j, drops none', async (at) => {
    expect((await readAt(at, 'unix')).ids).toEqual([1])
    expect((await readAt(at, 'rfc3339')).ids).toEqual([1])
  })
})

describe('a rejection', () => {
  const findFailure = (reply: TreesReply) =>
    readAll(list({ style: 'none' }), () => reply).then(
      () => undefined,
      (error: unknown) => (error instanceof ProviderError ? error.failure : undefined),
    )

  it.each<[number, unknown, string]>([
    [420, {}, 'rate-limit'],
    [430, {}, 'rate-limit'],
    [403, { message: 'API rate limit exceeded for 192.0.2.1' }, 'rate-limit'],
    [400, { error: { code: 'too_many_requests' } }, 'rate-limit'],
    [403, { error: 'Quota exceeded' }, 'rate-limit'],
    [421, {}, 'unavailable'],
    [424, {}, 'unavailable'],
    [449, {}, 'unavailable'],
    [403, '<!DOCTYPE html><title>Checking your browser', 'unavailable'],
    [404, '<html>nginx', 'unavailable'],
    [400, { message: 'rateLimit is not a number' }, 'bad-request'],
    [403, { message: 'Not part of your plan.' }, 'permission'],
    [404, { message: 'Gone.' }, 'not-found'],
  ])('with status %i and %j is %s', async (status, body, failure) => {
    expect(await findFailure({ status, body })).toBe(failure)
  })
})

describe('rows with several columns of one name', () => {
  const columns = { at: 'columns', name: '' }
  const paging = { style: 'none', whole: true }
  const read = async (reading: object, body: object) => {
    const objects = { trees: { read: { ...trees, columns, paging, ...reading } } }
    const connector = requireValue(makeDeclaredConnector('orchard', Declaration.parse({ objects })))
    const client: ProviderClient = {
      metadata: {},
      request: () => Promise.resolve({ status: 200, headers: {}, body }),
    }
    return connector.read(client, { objectName: 'trees', fieldNames: ['name'] })
  }

  it('have the values of each, the last under the name', async () => {
    const { records, incomplete } = await read(
      {},
      { columns: ['id', 'name', 'name'], trees: [[1, 'Oak', 'Elm']] },
    )

    expect(records.map(({ raw }) => raw)).toEqual([{ id: 1, 'name (2)': 'Oak', name: 'Elm' }])
    expect(incomplete).toBeUndefined()
  })

  it.each([
    ['of the ID', { id: 'id' }],
    ['of a composed ID', { id: '{id}-{name}' }],
    ['of records without ID', { id: undefined }],
  ])('%s are no complete list, and keep their IDs', async (_, reading) => {
    const before = await read(reading, { columns: ['id', 'name'], trees: [[7, 'Oak']] })

    const { records, incomplete } = await read(reading, {
      columns: ['id', 'id', 'name'],
      trees: [[1, 7, 'Oak']],
    })

    expect(records.map(({ id }) => id)).toEqual(before.records.map(({ id }) => id))
    expect(incomplete).toContain('several columns id')
  })
})

describe('a status that means an empty list', () => {
  const paging = { style: 'cursor', from: 'next', param: 'after' }
  const readTo = (
    second: TreesReply,
    first: TreesReply = { body: { trees: idsTo(2), next: 'b' } },
  ) =>
    readAll({ trees: { read: { ...trees, paging, emptyStatus: 404 } } }, ({ query = {} }) =>
      query['after'] === undefined ? first : second,
    )

  it('ends a list', async () => {
    const none = { status: 404, body: { message: 'No records found' } }

    expect(await readTo({}, none)).toEqual({ ids: [], incomplete: undefined })
  })

  it('does not show that a page is empty which the previous one named', async () => {
    const { ids, incomplete } = await readTo({ status: 404, body: {} })

    expect(ids).toEqual(numbers(2))
    expect(incomplete).toContain('the previous one named')
  })

  it('is none with the text of a gateway', async () => {
    const text = { status: 404, body: 'Not found', headers: { 'content-type': 'text/plain' } }

    await expect(readTo({}, text)).rejects.toMatchObject({ failure: 'not-found' })
  })
})
