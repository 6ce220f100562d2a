import { ProviderError, type ProviderClient, type ProviderRequest } from '@platform/connector'
import { describe, expect, it } from 'vitest'
import { requireValue } from '../../../require-value.ts'
import { getAtDotPath } from '../../calls/dot-path.ts'
import { csvRows } from '../csv.ts'
import { makeDeclaredConnector } from '../../connector.ts'
import { Declaration } from '../../schema/entry.ts'
import { findFaults } from '../../schema/find-faults.ts'

const leads = {
  fields: { id: 'string', name: 'string' },
  read: {
    method: 'POST',
    path: '/exports',
    body: { fields: ['{fields}'] },
    records: 'rows',
    id: 'id',
    updated: { field: 'changed', format: 'rfc3339' },
    job: {
      id: 'export.id',
      begin: [{ path: '/exports/{job}/start' }],
      status: {
        path: '/exports/{job}',
        at: 'status',
        done: ['done'],
        failed: ['failed'],
        message: 'error',
        everySeconds: 60,
        withinHours: 2,
      },
      pages: { path: '/exports/{job}/file', format: 'csv', rangeBytes: 1_000, nullText: 'null' },
    },
  },
}

const makeConnector = (objects: object) =>
  requireValue(makeDeclaredConnector('acme', Declaration.parse({ objects })))
const faultsIn = (objects: object) =>
  findFaults(Declaration.parse({ objects })).map(
    ({ path, message }) => `${path.join('.')}: ${message}`,
  )

const many = Array.from({ length: 100 }, (_, n) => ({
  id: `l${n}`,
  name: n % 3 === 0 ? 'Zoë, "the\nthird"' : n % 3 === 1 ? '' : 'null',
  changed: '2026-03-01T00:00:00Z',
}))
const formatCsv = (rows: readonly Record<string, string>[]) =>
  [
    'id,name,changed',
    ...rows.map((row) =>
      Object.values(row)
        .map((value) => `"${value.replaceAll('"', '""')}"`)
        .join(','),
    ),
  ].join('\r\n')

/** A provider whose jobs have these statuses, one after the other. */
function serveExports(
  statuses: (number: number) => readonly (string | number)[],
  { text = formatCsv(many), ranges = true }: { text?: string; ranges?: boolean } = {},
) {
  const calls: string[] = []
  const polls: Record<string, number> = {}
  let started = 0
  const client: ProviderClient = {
    metadata: {},
    request({ method = 'GET', path, headers = {}, body }: ProviderRequest) {
      calls.push(`${method} ${path}${headers['range'] === undefined ? '' : ` ${headers['range']}`}`)
      const reply = (status: number, replied: unknown, more = {}) =>
        Promise.resolve({ status, headers: more, body: replied })
      if (path === '/exports') {
        polls[`j${++started}`] = 0
        return reply(200, { export: { id: `j${started}` }, sent: body })
      }
      const [, , job = '', part] = path.split('/')
      if (part === 'start') return reply(200, {})
      if (part === undefined) {
        const all = statuses(Number(job.slice(1)))
        const status = all[Math.min(polls[job] ?? 0, all.length - 1)]
        polls[job] = (polls[job] ?? 0) + 1
        return typeof status === 'number'
          ? reply(status, { message: 'Busy.' })
          : reply(200, { status, error: 'Disk full.' })
      }
      const bytes = Buffer.from(text)
      const [, from = 0, to = 0] = /bytes=(\d+)-(\d+)/.exec(headers['range'] ?? '') ?? []
      if (!ranges) return reply(200, text)
      if (Number(from) >= bytes.length) return reply(416, '')
      const end = Math.min(Number(to), bytes.length - 1)
      return reply(206, bytes.subarray(Number(from), end + 1).toString(), {
        'content-range': `bytes ${from}-${end}/${bytes.length}`,
      })
    },
  }
  return { client, calls }
}

async function step(client: ProviderClient, cursor?: string, objects: object = { leads }) {
  return makeConnector(objects).read(client, { objectName: 'leads', fieldNames: ['name'], cursor })
}

async function readAllPages(
  client: ProviderClient,
  { cursor, objects = { leads } }: { cursor?: string | undefined; objects?: object } = {},
) {
  const raws: Record<string, unknown>[] = []
  const cursors: string[] = []
  const waits: number[] = []
  for (let next = cursor, pages = 0; pages < 100; pages++) {
    const page = await step(client, next, objects)
    raws.push(...page.records.map(({ raw }) => raw))
    if (page.waitMs !== undefined) waits.push(page.waitMs)
    next = page.next
    if (next === undefined) return { raws, cursors, waits }
    cursors.push(next)
  }
  throw new Error('The read does not end.')
}

