import type { ProviderClient, ProviderRequest } from '@platform/connector'
import { describe, expect, it } from 'vitest'
import { requireValue } from '../../require-value.ts'
import { makeDeclaredConnector } from '../connector.ts'
import { Declaration } from '../schema/entry.ts'

const people = (names: Record<string, unknown>) => ({
  objects: {
    people: {
      read: {
        path: '/people',
        records: 'data',
        id: 'id',
        paging: { style: 'cursor', from: 'next', param: 'after', size: { param: 'limit', max: 3 } },
      },
      search: { in: 'query', names },
    },
  },
})

interface Person {
  id: string
  email: string
}

/** A provider whose search finds everything that begins with the value, in pages of three. */
async function search(
  everybody: readonly Person[],
  value: string,
  { names = { email: 'email' } }: { names?: Record<string, unknown> } = {},
) {
  const requests: ProviderRequest[] = []
  const client: ProviderClient = {
    metadata: {},
    request: (request) => {
      requests.push(request)
      const from = Number(request.query?.['after'] ?? 0)
      const found = everybody.filter(({ email }) => email.startsWith(value.replaceAll('"', '')))
      const next = from + 3 < found.length ? { next: String(from + 3) } : {}
      const body = { data: found.slice(from, from + 3), ...next }
      return Promise.resolve({ status: 200, headers: {}, body })
    },
  }
  const connector = requireValue(makeDeclaredConnector('acme', Declaration.parse(people(names))))
  const result = await requireValue(connector.search)(client, {
    objectName: 'people',
    fieldNames: [],
    filters: [{ fieldName: 'email', value }],
    limit: 2,
  })
  return { ...result, ids: result.records.map(({ id }) => id), requests }
}

const near = (count: number): Person[] =>
  Array.from({ length: count }, (_, n) => ({ id: `near${n}`, email: `ana@x.example.${n}` }))
const ana: Person = { id: 'ana', email: 'ana@x.example' }

describe('the search of a declared object', () => {
  it('returns only records that have the value, from all pages that the provider finds', async () => {
    const { ids, hasMore, requests } = await search([...near(7), ana], 'ana@x.example')

    expect(ids).toEqual(['ana'])
    expect(hasMore).toBe(false)
    expect(requests).toHaveLength(3)
  })

  it('returns none and reports more if the record is not among the first pages', async () => {
    const { ids, hasMore } = await search([...near(200), ana], 'ana@x.example')

    expect(ids).toEqual([])
    expect(hasMore).toBe(true)
  })

  it('requests no further page once it has enough records', async () => {
    const twins = [1, 2, 3, 4, 5].map((n) => ({ ...ana, id: `ana${n}` }))

    const { ids, hasMore, requests } = await search(twins, 'ana@x.example')

    expect(ids).toEqual(['ana1', 'ana2'])
    expect(hasMore).toBe(true)
    expect(requests).toHaveLength(1)
  })
})

describe('a search term with a template', () => {
  const names = { email: { name: 'filter', template: 'equals(email,"{value}")' } }

  it('contains the value', async () => {
    const { ids, requests } = await search([ana], 'ana@x.example', { names })

    expect(ids).toEqual(['ana'])
    expect(requests[0]?.query).toMatchObject({ filter: 'equals(email,"ana@x.example")' })
  })

  it.each(['"a', 'a\\', 'a\nb'])('rejects %j, which could end the term', async (value) => {
    await expect(search([ana], value, { names })).rejects.toMatchObject({
      failure: 'bad-request',
      message: expect.stringContaining('email'),
      fieldNames: ['email'],
    })
  })
})
