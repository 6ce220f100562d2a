import { ProviderError, type ProviderClient, type ProviderRequest } from '@platform/connector'
import { describe, expect, it } from 'vitest'
import { getMembers } from '../../members.ts'
import { requireValue } from '../../require-value.ts'
import { findFaults } from '../schema/find-faults.ts'
import { makeDeclaredConnector } from '../connector.ts'
import { Declaration } from '../schema/entry.ts'

const boards = {
  read: {
    path: '/boards',
    records: 'boards',
    id: 'key',
    paging: { style: 'cursor', from: 'next', param: 'after' },
  },
}
const cards = {
  read: {
    path: '/boards/{parent}/cards',
    records: 'cards',
    id: 'id',
    paging: { style: 'cursor', from: 'next', param: 'after' },
    parent: { object: 'boards' },
  },
}

type Reply = Record<string, unknown> | number

/** A client of a provider with these replies, by path and cursor; a number is a status. */
function makeClient(replies: Record<string, Reply>) {
  const calls: string[] = []
  const client: ProviderClient = {
    metadata: {},
    request: ({ path, query = {} }: ProviderRequest) => {
      const call = [path, ...Object.values(query).map(String)].join(' ')
      calls.push(call)
      const reply = replies[call] ?? 404
      return Promise.resolve(
        typeof reply === 'number'
          ? { status: reply, headers: {}, body: { message: 'Not there.' } }
          : { status: 200, headers: {}, body: reply },
      )
    },
  }
  return { client, calls }
}

const makeConnector = (objects: object) =>
  requireValue(makeDeclaredConnector('acme', Declaration.parse({ objects })))

async function readAllPages(
  client: ProviderClient,
  { objects = { boards, cards }, cursor }: { objects?: object; cursor?: string | undefined } = {},
) {
  const connector = makeConnector(objects)
  const ids: string[] = []
  const cursors: string[] = []
  let incomplete: string | undefined
  for (let next: string | undefined = cursor, pages = 0; pages < 50; pages++) {
    const page = await connector.read(client, {
      objectName: 'cards',
      fieldNames: [],
      cursor: next,
    })
    ids.push(...page.records.map(({ id }) => id))
    incomplete = page.incomplete ?? incomplete
    next = page.next
    if (next === undefined) return { ids, cursors, incomplete }
    cursors.push(next)
  }
  throw new Error('The read does not end.')
}

const whole: Record<string, Reply> = {
  '/boards': { boards: [{ key: 'a/1' }, { key: 'b' }], next: 'p2' },
  '/boards p2': { boards: [{ key: 'c' }], next: null },
  '/boards/a%2F1/cards': { cards: [{ id: 1 }, { id: 2 }], next: 'x' },
  '/boards/a%2F1/cards x': { cards: [{ id: 3 }], next: null },
  '/boards/b/cards': { cards: [], next: null },
  '/boards/c/cards': { cards: [{ id: 4 }], next: null },
}