const soon = () => ['running', 'running', 'done']

describe('an export', () => {
  it('is started, awaited with growing pauses, and read by parts of its file', async () => {
    const { client, calls } = serveExports(soon)

    const { raws, waits } = await readAllPages(client)

    expect(raws).toEqual(
      many.map((one) => ({ ...one, name: one.name === 'null' ? null : one.name })),
    )
    expect(waits).toEqual([60_000, 90_000, 135_000])
    expect(calls.slice(0, 6)).toEqual([
      'POST /exports',
      'POST /exports/j1/start',
      'GET /exports/j1',
      'GET /exports/j1',
      'GET /exports/j1',
      'GET /exports/j1/file bytes=0-999',
    ])
    expect(calls.length).toBeGreaterThan(8)
  })

  it('is not started again by another process that resumes at any cursor', async () => {
    const { cursors } = await readAllPages(serveExports(soon).client)

    for (const cursor of cursors) {
      const { client, calls } = serveExports(() => ['done'])
      const { raws } = await readAllPages(client, { cursor })
      expect(raws.at(-1)).toMatchObject({ id: 'l99' })
      expect(calls.filter((call) => call.startsWith('POST'))).toEqual([])
    }
  })

  it('is read whole from a provider that ignores ranges', async () => {
    const { client } = serveExports(soon, { ranges: false })

    expect((await readAllPages(client)).raws).toHaveLength(100)
  })

  it.each([
    ['is empty', 'id,name,changed'],
    ['has nothing', ''],
  ])('has no records if its file %s', async (_, text) => {
    expect((await readAllPages(serveExports(soon, { text }).client)).raws).toEqual([])
  })

  it.each([
    ['ends within a value', 'id,name,changed\na,"b'],
    ['has no ID', 'key,name,changed\na,b,c'],
  ])('is no list of records if its file %s', async (_, text) => {
    await expect(readAllPages(serveExports(soon, { text }).client)).rejects.toBeInstanceOf(
      ProviderError,
    )
  })

  it('with a record larger than a part is reported as such', async () => {
    const text = `id,name,changed\na,${'x'.repeat(3_000)},2026-03-01\n`

    await expect(readAllPages(serveExports(soon, { text }).client)).rejects.toMatchObject({
      failure: 'too-large',
    })
  })

  it('continues after an outage of its status', async () => {
    const { client, calls } = serveExports(() => ['running', 503, 'done'])
    const first = await step(client)
    const second = await step(client, first.next)

    await expect(step(client, second.next)).rejects.toMatchObject({ failure: 'unavailable' })
    const { raws } = await readAllPages(client, { cursor: second.next })

    expect(raws).toHaveLength(100)
    expect(calls.filter((call) => call === 'POST /exports')).toHaveLength(1)
  })

  it.each([
    ['fails', 'failed'],
    ['is forgotten', 404],
  ])('is started again if it %s once', async (_, status) => {
    const { client, calls } = serveExports((number) => (number === 1 ? [status] : soon()))

    const { raws } = await readAllPages(client)

    expect(raws).toHaveLength(100)
    expect(calls.filter((call) => call === 'POST /exports')).toHaveLength(2)
  })

  it('is given up with its reason after three failures, and can be resumed later', async () => {
    const { client, calls } = serveExports((number) => (number <= 6 ? ['failed'] : soon()))

    const error: unknown = await readAllPages(client).catch((refusal: unknown) => refusal)
    let cursor: string | undefined
    for (let steps = 0; steps < 20; steps++) {
      // The read has been given up.
      const page = await step(client, cursor).catch(() => undefined)
      if (!page) break
      cursor = page.next
    }
    const later = JSON.stringify({ ...JSON.parse(cursor ?? '{}'), endedAt: Date.now() - 3_600_000 })
    const started = calls.filter((call) => call === 'POST /exports').length
    const { raws } = await readAllPages(client, { cursor: later })

    expect(error).toMatchObject({
      failure: 'bad-request',
      status: 422,
      message: 'The provider could not prepare Leads: Disk full. Its job has the ID j3.',
    })
    expect(started).toBe(6)
    expect(raws).toHaveLength(100)
  })

  it('that never ends is given up', async () => {
    const { client } = serveExports(() => ['running'])
    const { next } = await step(client)
    const old = { ...JSON.parse(next ?? ''), began: Date.now() - 3 * 3_600_000 }

    const { next: ended } = await step(client, JSON.stringify(old))

    await expect(step(client, ended)).rejects.toMatchObject({
      status: 422,
      message: expect.stringContaining('it did not end within 2 hours'),
    })
  })

  it.each(['../admin', 'a?b', ''])('with the ID %j stays at its path', async (id) => {
    const paths: string[] = []
    const client: ProviderClient = {
      metadata: {},
      request({ path }) {
        paths.push(path)
        return Promise.resolve({
          status: 200,
          headers: {},
          body: { export: { id }, status: 'done' },
        })
      },
    }
    // It may be rejected or not; only the requested URL matters.
    const page = await step(client).catch(() => undefined)
    await step(client, page?.next).catch(() => undefined) // As above.

    expect(paths.every((path) => path.split('/').length <= 4 && !path.includes('?'))).toBe(true)
  })

  it('is awaited again if its status is missing, and refused with a foreign cursor', async () => {
    const { client } = serveExports(soon)
    const strange: ProviderClient = {
      metadata: {},
      request: () => Promise.resolve({ status: 200, headers: {}, body: {} }),
    }
    const { next } = await step(client)

    await expect(step(strange, next)).rejects.toMatchObject({ failure: 'unavailable' })
    await expect(step(client, 'x')).rejects.toMatchObject({ failure: 'cursor-gone' })
  })

  it('asks for the ID and the time beside the requested fields', async () => {
    let sent: unknown
    const { client } = serveExports(soon)
    const watching: ProviderClient = {
      metadata: {},
      request: (request) => {
        sent ??= request.body
        return client.request(request)
      },
    }
    await step(watching)

    expect(sent).toEqual({ fields: ['id', 'changed', 'name'] })
  })

  it('is not started for a sample', async () => {
    const { client, calls } = serveExports(soon)
    const connector = makeConnector({ leads })

    const { fields } = await connector.describeObject(client, 'leads')
    await connector.sampleRead(client, { objectName: 'leads', fieldNames: ['name'] })

    expect(Object.keys(fields)).toEqual(['id', 'name'])
    expect(connector.readsByJob?.('leads')).toBe(true)
    expect(calls).toEqual([])
  })

  const wide = Array.from({ length: 100 }, (_, n) => `c${n}`)
  const small = Array.from({ length: 6_000 }, (_, n) => `l${n}`)
  it.each([
    ['csv', [`id,${wide.join(',')}`, ...small.map((id) => `${id},`)].join('\n')],
    ['jsonl', small.map((id) => `{"id":"${id}","more":[${'0,'.repeat(100)}0]}`).join('\n')],
  ])(
    'is read in parts that fit in memory, however small its values are: %s',
    async (format, text) => {
      const pages = { path: '/exports/{job}/file', format, rangeBytes: 8_000_000 }
      const objects = {
        leads: { ...leads, read: { ...leads.read, job: { ...leads.read.job, pages } } },
      }
      const { client, calls } = serveExports(() => ['done'], { text })

      const { raws } = await readAllPages(client, { objects })

      expect(raws.map(({ id }) => id)).toEqual(small)
      expect(calls.filter((call) => call.includes('bytes='))).toHaveLength(2)
    },
  )

  it('can have pages of JSON Lines', async () => {
    const pages = { path: '/exports/{job}/file', format: 'jsonl', rangeBytes: 1_000 }
    const objects = {
      leads: { ...leads, read: { ...leads.read, job: { ...leads.read.job, pages } } },
    }
    const text = many.map((one) => JSON.stringify(one)).join('\n')

    const { raws } = await readAllPages(serveExports(soon, { text }).client, { objects })

    expect(raws).toEqual(many)
  })
})

