import { ProviderError, type ProviderClient, type ReadRequest } from '@platform/connector'
import { describe, expect, it } from 'vitest'
import { requireValue } from '../../require-value.ts'
import { makeDeclaredConnector } from '../connector.ts'
import { Declaration } from '../schema/entry.ts'
import { findFaults } from '../schema/find-faults.ts'
import { listedAtATime } from './fetch.ts'

const mails = {
  read: {
    path: '/mails',
    records: 'mails',
    id: 'id',
    updated: { field: 'changed', format: 'rfc3339' },
    paging: {
      style: 'cursor',
      from: 'next',
      param: 'after',
      size: { param: 'limit', max: 500 },
    },
    fetch: { path: '/mails/{id}', query: { format: 'full' } },
  },
}

const makeConnector = (objects: object) =>
  requireValue(makeDeclaredConnector('acme', Declaration.parse({ objects })))

type Reply = { status?: number; body?: unknown } | ProviderError | undefined

/**
 * A provider of this many mails, whose list contains their IDs. `reply` replaces the reply for one of
 * them.
 */
function serveMails(
  count: number,
  reply: (id: number, attempt: number) => Reply = () => undefined,
) {
  const calls: string[] = []
  const attempts = new Map<number, number>()
  let running = 0
  let most = 0
  const all = Array.from({ length: count }, (_, id) => ({ id }))
  const client: ProviderClient = {
    metadata: {},
    async request({ path, query = {} }) {
      most = Math.max(most, ++running)
      await Promise.resolve()
      running--
      calls.push(path)
      const reached = { status: 200, headers: {} }
      if (path === '/mails') {
        const from = Number(query['after'] ?? 0)
        const to = from + Number(query['limit'] ?? 50)
        const body = { mails: all.slice(from, to), next: to < count ? String(to) : null }
        return { ...reached, body }
      }
      const id = Number(path.slice('/mails/'.length))
      const attempt = (attempts.get(id) ?? 0) + 1
      attempts.set(id, attempt)
      const other = reply(id, attempt)
      if (other instanceof ProviderError) throw other
      const text = `text ${id} ${String(query['format'])}`
      return { ...reached, body: { id, changed: '2026-03-01T00:00:00Z', text }, ...other }
    },
  }
  return { client, calls, most: () => most }
}

async function readAllPages(
  client: ProviderClient,
  { cursor, objects = { mails }, ...more }: Partial<ReadRequest> & { objects?: object } = {},
) {
  const connector = makeConnector(objects)
  const ids: string[] = []
  const cursors: string[] = []
  const raws: Record<string, unknown>[] = []
  let incomplete: string | undefined
  for (let next: string | undefined = cursor, pages = 0; pages < 100; pages++) {
    const page = await connector.read(client, {
      objectName: 'mails',
      fieldNames: ['text'],
      ...more,
      cursor: next,
    })
    ids.push(...page.records.map(({ id }) => id))
    raws.push(...page.records.map(({ raw }) => raw))
    incomplete = page.incomplete ?? incomplete
    next = page.next
    if (next === undefined) return { ids, cursors, raws, incomplete }
    cursors.push(next)
  }
  throw new Error('The read does not end.')
}

const idsTo = (count: number) => Array.from({ length: count }, (_, id) => String(id))
const outage = new ProviderError('unavailable', 'Down.')
const limit = new ProviderError('rate-limit', 'Too many calls.', { retryAfterMs: 60_000 })

