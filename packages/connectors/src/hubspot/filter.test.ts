import { sandboxApps, startSandbox, type Sandbox } from '@platform/sandbox'
import { listConditions, loopTurn, matchesFilter, type FilterExpression } from '@platform/connector'
import type { FilterCondition } from '@platform/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requireValue } from '../require-value.ts'
import type { TestClient } from '../testing/provider-client.ts'
import { readAllPages } from '../testing/read-all.ts'
import { atSandbox } from '../testing/sandbox-entries.ts'
import { signIn } from '../testing/sign-in.ts'
import { hubspot } from './connector.ts'
import * as kit from './testing.ts'

let sandbox: Sandbox
let client: TestClient

beforeAll(async () => {
  sandbox = await startSandbox({ salesforcePort: 0, hubspotPort: 0, seed: { contacts: 450 } })
  client = await signIn(requireValue(atSandbox(sandbox).hubspot), sandboxApps.hubspot, {
    scopes: ['oauth', 'crm.objects.contacts.read', 'crm.objects.contacts.write'],
  })
})
afterAll(() => sandbox.close())

const fieldNames = ['lastname', 'email', 'jobtitle', 'createdate', 'lifecyclestage', 'createdAt']

const readWith = async (filter?: FilterExpression, more: object = {}) =>
  (await readAllPages(hubspot, client, { objectName: 'contacts', fieldNames, filter, ...more }))
    .records

async function matching(filter: FilterExpression, records: Awaited<ReturnType<typeof readWith>>) {
  const ids: string[] = []
  for (const { id, raw } of records) {
    const readField = (name: string) => hubspot.fieldValue(raw, name)
    if (await matchesFilter(filter, readField, loopTurn())) ids.push(id)
  }
  return ids.toSorted()
}

const condition = (fieldName: string, operator: FilterCondition['operator'], value?: unknown) =>
  ({ fieldName, operator, ...(value !== undefined && { value }) }) as FilterCondition

const listValues = (records: Awaited<ReturnType<typeof readWith>>, name: string) => [
  ...new Set(records.flatMap(({ raw }) => String(hubspot.fieldValue(raw, name) ?? '') || [])),
]

describe('a filtered read of HubSpot', () => {
  it('returns only the matching records, by every operator', async () => {
    const all = await readWith()
    const [one = '', other = ''] = listValues(all, 'lastname')
    const [title = ''] = listValues(all, 'jobtitle')
    const [stage = ''] = listValues(all, 'lifecyclestage')
    const filters: FilterExpression[] = [
      condition('lastname', 'eq', one.toUpperCase()),
      condition('lastname', 'ne', one),
      condition('lastname', 'in', [one, other]),
      condition('lastname', 'notIn', [one, other]),
      condition('jobtitle', 'ne', title),
      condition('jobtitle', 'isEmpty'),
      condition('email', 'isNotEmpty'),
      condition('lifecyclestage', 'eq', stage),
      condition('createdate', 'gte', '2020-01-01'),
      condition('createdate', 'lt', '2020-01-01T00:00:00+01:00'),
      { or: [condition('lastname', 'eq', one), { and: [condition('lastname', 'eq', other)] }] },
      { and: [condition('lastname', 'eq', one), { or: [condition('jobtitle', 'isNotEmpty')] }] },
    ]
    for (const filter of filters) {
      const read = await readWith(filter)

      expect(hubspot.narrow?.('contacts', filter)).toBeDefined()
      expect(read.map(({ id }) => id).toSorted()).toEqual(await matching(filter, all))
    }
  })

  it('reads every page of a filter with groups, also when many changed in one moment', async () => {
    const all = await readWith()
    const names = listValues(all, 'lastname')
    const filter = {
      or: [condition('lastname', 'in', names.slice(0, 90)), condition('email', 'isNotEmpty')],
    }

    const read = await readWith(filter, { since: '2000-01-01T00:00:00Z', pageSize: 7 })

    expect(read.map(({ id }) => id).toSorted()).toEqual(await matching(filter, all))
  })

  it('reads more than matches where the search cannot ask', async () => {
    const all = await readWith()
    const filters = [
      condition('jobtitle', 'contains', 'x'),
      condition('lastname', 'gt', 'M'),
      condition('createdate', 'gt', 'yesterday'),
      condition('createdAt', 'isEmpty'),
      condition('made_up', 'isEmpty'),
      { or: [condition('lastname', 'eq', 'x'), condition('jobtitle', 'contains', 'x')] },
      {
        or: listValues(all, 'lastname')
          .slice(0, 6)
          .map((name) => condition('lastname', 'eq', name)),
      },
    ]
    for (const filter of filters) expect(await readWith(filter)).toHaveLength(all.length)
  })

  it('asks for as much as fits into a search', () => {
    const some = (count: number) =>
      Array.from({ length: count }, (_, n) => condition(`a${n}`, 'eq', n))
    const countAsked = (filter: FilterExpression) => {
      const narrowed = hubspot.narrow?.('contacts', filter)
      return narrowed ? listConditions(narrowed).length : 0
    }

    expect(countAsked({ and: some(4) })).toBe(4)
    expect(countAsked({ and: some(20) })).toBe(4)
    expect(countAsked({ or: some(5) })).toBe(5)
    expect(countAsked({ or: some(6) })).toBe(0)
    expect(countAsked({ and: some(12).map((one) => ({ or: [one, one] })) })).toBe(4)
  })

  it('returns deleted records whether they match or not, and counts those that match', async () => {
    const all = await readWith()
    const [one = ''] = listValues(all, 'lastname')
    const filter = condition('lastname', 'eq', one)
    const kept = new Set(await matching(filter, all))
    const id = requireValue(all.find((record) => !kept.has(record.id))).id
    await kit.remove(client, id)

    const deleted = (await readWith(filter, { includeDeleted: true })).filter(
      (each) => each.deleted,
    )

    expect(deleted.map((record) => record.id)).toEqual([id])
    expect(await hubspot.countRecords?.(client, { objectName: 'contacts', filter })).toBe(kept.size)
  })
})