describe('CSV', () => {
  it.each([
    [
      'a,b\r\nc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      '"a ""b"", c",\n\n"",x',
      [
        ['a "b", c', ''],
        ['', 'x'],
      ],
    ],
    ['\uFEFFa\n"b\r\nc"\n', [['a'], ['b\r\nc']]],
    ['', []],
  ])('%j is parsed', async (text, rows) => {
    const parsed = await csvRows(text, { isEnd: true })

    expect(parsed).toEqual({ rows, used: text.length, isFull: false })
  })

  it('is parsed as far as its rows are complete', async () => {
    const parsed = await csvRows('a,b\nc,"d', { isEnd: false })

    expect(parsed).toEqual({ rows: [['a', 'b']], used: 4, isFull: false })
  })

  it('is parsed as far as its values fit in memory, however short its rows are', async () => {
    const header = Array.from({ length: 1_000 }, (_, n) => `c${n}`).join(',')

    const { rows, used, isFull } = await csvRows(`${header}\n${'1,\n'.repeat(1_000)}`, {
      isEnd: true,
    })

    expect([rows.length, used, isFull]).toEqual([500, header.length + 1 + 499 * 3, true])
  })
})

const orders = {
  read: {
    method: 'POST',
    path: '/query',
    sql: { in: 'q', statement: "SELECT * FROM orders WHERE kind = 'x'{and} ORDER BY id" },
    records: 'items',
    id: 'id',
    since: { in: 'sql', name: 'changed', format: 'rfc3339' },
    until: { in: 'sql', name: 'changed', format: 'rfc3339' },
    paging: { style: 'lastId', in: 'sql', param: 'id', size: { param: 'limit', max: 2 } },
  },
}