describe('records that are requested after their list', () => {
  it('are read whole, a few at a time, each once, and each page of the list once', async () => {
    const { client, calls, most } = serveMails(230)

    const { ids, raws } = await readAllPages(client)

    expect(ids).toEqual(idsTo(230))
    expect(raws[229]).toMatchObject({ text: 'text 229 full' })
    expect(most()).toBe(4)
    expect(calls).toHaveLength(230 + Math.ceil(230 / listedAtATime))
  })

  it('resume at each cursor in another process, and repeat no record', async () => {
    const { cursors } = await readAllPages(serveMails(230).client)
    const rests = await Promise.all(
      cursors.map(async (cursor) => (await readAllPages(serveMails(230).client, { cursor })).ids),
    )

    expect(cursors).toHaveLength(4)
    expect(rests.map((ids) => ids[0])).toEqual(['50', '100', '150', '200'])
    expect(rests.every((ids) => ids.at(-1) === '229')).toBe(true)
  })

  it('are read at the speed that the entry declares', async () => {
    const { client, most } = serveMails(30)
    const fetch = { ...mails.read.fetch, atATime: 2 }

    await readAllPages(client, { objects: { mails: { read: { ...mails.read, fetch } } } })

    expect(most()).toBe(2)
  })

  it('are skipped if they are gone', async () => {
    const { client } = serveMails(60, (id) =>
      id % 7 === 0 ? { status: 404, body: {} } : undefined,
    )

    const { ids, incomplete } = await readAllPages(client)

    expect(ids).toEqual(idsTo(60).filter((id) => Number(id) % 7 !== 0))
    expect(incomplete).toBeUndefined()
  })

  it.each([1, 5])('fail the read if all %i are gone, unless it is only one', async (count) => {
    const makeGone = () => ({ status: 404, body: { message: 'No such path.' } })
    const attempt = readAllPages(serveMails(count, makeGone).client)

    if (count === 1) expect((await attempt).ids).toEqual([])
    else await expect(attempt).rejects.toMatchObject({ failure: 'not-found' })
  })

  it.each([
    [403, 'permission', 1],
    [422, 'bad-request', 1],
    [500, 'unavailable', 3],
  ])('make the read incomplete if one is answered %i', async (status, failure, tries) => {
    const refusal = { status, body: { message: 'Locked.' } }
    const refusing = serveMails(60, (id) => (id === 7 ? refusal : undefined))

    const { ids, incomplete } = await readAllPages(refusing.client)
    const none = readAllPages(serveMails(60, () => refusal).client)

    expect(ids).toEqual(idsTo(60).filter((id) => id !== '7'))
    expect(incomplete).toBe('1 record could not be read. Locked.')
    expect(refusing.calls.filter((path) => path === '/mails/7')).toHaveLength(tries)
    await expect(none).rejects.toMatchObject({ failure })
  })

  it('are read despite a brief failure of the provider', async () => {
    const { client } = serveMails(60, (id, attempt) =>
      id === 7 && attempt === 1 ? { status: 503, body: 'Busy' } : undefined,
    )

    const { ids, incomplete } = await readAllPages(client)

    expect(ids).toEqual(idsTo(60))
    expect(incomplete).toBeUndefined()
  })

  it.each([
    ['the provider goes down', 20, (): Reply => outage],
    ['the provider begins to fail', 20, (): Reply => ({ status: 503, body: 'Busy' })],
    ['the provider begins to fail for the last', 47, (): Reply => ({ status: 503, body: 'Busy' })],
    ['a rate limit is reached', 20, (): Reply => limit],
    ['the credentials end', 20, (): Reply => ({ status: 401, body: { message: 'Expired.' } })],
  ])('are kept when %s (%i), and the read resumes after them', async (_, from, failure) => {
    const connector = makeConnector({ mails })
    const request = { objectName: 'mails', fieldNames: ['text'] }
    const { client } = serveMails(60, (id) => (id >= from ? failure() : undefined))

    const page = await connector.read(client, request)
    const again = connector.read(client, { ...request, cursor: page.next })
    await expect(again).rejects.toBeInstanceOf(ProviderError)
    const later = await readAllPages(serveMails(60).client, { cursor: page.next })

    expect(page.records).toHaveLength(from)
    expect(page.incomplete).toBeUndefined()
    expect(later.ids).toEqual(idsTo(60).slice(from))
  })

  it('end a page before one that is too large, which is then read alone or reported', async () => {
    const connector = makeConnector({ mails })
    const { client } = serveMails(60, (id) =>
      id === 3 ? new ProviderError('too-large', 'Too large.') : undefined,
    )
    const request = { objectName: 'mails', fieldNames: ['text'] }

    const before = await connector.read(client, request)
    const at = { ...request, cursor: before.next }
    const bare = await connector.read(client, { ...at, fieldNames: [], pageSize: 1 })
    const behind = await readAllPages(client, { cursor: bare.next })

    expect(before.records).toHaveLength(3)
    await expect(connector.read(client, at)).rejects.toMatchObject({ failure: 'too-large' })
    expect(bare.records.map(({ id }) => id)).toEqual(['3'])
    expect(behind.ids[0]).toBe('4')
  })

  it('end a page that would be too large together', async () => {
    const text = 'x'.repeat(1024 * 1024)
    const { client } = serveMails(40, (id) => ({ body: { id, text } }))
    const page = await makeConnector({ mails }).read(client, {
      objectName: 'mails',
      fieldNames: [],
    })

    expect(page.records.length).toBeLessThanOrEqual(11)
    expect(page.next).toBeDefined()
  })

  it('are requested together where the provider allows it', async () => {
    const calls: string[] = []
    const client: ProviderClient = {
      metadata: {},
      request({ path, query = {} }) {
        calls.push(path)
        const all = idsTo(12).map((id) => ({ id }))
        const asked = String(query['ids']).split(',')
        const found = all.filter(({ id }) => asked.includes(id) && id !== '5')
        const mailsOrIds = path === '/some' ? found.map((one) => ({ ...one, text: 'x' })) : all
        return Promise.resolve({ status: 200, headers: {}, body: { mails: mailsOrIds } })
      },
    }
    const fetch = { path: '/some', ids: { name: 'ids', join: ',', max: 5 } }
    const read = { ...mails.read, fetch }

    const { ids, raws } = await readAllPages(client, { objects: { mails: { read } } })

    expect(ids).toEqual(idsTo(12).filter((id) => id !== '5'))
    expect(raws.every((raw) => raw['text'] === 'x')).toBe(true)
    // One that is missing is requested once more.
    expect(calls.filter((path) => path === '/some')).toHaveLength(4)
  })

  it('are filtered by their own time and fields', async () => {
    const { client } = serveMails(3, (id) =>
      id === 1 ? { body: { id, changed: '2020-01-01T00:00:00Z', text: 'old' } } : undefined,
    )

    const { ids } = await readAllPages(client, { since: '2026-01-01T00:00:00Z' })
    const filters = [{ fieldName: 'text', value: 'text 2 full' }]
    const filtered = await readAllPages(client, { filters })

    expect(ids).toEqual(['0', '2'])
    expect(filtered.ids).toEqual(['2'])
  })

  it('are sampled with their contents', async () => {
    const connector = makeConnector({ mails })
    const { client } = serveMails(60)

    const { fields } = await connector.describeObject(client, 'mails')
    const sample = await connector.sampleRead(client, { objectName: 'mails', fieldNames: ['text'] })

    expect(Object.keys(fields)).toContain('text')
    expect(sample?.raw).toMatchObject({ text: 'text 0 full' })
  })

  it.each(['..', '', 'x'.repeat(600)])('are not requested at another path: %j', async (id) => {
    const paths: string[] = []
    const client: ProviderClient = {
      metadata: {},
      request({ path }) {
        paths.push(path)
        return Promise.resolve({ status: 200, headers: {}, body: { mails: [{ id }] } })
      },
    }

    await expect(readAllPages(client)).rejects.toMatchObject({ failure: 'bad-request' })
    expect(paths).toEqual(['/mails'])
  })
})

