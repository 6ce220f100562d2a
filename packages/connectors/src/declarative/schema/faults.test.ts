import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Declaration } from './entry.ts'
import { rehearse } from '../stand-in/rehearse.ts'
import { serveStandIns, type StandIns } from '../stand-in/serve.ts'

let standIns: StandIns
beforeAll(async () => {
  standIns = await serveStandIns()
})
afterAll(() => standIns.close())

const right = {
  objects: {
    people: {
      read: {
        path: '/v1/people',
        records: 'data.items',
        id: 'id',
        updated: { field: 'updated_at', format: 'rfc3339' },
        since: { in: 'query', name: 'updated_since', format: 'rfc3339' },
        paging: {
          style: 'cursor',
          from: 'data.next',
          param: 'cursor',
          size: { param: 'limit', max: 100 },
        },
      },
      create: { path: '/v1/people', wrap: 'person', recordId: 'person.id' },
      update: { path: '/v1/people/{id}', wrap: 'person' },
      delete: { path: '/v1/people/{id}' },
    },
    notes: {
      read: {
        path: '/v1/notes',
        records: 'notes',
        id: 'id',
        since: { in: 'query', name: 'changed_after', format: 'unix' },
        paging: { style: 'page', param: 'page', start: 1, size: { param: 'per_page', max: 50 } },
      },
    },
  },
} as const

/** Location of the fault, the faulty value, and whether the entry alone reveals it. */
const faults: readonly [string, string, unknown, boolean][] = [
  ['the place of the records', 'people.read.records', 'data.people', false],
  ['a list where the cursor is', 'people.read.records', 'data', true],
  ['the place of the cursor', 'people.read.paging.from', 'next', false],
  ['the parameter of the cursor', 'people.read.paging.param', 'after', false],
  ['the place of the ID', 'people.read.id', 'uuid', false],
  ['the path of the list', 'people.read.path', '/v1/persons', false],
  ['the field of the change', 'people.read.updated.field', 'modified', false],
  ['the parameter of the filter', 'notes.read.since.name', 'since', false],
  ['the number of the first page', 'notes.read.paging.start', 0, false],
  ['the wrap of a body', 'people.create.wrap', 'people', false],
  ['the place of the new ID', 'people.create.recordId', 'id', false],
  ['the method of an update', 'people.update.method', 'PATCH', false],
  ['the path of a deletion', 'people.delete.path', '/v1/person/{id}', false],
  ['a list that leaves no room for the cursor', 'people.read.records', '', true],
  ['an update that says no ID', 'people.update.path', '/v1/people', true],
  [
    'a wrong filter beside a field without meaning',
    'people.read.updated.format',
    '/Date(unix-ms)/',
    false,
  ],
]

function withFault(place: string, value: unknown): Declaration {
  const declaration = structuredClone(right) as Record<string, any>
  const steps = ['objects', ...place.split('.')]
  const last = steps.pop() ?? ''
  const target = steps.reduce((at, step) => at[step], declaration)
  target[last] = value
  return Declaration.parse(declaration)
}

describe('a fault in', () => {
  it.each(faults)('%s is found', async (_, place, value, isAlone) => {
    const declaration = withFault(place, value)
    const actual = Declaration.parse(right)

    const atTheProvider = await rehearse({ name: 'faulty', declaration, actual, standIns })
    const byItself = await rehearse({ name: 'alone', declaration, standIns })

    expect(atTheProvider).not.toEqual([])
    // A stand-in made from the entry repeats its mistakes: only the provider reveals those.
    expect(byItself.length > 0).toBe(isAlone)
  })

  it('an entry without a fault passes', async () => {
    const declaration = Declaration.parse(right)

    expect(await rehearse({ name: 'right', declaration, standIns })).toEqual([])
  })
})