describe('a query', () => {
  const queries = async (read: object, ids: unknown[], more: object = {}, metadata = {}) => {
    const sent: string[] = []
    const client: ProviderClient = {
      metadata,
      request({ body }) {
        sent.push(String(getAtDotPath(body, 'q')))
        const items = sent.length > 1 ? [] : ids.map((id) => ({ id }))
        return Promise.resolve({ status: 200, headers: {}, body: { items } })
      },
    }
    const connector = makeConnector({ orders: { read: { ...orders.read, ...read } } })
    for (let cursor: string | undefined, pages = 0; pages < 3; pages++) {
      const page = await connector.read(client, {
        objectName: 'orders',
        fieldNames: [],
        cursor,
        ...more,
      })
      cursor = page.next
      if (cursor === undefined) break
    }
    return sent
  }

  it('has the conditions of changes and of the next page', async () => {
    const times = { since: '2026-03-01T00:00:01Z', until: '2026-04-01T00:00:00Z' }

    expect(await queries({}, [7, 8])).toEqual([
      "SELECT * FROM orders WHERE kind = 'x' ORDER BY id",
      "SELECT * FROM orders WHERE kind = 'x' AND id > 8 ORDER BY id",
    ])
    expect(await queries({}, [], times)).toEqual([
      "SELECT * FROM orders WHERE kind = 'x' AND changed >= '2026-03-01T00:00:00Z' AND changed < '2026-04-01T00:00:01Z' ORDER BY id",
    ])
  })

  it('contains names from the connection, and rejects anything but a name', async () => {
    const sql = { in: 'q', statement: 'SELECT * FROM {{table}}{where} ORDER BY id' }

    expect(await queries({ sql }, [], {}, { table: 'sales.orders' })).toEqual([
      'SELECT * FROM sales.orders ORDER BY id',
    ])
    for (const table of ['orders; DROP x', "o'", 'a b', 'o--', '']) {
      await expect(queries({ sql }, [], {}, { table })).rejects.toMatchObject({
        failure: 'bad-request',
      })
    }
  })

  it.each(['1 OR 1=1', "1'", '1e9', ''])('never continues after the ID %j', async (id) => {
    await expect(queries({}, [id, id === '' ? '' : `${id}1`])).rejects.toMatchObject({
      failure: 'bad-request',
    })
  })

  it('continues after a text in quotes', async () => {
    const paging = { ...orders.read.paging, template: "{name} > '{last}'" }

    expect((await queries({ paging }, ['a', 'b c'])).at(1)).toContain("AND id > 'b c' ORDER")
    await expect(queries({ paging }, ['a', "b'"])).rejects.toMatchObject({ failure: 'bad-request' })
  })

  it('reads rows of values by the columns of the reply', async () => {
    const read = {
      ...orders.read,
      paging: { style: 'none', whole: true },
      columns: {
        at: 'columns',
        name: 'name',
        type: 'type',
        row: 'f',
        cell: 'v',
        types: { INT: 'int', TIME: 'unix', DAY: 'days', FLAG: 'boolean', TREE: 'json' },
      },
    }
    const columns = [
      'id TEXT',
      'count INT',
      'at TIME',
      'on DAY',
      'is FLAG',
      'more TREE',
      'big INT',
    ].map((text) => ({ name: text.split(' ')[0], type: text.split(' ')[1] }))
    const row = ['a', '7', '1772323200.5', '20513', 'true', '{"x":[1]}', '9007199254740993']
    const rows = (values: unknown[]) => ({ f: values.map((v) => ({ v })) })
    const connector = makeConnector({ orders: { read } })
    const request = { objectName: 'orders', fieldNames: [] }
    const client = (body: object): ProviderClient => ({
      metadata: {},
      request: () => Promise.resolve({ status: 200, headers: {}, body }),
    })

    const { records } = await connector.read(
      client({ columns, items: [rows(row), rows(['b'])] }),
      request,
    )
    const without = connector.read(client({ items: [rows(row)] }), request)

    expect(records.map(({ raw }) => raw)).toEqual([
      {
        id: 'a',
        count: 7,
        at: '2026-03-01T00:00:00.500Z',
        on: '2026-03-01',
        is: true,
        more: { x: [1] },
        big: '9007199254740993',
      },
      { id: 'b', count: null, at: null, on: null, is: null, more: null, big: null },
    ])
    await expect(without).rejects.toMatchObject({ failure: 'unavailable' })
  })

  it('reads a table by its name, if the file declares how', async () => {
    const sent: unknown[] = []
    const client: ProviderClient = {
      metadata: {},
      request({ body }) {
        sent.push(body)
        return Promise.resolve({ status: 200, headers: {}, body: { items: [] } })
      },
    }
    const sql = { in: 'q', statement: 'SELECT * FROM {object}{where} ORDER BY id' }
    const declaration = Declaration.parse({ defaults: { read: { ...orders.read, sql } } })
    const connector = requireValue(makeDeclaredConnector('acme', declaration))

    await connector.read(client, { objectName: '/sales.orders', fieldNames: [] })

    expect(sent).toEqual([{ q: 'SELECT * FROM sales.orders ORDER BY id' }])
    for (const objectName of ['/a-b', '/a/b', "/a'", '/a b', '/1']) {
      const attempt = connector.read(client, { objectName, fieldNames: [] })
      await expect(attempt).rejects.toMatchObject({ failure: 'bad-request' })
    }
  })

  it('rejects a parent that could end a quoted value', async () => {
    const lists = { read: { path: '/lists', records: '', id: 'id' } }
    const sql = { in: 'q', statement: "SELECT * FROM x WHERE list = '{parent}'{and} ORDER BY id" }
    const objects = {
      lists,
      orders: { read: { ...orders.read, parent: { object: 'lists' }, sql } },
    }
    const client: ProviderClient = {
      metadata: {},
      request: () => Promise.resolve({ status: 200, headers: {}, body: [{ id: "x' OR 'a'='a" }] }),
    }

    await expect(
      makeConnector(objects).read(client, { objectName: 'orders', fieldNames: [] }),
    ).rejects.toMatchObject({ failure: 'bad-request' })
  })
})