const lines = {
  read: {
    path: '/lines',
    records: 'lines',
    id: '{order.id}-{number}',
    paging: { style: 'none', whole: true },
  },
}

const faultsIn = (objects: object) =>
  findFaults(Declaration.parse({ objects })).map(
    ({ path, message }) => `${path.join('.')}: ${message}`,
  )

describe('an ID of several values', () => {
  const readIds = async (list: object[], read: object = {}) => {
    const client: ProviderClient = {
      metadata: {},
      request: () => Promise.resolve({ status: 200, headers: {}, body: { lines: list } }),
    }
    const connector = makeConnector({ lines: { read: { ...lines.read, ...read } } })
    const { records } = await connector.read(client, { objectName: 'lines', fieldNames: [] })
    return records.map(({ id }) => id)
  }

  it('is identical in each read, and different for other values', async () => {
    const list = [
      { order: { id: 'a-1' }, number: 2 },
      { order: { id: 'a' }, number: '1-2' },
      { order: { id: 'a' }, number: '1%2D2' },
    ]

    const ids = await readIds(list)

    expect(ids).toEqual(['a-1-2', 'a-1%2D2', 'a-1%252D2'])
    expect(await readIds(list)).toEqual(ids)
  })

  it.each([
    [{ order: { id: 7 } }, 'number'],
    [{ order: {}, number: 1 }, 'order.id'],
    [{ order: { id: '' }, number: 1 }, 'order.id'],
  ])('requires each value: %j', async (line, place) => {
    await expect(readIds([line])).rejects.toMatchObject({
      failure: 'bad-request',
      message: expect.stringContaining(`no ID at ${place},`),
    })
  })

  it('can contain the value of the parent', async () => {
    const objects = {
      orders: { read: { path: '/orders', records: '', id: 'id', paging: { style: 'none' } } },
      lines: {
        read: {
          ...lines.read,
          path: '/orders/{parent}/lines',
          id: '{parent}-{number}',
          parent: { object: 'orders' },
        },
      },
    }
    const client: ProviderClient = {
      metadata: {},
      request: ({ path }) =>
        Promise.resolve({
          status: 200,
          headers: {},
          body: path === '/orders' ? [{ id: 'a' }, { id: 'b' }] : { lines: [{ number: 1 }] },
        }),
    }

    const { ids } = await readLines(client, objects)

    expect(ids).toEqual(['a-1', 'b-1'])
    expect(faultsIn(objects)).toEqual([])
  })

  it('is sent as its values', async () => {
    const calls: string[] = []
    const client: ProviderClient = {
      metadata: {},
      request({ method = 'GET', path }) {
        calls.push(`${method} ${path}`)
        const body = { line: { order: { id: 'a-b' }, number: 9 } }
        return Promise.resolve({ status: 200, headers: {}, body })
      },
    }
    const path = '/orders/{order.id}/lines/{number}'
    const objects = {
      lines: {
        ...lines,
        create: { path: '/lines', recordId: '{line.order.id}-{line.number}' },
        update: { path, method: 'PATCH' },
        delete: { path },
      },
    }
    const write = async (type: 'create' | 'update' | 'delete', id?: string) => {
      const records = [{ fields: { text: 'x' }, ...(id !== undefined && { id }) }]
      const writing = requireValue(makeConnector(objects).writing)
      const [result] = await writing.write(client, { objectName: 'lines', type, records })
      return requireValue(result)
    }

    const created = await write('create')
    const id = created.success ? created.recordId : undefined
    await write('update', id)
    const leaving = await write('delete', 'a/..-%2D1').catch((error: unknown) => error)
    await write('delete', 'a/c-%2D1')
    const strange = await write('delete', 'without').catch((error: unknown) => error)

    expect(id).toBe('a-b-9')
    expect(calls).toEqual([
      'POST /lines',
      'PATCH /orders/a-b/lines/9',
      'DELETE /orders/a%2Fc/lines/-1',
    ])
    expect([leaving, strange]).toMatchObject([
      { error: { failure: 'bad-request' } },
      { error: { failure: 'bad-request' } },
    ])
    expect(faultsIn(objects)).toEqual([])
  })

  it.each([
    [
      { update: { path: '/lines/{id}' } },
      'update.path: cannot contain {id}, which consists of several values: use {order.id}, {number}',
    ],
    [{ update: { path: '/lines', idIn: 'id' } }, 'update.idIn: requires an ID of one value'],
    [
      { create: { path: '/lines', recordId: 'id' } },
      'create.recordId: must be a template of as many values as the ID: {order.id}, {number}',
    ],
    [
      { read: { ...lines.read, paging: { style: 'lastId', param: 'after' } } },
      'read.paging: by the last ID requires an ID of one value',
    ],
    [
      { read: { ...lines.read, byId: { style: 'path' } } },
      'read.byId: requires an ID of one value, or a path with all',
    ],
    [
      { associations: { notes: { path: '/lines/{id}/notes', records: '', id: 'id' } } },
      'associations.notes: require an ID of one value',
    ],
    [
      { read: { ...lines.read, fetch: { path: '/lines/{number}' } } },
      'read.fetch.path: must contain {order.id}, {number}, or every record would be the same',
    ],
    [
      { read: { ...lines.read, id: '{parent}-{number}' } },
      'read.id: contains {parent}, but declares no parent',
    ],
    [
      { read: { ...mails.read, fetch: { path: '/mails' } } },
      'read.fetch.path: must contain {id}, or every record would be the same',
    ],
    [{ read: { ...mails.read, id: null } }, 'read.fetch: requires an ID'],
  ])('is checked: %j', (rules, message) => {
    expect(faultsIn({ lines: { ...lines, ...rules } })).toEqual([`objects.lines.${message}`])
  })

  it.each(['{a}{b}', '{a', '{__proto__}-{b}', '{a.constructor.b}', '{{a}}'])(
    'cannot be %s',
    (id) => {
      const objects = { lines: { read: { ...lines.read, id } } }

      expect(Declaration.safeParse({ objects }).success).toBe(false)
    },
  )
})

const readLines = async (client: ProviderClient, objects: object) => {
  const connector = makeConnector(objects)
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const page = await connector.read(client, { objectName: 'lines', fieldNames: [], cursor })
    ids.push(...page.records.map(({ id }) => id))
    cursor = page.next
  } while (cursor !== undefined)
  return { ids }
}
