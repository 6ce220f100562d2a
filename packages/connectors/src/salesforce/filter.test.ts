import { sandboxApps, startSandbox, type Sandbox } from '@platform/sandbox'
import { loopTurn, matchesFilter, type FilterExpression } from '@platform/connector'
import type { FilterCondition } from '@platform/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requireValue } from '../require-value.ts'
import type { TestClient } from '../testing/provider-client.ts'
import { readAllPages } from '../testing/read-all.ts'
import { atSandbox } from '../testing/sandbox-entries.ts'
import { signIn } from '../testing/sign-in.ts'
import { salesforce } from './connector.ts'
import { apiPath, query } from './query.ts'

let sandbox: Sandbox
let client: TestClient

beforeAll(async () => {
  sandbox = await startSandbox({ salesforcePort: 0, hubspotPort: 0, seed: { contacts: 400 } })
  client = await signIn(requireValue(atSandbox(sandbox).salesforce), sandboxApps.salesforce)
})
afterAll(() => sandbox.close())

const fieldNames = [
  'LastName',
  'Email',
  'Title',
  'Birthdate',
  'Description',
  'CreatedDate',
  'Account.Name',
]

const readWith = async (filter?: FilterExpression, more: { includeDeleted?: true } = {}) =>
  (await readAllPages(salesforce, client, { objectName: 'Contact', fieldNames, filter, ...more }))
    .records

async function matching(filter: FilterExpression, records: Awaited<ReturnType<typeof readWith>>) {
  const ids: string[] = []
  for (const { id, raw } of records) {
    const readField = (name: string) => salesforce.fieldValue(raw, name)
    if (await matchesFilter(filter, readField, loopTurn())) ids.push(id)
  }
  return ids.toSorted()
}

const condition = (fieldName: string, operator: FilterCondition['operator'], value?: unknown) =>
  ({ fieldName, operator, ...(value !== undefined && { value }) }) as FilterCondition

const getSoql = (filter: FilterExpression) => {
  const narrowed = salesforce.narrow?.('Contact', filter)
  return narrowed === undefined ? 'nothing' : 'narrowed'
}

describe('a filtered read of Salesforce', () => {
  const lastNames = async () => {
    const names = (await readWith()).map(({ raw }) => String(raw.LastName))
    return [requireValue(names[0]), requireValue(names.find((name) => name !== names[0]))] as const
  }

  it('returns only the matching records, by every operator', async () => {
    const all = await readWith()
    const [one, other] = await lastNames()
    const title = String(all.find(({ raw }) => raw.Title)?.raw.Title)
    const filters: FilterExpression[] = [
      condition('LastName', 'eq', one.toUpperCase()),
      condition('lastname', 'ne', one),
      condition('LastName', 'in', [one, other]),
      condition('LastName', 'notIn', [one, other]),
      condition('Title', 'ne', title),
      condition('Title', 'contains', title.slice(1, 4)),
      condition('Title', 'isEmpty'),
      condition('Email', 'isNotEmpty'),
      condition('CreatedDate', 'gte', '2020-01-01'),
      condition('CreatedDate', 'lt', '2020-01-01T00:00:00+01:00'),
      { or: [condition('LastName', 'eq', one), { and: [condition('LastName', 'eq', other)] }] },
      { and: [condition('LastName', 'eq', one), { or: [condition('Title', 'isNotEmpty')] }] },
    ]
    for (const filter of filters) {
      const read = await readWith(filter)

      expect(getSoql(filter)).toBe('narrowed')
      expect(read.map(({ id }) => id).toSorted()).toEqual(await matching(filter, all))
    }
  })

  it.each([
    ['quotes', String.raw`O'Hara' OR Name != '`],
    ['backslashes', String.raw`\' OR Name != null --`],
    ['a wildcard', '%'],
    ['an underscore', '_'],
    ['line breaks', "a\nb\r\t'"],
  ])('takes %s in a value as text', async (_, value) => {
    for (const operator of ['eq', 'in', 'contains'] as const) {
      const of = operator === 'in' ? [value] : value
      const filter = condition('LastName', operator, of)
      const all = await readWith()

      expect(await matching(filter, await readWith(filter))).toEqual(await matching(filter, all))
      if (operator !== 'contains') expect(await readWith(filter)).toEqual([])
    }
  })

  it('reads more than matches where the query cannot ask', async () => {
    const all = await readWith()
    const filters = [
      condition('Description', 'eq', 'x'),
      condition('CreatedDate', 'gt', 'yesterday'),
      condition('LastName', 'gt', 'M'),
      condition('Account.Name', 'eq', 'x'),
      condition('Email OR Id', 'eq', 'x'),
      condition('Unknown__c', 'isEmpty'),
      { or: [condition('LastName', 'eq', 'x'), condition('LastName', 'lt', 'M')] },
    ]
    for (const filter of filters) expect(await readWith(filter)).toHaveLength(all.length)

    const partly = { and: [condition('LastName', 'eq', 'x'), condition('Description', 'eq', 'x')] }
    const { notice } = await salesforce.read(client, {
      objectName: 'Contact',
      fieldNames,
      filter: partly,
    })
    expect(await readWith(partly)).toEqual([])
    expect(notice).toContain('Salesforce cannot filter by Description')
  })

  it('leaves out conditions that do not fit into the query', async () => {
    const [one] = await lastNames()
    const all = await readWith()
    const long = Array.from({ length: 100 }, (_, n) => `${n}`.padEnd(900, 'é'))
    const filter = { and: [condition('LastName', 'notIn', long), condition('LastName', 'eq', one)] }

    const read = await readWith(filter)

    expect(read.map(({ id }) => id).toSorted()).toEqual(await matching(filter, all))
  })

  it('returns deleted records whether they match or not, and counts those that match', async () => {
    const [one] = await lastNames()
    const filter = condition('LastName', 'eq', one)
    const { result } = await query(
      client,
      `SELECT Id FROM Contact WHERE LastName != '${one}' LIMIT 1`,
    )
    const id = requireValue(result.records[0]).Id
    await client.request({ method: 'DELETE', path: `${apiPath}/sobjects/Contact/${id}` })

    const deleted = (await readWith(filter, { includeDeleted: true })).filter(
      (each) => each.deleted,
    )

    expect(deleted.map((record) => record.id)).toEqual([id])
    const counted = await salesforce.countRecords?.(client, { objectName: 'Contact', filter })
    expect(counted).toBe((await matching(filter, await readWith())).length)
  })
})