describe('lists below a parent', () => {
  it('are read one after the other, each page of parents once', async () => {
    const { client, calls } = makeClient(whole)

    const { ids } = await readAllPages(client)

    expect(ids).toEqual(['1', '2', '3', '4'])
    expect(calls).toEqual([
      '/boards',
      '/boards/a%2F1/cards',
      '/boards/a%2F1/cards x',
      '/boards/b/cards',
      '/boards p2',
      '/boards/c/cards',
    ])
  })

  it('resume at each cursor in another process', async () => {
    const { cursors } = await readAllPages(makeClient(whole).client)
    const rests = await Promise.all(
      cursors.map(async (cursor) => (await readAllPages(makeClient(whole).client, { cursor })).ids),
    )

    expect(rests).toEqual([['3', '4'], ['4'], ['4']])
  })

  it('restart a page of parents if the parent of the cursor is gone', async () => {
    const { cursors } = await readAllPages(makeClient(whole).client)
    const later = { ...whole, '/boards': { boards: [{ key: 'b' }], next: 'p2' } }

    const { ids } = await readAllPages(makeClient(later).client, {
      cursor: requireValue(cursors[0]),
    })

    expect(ids).toEqual(['4'])
  })

  it.each<[string, Reply, string | undefined]>([
    ['is still listed', { boards: [{ key: 'a/1' }, { key: 'b' }], next: 'p2' }, 'below a/1'],
    ['is gone', { boards: [{ key: 'b' }], next: 'p2' }, undefined],
    ['may be on another page', { boards: [{ key: 'c' }], next: 'p2' }, 'below a/1'],
  ])(
    'are incomplete without the list of a parent, unless it is gone: it %s',
    async (_, again, reason) => {
      const { '/boards/a%2F1/cards': __, ...some } = whole
      const { client, calls } = makeClient(some)
      const request: ProviderClient['request'] = async (wanted) => {
        const reply = await client.request(wanted)
        const isSecond = calls.filter((call) => call === '/boards').length === 2
        return calls.at(-1) === '/boards' && isSecond ? { ...reply, body: again } : reply
      }

      const { ids, incomplete } = await readAllPages({ metadata: {}, request })

      expect(ids).toEqual(['4'])
      expect(incomplete).toEqual(reason && expect.stringContaining(reason))
      expect(calls.filter((call) => call === '/boards')).toHaveLength(2)
    },
  )

  it('skip a parent without a list, but not all of them', async () => {
    const { '/boards/a%2F1/cards': _, ...some } = whole
    const { '/boards/b/cards': __, '/boards/c/cards': ___, ...none } = some

    const { ids } = await readAllPages(makeClient(some).client)
    const failed = await readAllPages(makeClient(none).client).catch((error: unknown) => error)

    expect(ids).toEqual(['4'])
    expect(failed).toBeInstanceOf(ProviderError)
    expect(failed).toMatchObject({ failure: 'not-found' })
  })

  it('are incomplete if the list of parents is, or a parent has no value', async () => {
    const partial = { ...boards.read, partial: 'Recent boards only.' }
    const parent = { object: 'boards', value: 'slug' }
    const bySlug = { read: { ...cards.read, parent } }

    const cut = await readAllPages(makeClient(whole).client, {
      objects: { boards: { read: partial }, cards },
    })
    const lacking = await readAllPages(
      makeClient({ ...whole, '/boards p2': { boards: [{ key: 'c', slug: 'c' }] } }).client,
      { objects: { boards, cards: bySlug } },
    )

    expect(cut.incomplete).toBe('Recent boards only.')
    expect(lacking).toMatchObject({
      ids: ['4'],
      incomplete: 'Records of boards have no value at slug.',
    })
  })

  it.each(['..', '{{secret}}', 'a\r\nb', 'x'.repeat(600)])(
    'stay at their path whatever a parent is called: %j',
    async (key) => {
      const { client, calls } = makeClient({ '/boards': { boards: [{ key }] } })

      const error = await readAllPages(client).catch((refusal: unknown) => refusal)

      expect(error).toMatchObject({ failure: 'bad-request' })
      expect(calls).toEqual(['/boards'])
    },
  )

  it('have the value in the query or the body', async () => {
    const read = { ...cards.read, path: '/cards', query: { board: '{parent}' } }
    const replies = {
      '/boards': { boards: [{ key: 'a b' }] },
      '/cards a b': { cards: [{ id: 1 }], next: null },
    }

    const { ids } = await readAllPages(makeClient(replies).client, {
      objects: { boards, cards: { read } },
    })

    expect(ids).toEqual(['1'])
  })

  it('are pages of a field of the parent in GraphQL', async () => {
    const queries: unknown[] = []
    const page = (cursor: string | null, id: string) => ({
      data: { boards: [{ items: { cursor, list: [{ id }] } }] },
    })
    const client: ProviderClient = {
      metadata: {},
      request: ({ path, body }) => {
        const query = getMembers(body)['query']
        if (path === '/graphql') queries.push(query)
        return Promise.resolve({
          status: 200,
          headers: {},
          body:
            path === '/boards'
              ? { boards: [{ key: 'a"b' }] }
              : String(query).includes('after:')
                ? page(null, 'i2')
                : page('next', 'i1'),
        })
      },
    }
    const read = {
      method: 'POST',
      path: '/graphql',
      parent: { object: 'boards' },
      records: 'data.boards.0.items.list',
      id: 'id',
      graphql: {
        field: 'boards',
        arguments: { ids: '{parent}' },
        within: { field: 'items', cursor: 'cursor', list: 'list' },
        fields: ['id', 'owner.name'],
      },
      paging: {
        style: 'cursor',
        from: 'data.boards.0.items.cursor',
        param: 'after',
        in: 'argument',
        size: { param: 'first', in: 'argument', max: 50 },
      },
    }

    const { ids } = await readAllPages(client, { objects: { boards, cards: { read } } })

    expect(ids).toEqual(['i1', 'i2'])
    const list = '{ cursor list { id owner { name } } }'
    expect(queries).toEqual([
      `query { boards(ids: "a\\"b") { items(first: 50) ${list} } }`,
      `query { boards(ids: "a\\"b") { items(first: 50, after: "next") ${list} } }`,
    ])
  })

  it('report no deletions if the parents hide records', () => {
    const read = { ...boards.read, hides: 'archived boards' }
    const connector = makeConnector({ boards: { read }, cards })

    expect(connector.hidesRecords?.('cards')).toBe('archived boards')
  })

  it('describe fields by the first parent that has records', async () => {
    const { client } = makeClient({
      ...whole,
      '/boards/a%2F1/cards': { cards: [], next: null },
      '/boards/b/cards': { cards: [{ id: 7, title: 'Plan' }], next: null },
    })

    const { fields } = await makeConnector({ boards, cards }).describeObject(client, 'cards')

    expect(Object.keys(fields)).toContain('title')
  })
})

describe('the parent of a list', () => {
  const faults = (objects: object) =>
    findFaults(Declaration.parse({ objects })).map(
      ({ path, message }) => `${path.join('.')}: ${message}`,
    )
  const below = (read: object) => ({ read: { ...cards.read, ...read } })

  it.each([
    [{ cards }, 'objects.cards.read.parent.object: boards is no object that is read'],
    [
      { boards, cards: below({ path: '/cards' }) },
      'objects.cards.read.parent: requires {parent} in the path, the query or the body',
    ],
    [
      { boards, cards: below({ parent: null }) },
      'objects.cards.read: contains {parent}, but declares no parent',
    ],
    [
      { cards: below({ parent: { object: 'cards' } }) },
      'objects.cards.read.parent.object: is below itself',
    ],
    [
      { boards, cards: below({ byId: { style: 'path' } }) },
      'objects.cards.read.byId: requires a path of its own below a parent',
    ],
    [
      { boards, cards: { ...cards, search: { in: 'query', names: { title: 'q' } } } },
      'objects.cards.search: is not possible below a parent',
    ],
  ])('is checked: %j', (objects, message) => {
    expect(faults(objects)).toEqual([message])
  })

  it('is a list that is read, at most three levels deep', () => {
    const level = (object: string) => below({ parent: { object } })

    expect(faults({ boards, cards, notes: level('cards') })).toEqual([])
    expect(faults({ boards, cards, notes: level('cards'), files: level('notes') })).toEqual([
      'objects.files.read.parent.object: has more than 2 parents above it',
    ])
  })
})