describe('rules of queries and jobs', () => {
  const order = (read: object) => ({ orders: { read: { ...orders.read, ...read } } })
  const lead = (read: object, more: object = {}) => ({
    leads: { ...leads, ...more, read: { ...leads.read, ...read } },
  })

  it.each([
    [order({ method: 'GET' }), 'orders.read.sql: requires the method POST'],
    [order({ sql: null }), 'orders.read.since: in sql requires `sql`'],
    [
      order({ sql: { in: 'q', statement: 'SELECT * FROM x{where}' } }),
      'orders.read.sql.statement: must be sorted (ORDER BY) by the column of `paging`',
    ],
    [lead({}, { fields: {} }), 'leads: must declare `fields`, because a job has no sample records'],
    [
      lead({}, { search: { in: 'query', names: { name: 'q' } } }),
      'leads.search: is not possible in the result of a job',
    ],
    [
      lead({ fetch: { path: '/l/{id}' } }),
      'leads.read.fetch: is not possible for the result of a job',
    ],
    [
      lead({
        job: { ...leads.read.job, status: { path: '/status' }, pages: { path: '/file' } },
      }),
      'leads.read.job: must send {job}, the ID of the job',
    ],
  ])('are checked: %j', (objects, message) => {
    expect(faultsIn(objects)).toContain(`objects.${message}`)
  })

  it.each([
    order({ sql: { in: 'q', statement: 'SELECT * FROM x' } }),
    order({ sql: { in: 'q', statement: 'SELECT * FROM x{where}; DROP TABLE x' } }),
    order({ sql: { in: 'q', statement: 'SELECT * FROM x{where} -- y' } }),
    lead({ job: { ...leads.read.job, status: { path: '/x/{job}', at: 'status' } } }),
    lead({ job: { ...leads.read.job, pages: { path: '/x/{job}', rangeBytes: 5_000 } } }),
    lead({ job: { ...leads.read.job, pages: { path: '/x/{job}', count: 'n' } } }),
  ])('are rejected by the schema: %j', (objects) => {
    expect(Declaration.safeParse({ objects }).success).toBe(false)
  })
})
