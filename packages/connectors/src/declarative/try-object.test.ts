import type { ProviderClient } from '@platform/connector'
import { expect, it } from 'vitest'
import { Declaration } from './schema/entry.ts'
import { tryObject } from './try-object.ts'

const since = { in: 'query', name: 'changed_since', format: 'rfc3339' }
const books = {
  read: {
    path: '/books',
    records: 'items',
    id: 'id',
    updated: { field: 'changed', format: 'rfc3339' },
    total: 'total',
    paging: { style: 'offset', param: 'from', size: { param: 'limit', max: 50 } },
  },
  create: { path: '/books', recordId: 'id' },
}

/** A provider of this many books, oldest first. */
function serveLibrary(count: number, totalOf: (count: number) => unknown = (all) => all) {
  const all = Array.from({ length: count }, (_, id) => ({
    ...{ id: String(id), title: 'Emma', changed: '2020-01-01T00:00:00Z' },
  }))
  const client: ProviderClient = {
    metadata: {},
    request({ method = 'GET', path, query = {} }) {
      const reply = (status: number, body: unknown) =>
        Promise.resolve({ status, headers: {}, body })
      if (path === '/shelves') return reply(200, { items: [{ id: 'one' }] })
      if (!/^\/(?:shelves\/one\/)?books$/.test(path)) return reply(404, {})
      if (method === 'POST') {
        const made = { id: 'new', title: 'Emma', changed: new Date().toISOString() }
        all.push(made)
        return reply(201, made)
      }
      const found = all.filter(({ changed }) => changed >= String(query['changed_since'] ?? ''))
      const from = Number(query['from'] ?? 0)
      const items = found.slice(from, from + Number(query['limit'] ?? 50))
      return reply(200, { items, total: totalOf(found.length) })
    },
  }
  return client
}

const findFindings = (client: ProviderClient, objects: object, record?: Record<string, unknown>) =>
  tryObject(Declaration.parse({ objects: { books, ...objects } }), client, {
    objectName: 'books',
    record,
  })

it.each([
  [
    'of a part of the records',
    serveLibrary(45),
    'passed',
    'The number of all records is at total.',
  ],
  ['of all records', serveLibrary(2), 'passed', 'The number of all records is at total.'],
  [
    'smaller than the page',
    serveLibrary(45, () => 1),
    'failed',
    'The number at total differs from the number of records.',
  ],
  [
    'that the list does not reach',
    serveLibrary(2, () => 3),
    'failed',
    'The number at total differs from the number of records.',
  ],
  [
    'absent',
    serveLibrary(2, () => null),
    'unproven',
    'The reply has no number of records at total.',
  ],
])('compares a total %s', async (_what, client, outcome, detail) => {
  const findings = await findFindings(client, {})

  expect(findings[1]).toEqual({ ability: 'read', outcome, detail })
})

const below = { path: '/shelves/{parent}/books', parent: { object: 'shelves' } }
const shelves = { read: { path: '/shelves', records: 'items', id: 'id' } }

it.each([
  ['at the end of a long list by its change', 200, { since }, 'passed'],
  ['among the first pages', 20, {}, 'passed'],
  ['below another record', 20, below, 'passed'],
  ['nowhere in the first pages', 200, {}, 'unproven'],
])('reads a created record back %s', async (_where, count, read, outcome) => {
  const findings = await findFindings(
    serveLibrary(count),
    { shelves, books: { ...books, read: { ...books.read, ...read } } },
    { title: 'Emma' },
  )

  const created = findings.findIndex(({ ability }) => ability === 'create')
  expect(
    findings.slice(created, created + 2).map((one) => `${one.ability} ${one.outcome}`),
  ).toEqual(['create passed', `read ${outcome}`])
})
