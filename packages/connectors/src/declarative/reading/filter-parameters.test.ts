import type { FilterExpression, ProviderRequest } from '@platform/connector'
import { describe, expect, it } from 'vitest'
import { requireValue } from '../../require-value.ts'
import { catalogue, getEntryFile } from '../../catalogue/catalogue.ts'
import { listSpecifiedReads } from '../../evidence/specified-reads.ts'
import { makeDeclaredConnector } from '../connector.ts'
import { Declaration } from '../schema/entry.ts'
import { findFaults } from '../schema/find-faults.ts'
import { readAll, trees } from './testing.ts'

const filters = {
  state: { name: 'status', values: ['Standing', 'felled'] },
  'owner.kind': { name: 'kind', values: ['city', 'private'] },
  planted: { name: 'planted', values: ['true', 'false'] },
}
const updated = { field: 'updated', format: 'rfc3339' }
const since = { in: 'query', name: 'after', format: 'rfc3339' }
const paging = { style: 'cursor', param: 'at', from: 'next' }
const read = { ...trees, filters, updated, since, paging, query: { status: 'all' } }
const objects = { trees: { read } }

const condition = (fieldName: string, value: string | boolean | string[], operator = 'eq') =>
  ({ fieldName, operator, value }) as FilterExpression

const cases: [string, FilterExpression, FilterExpression | undefined, object][] = [
  [
    'one value, as the provider spells it',
    condition('state', 'STANDING'),
    condition('state', 'STANDING'),
    { status: 'Standing' },
  ],
  [
    'a list of one value',
    condition('state', ['felled'], 'in'),
    condition('state', ['felled'], 'in'),
    { status: 'felled' },
  ],
  ['a boolean', condition('planted', true), condition('planted', true), { planted: 'true' }],
  [
    'several fields',
    { and: [condition('state', 'felled'), condition('owner.kind', 'city')] },
    { and: [condition('state', 'felled'), condition('owner.kind', 'city')] },
    { status: 'felled', kind: 'city' },
  ],
  [
    'the known part of a conjunction',
    { and: [condition('state', 'felled'), condition('name', 'Oak')] },
    { and: [condition('state', 'felled')] },
    { status: 'felled' },
  ],
  ['no unknown value', condition('state', 'burning'), undefined, {}],
  ['no list of values', condition('state', ['felled', 'Standing'], 'in'), undefined, {}],
  ['no other operator', condition('state', 'felled', 'ne'), undefined, {}],
  [
    'no alternative',
    { or: [condition('state', 'felled'), condition('state', 'Standing')] },
    undefined,
    {},
  ],
  ['no inherited name', condition('constructor', 'felled'), undefined, {}],
]

describe.each(cases)('requests %s', (_, filter, narrowed, parameters) => {
  it.each([undefined, '2026-01-01T00:00:00Z'])('of records since %s', async (start) => {
    const asked: ProviderRequest[] = []
    const request = { filter, ...(start !== undefined && { since: start }) }
    const { ids } = await readAll(
      objects,
      (one) => {
        asked.push(one)
        const isFirst = one.query?.['at'] === undefined
        const id = isFirst ? 1 : 2
        return {
          body: { trees: [{ id, updated: '2026-02-01T00:00:00Z' }], next: isFirst ? 'b' : null },
        }
      },
      request,
    )

    expect(ids).toEqual([1, 2])
    const sent = { status: 'all', ...parameters }
    expect(asked).toHaveLength(2)
    for (const { query } of asked) expect(query).toMatchObject(sent)
    const names = Object.keys(sent)
    for (const name of ['kind', 'planted']) {
      expect(asked.some(({ query }) => query && name in query)).toBe(names.includes(name))
    }
    const connector = requireValue(makeDeclaredConnector('orchard', Declaration.parse({ objects })))
    expect(connector.narrow?.('trees', filter)).toEqual(narrowed)
    expect(connector.narrow?.('', filter)).toBeUndefined()
  })
})

it('requests two values of a field only once: the second decides after reading', () => {
  const connector = requireValue(makeDeclaredConnector('orchard', Declaration.parse({ objects })))
  const both = { and: [condition('state', 'felled'), condition('state', 'Standing')] }

  expect(connector.narrow?.('trees', both)).toEqual({ and: [condition('state', 'felled')] })
})

it('reads a list whole that is compared with a snapshot', () => {
  const declaration = Declaration.parse({
    objects: { trees: { read: { ...trees, filters, paging } } },
  })

  const connector = requireValue(makeDeclaredConnector('orchard', declaration))

  expect(connector.narrow?.('trees', condition('state', 'felled'))).toBeUndefined()
  expect(findFaults(declaration)).toMatchObject([
    { path: ['objects', 'trees', 'read', 'filters'], message: expect.stringContaining('require') },
  ])
})

it('accepts no parameter that lists are read by', () => {
  const variants = { name: 'status', values: ['a', 'b'] }
  const declaration = Declaration.parse({ objects: { trees: { read: { ...read, variants } } } })

  expect(findFaults(declaration).map(({ path }) => path)).toEqual([
    ['objects', 'trees', 'read', 'filters', 'state'],
  ])
})

describe('filters of the catalogue', () => {
  const specified = listSpecifiedReads().filter(({ object }) => object.read?.filters)

  it('are all in specifications', () => {
    const declared = Object.values(catalogue).flatMap((entry) => {
      const { name, like, objects: all = {} } = requireValue(getEntryFile(entry))
      if (like !== undefined) return []
      return Object.entries(all).flatMap(([one, rules]) =>
        rules.read?.filters ? [`${name} ${one}`] : [],
      )
    })
    expect(declared.length).toBeGreaterThan(4)
    expect(specified.map(({ provider, object }) => `${provider} ${object.name}`)).toEqual(declared)
  })

  it.each(specified)('are parameters of $provider $object.name', ({ object, operation }) => {
    const known = (operation.params ?? []).map(({ name }) => name)

    for (const { name } of Object.values(object.read?.filters ?? {})) expect(known).toContain(name)
  })
})
