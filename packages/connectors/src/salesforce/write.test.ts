import { sandboxApps, sandboxControl, startSandbox, type Sandbox } from '@platform/sandbox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requireValue } from '../require-value.ts'
import type { TestClient } from '../testing/provider-client.ts'
import { atSandbox } from '../testing/sandbox-entries.ts'
import { signIn } from '../testing/sign-in.ts'
import { behavesAsWriting } from '../testing/write-conformance.ts'
import { salesforce } from './connector.ts'
import { recordBody } from './record-body.ts'
import * as kit from './testing.ts'
import { apiPath } from './query.ts'

let sandbox: Sandbox
let client: TestClient
const writing = requireValue(salesforce.writing)

const getFirstRecordId = (results: Awaited<ReturnType<typeof writing.write>>) => {
  const [first] = results
  return first?.success ? requireValue(first.recordId) : ''
}

beforeAll(async () => {
  sandbox = await startSandbox({ seed: { contacts: 20 } })
  client = await signIn(requireValue(atSandbox(sandbox).salesforce), sandboxApps.salesforce)
  await kit.makeKeyField(client)
})
afterAll(() => sandbox.close())

behavesAsWriting({
  ...kit.writing,
  rehearse: () => ({
    client,
    loseReply: () =>
      sandboxControl(sandbox.salesforceUrl).addFault({
        effect: 'lost-reply',
        match: { method: 'POST' },
        times: 1,
      }),
  }),
})

describe('a write at Salesforce', () => {
  it('writes associations to lookup fields and addresses to their parts', async () => {
    const account = await writing.write(client, {
      objectName: 'account',
      type: 'create',
      records: [{ fields: { Name: 'Acme' } }],
    })
    const accountId = getFirstRecordId(account)

    const results = await writing.write(client, {
      objectName: 'Contact',
      type: 'create',
      records: [
        {
          fields: { LastName: 'Doe', "$['MailingAddress']['city']": 'Oslo' },
          associations: [{ to: { id: accountId }, fieldName: 'AccountId' }],
        },
      ],
    })

    const recordId = getFirstRecordId(results)
    const { records } = await requireValue(salesforce.search)(client, {
      objectName: 'Contact',
      fieldNames: ['Account.Name', 'MailingCity'],
      filters: [{ fieldName: 'Id', value: recordId }],
    })
    expect(requireValue(records[0]).raw).toMatchObject({
      Account: { Name: 'Acme' },
      MailingCity: 'Oslo',
    })
  })

  it('writes lists as the choices of a multi-select', () => {
    const fields = { Newsletters__c: ['Product', 'Events'], Tags__c: [], Title: 'CTO' }

    expect(recordBody({ fields }, fields)).toEqual({
      Newsletters__c: 'Product;Events',
      Tags__c: '',
      Title: 'CTO',
    })
  })

  it('rejects an association without a field', async () => {
    const [result] = await writing.write(client, {
      objectName: 'Contact',
      type: 'create',
      records: [{ fields: { LastName: 'Doe' }, associations: [{ to: { id: '001' } }] }],
    })

    expect(result).toMatchObject({ success: false, error: { failure: 'bad-request' } })
  })

  it('updates, upserts and deletes all records or none', async () => {
    const created = await writing.write(client, {
      objectName: 'Contact',
      type: 'create',
      records: [{ fields: { LastName: 'One' } }],
    })
    const id = getFirstRecordId(created)
    const unknown = '003Sb0A0zzzzzzz'
    const request = { objectName: 'Contact', allOrNone: true } as const
    const fields = { LastName: 'Changed' }

    const results = [
      await writing.write(client, {
        ...request,
        type: 'update',
        records: [
          { id, fields },
          { id: unknown, fields },
        ],
      }),
      await writing.write(client, {
        ...request,
        type: 'delete',
        records: [
          { id, fields: {} },
          { id: unknown, fields: {} },
        ],
      }),
    ]

    expect(results.flat().map(({ success }) => success)).toEqual([false, false, false, false])
    const { records } = await requireValue(salesforce.search)(client, {
      objectName: 'Contact',
      fieldNames: ['LastName'],
      filters: [{ fieldName: 'Id', value: id }],
    })
    expect(records).toMatchObject([{ raw: { LastName: 'One' } }])
  })

  it('passes headers for duplicate rules', async () => {
    client.requests.length = 0

    await writing.write(client, {
      objectName: 'Contact',
      type: 'create',
      records: [{ fields: { LastName: 'Twin' } }],
      headers: { 'Sforce-Duplicate-Rule-Header': 'allowSave=true' },
    })

    expect(requireValue(client.requests[0]).headers).toEqual({
      'sforce-duplicate-rule-header': 'allowSave=true',
    })
  })

  it('rejects field and object names that would change a request', async () => {
    const records = [{ fields: { 'Name/../x': 'x' } }]

    const [named] = await writing.write(client, { objectName: 'Contact', type: 'create', records })
    const attempt = writing.write(client, {
      objectName: 'Contact/../Account',
      type: 'create',
      records,
    })

    expect(named).toMatchObject({ success: false, error: { failure: 'bad-request' } })
    await expect(attempt).rejects.toMatchObject({ failure: 'bad-request' })
  })

  it('rejects a date that contains a condition', async () => {
    const search = (value: string) =>
      requireValue(salesforce.search)(client, {
        objectName: 'Opportunity',
        fieldNames: ['Name'],
        filters: [{ fieldName: 'CloseDate', value }],
      })

    await expect(search("2026-01-01 OR Name != ''")).rejects.toMatchObject({
      failure: 'bad-request',
    })
  })
})

describe('metadata of Salesforce', () => {
  it('lists the objects with what may be written', async () => {
    const objects = await requireValue(salesforce.listObjects)(client)

    expect(objects.find(({ objectName }) => objectName === 'Contact')).toEqual({
      objectName: 'Contact',
      displayName: 'Contact',
      isCustom: false,
      canRead: true,
      writes: ['create', 'update', 'upsert', 'delete'],
    })
  })

  it('counts the records of a read', async () => {
    const count = (request: object) =>
      requireValue(salesforce.countRecords)(client, { objectName: 'Opportunity', ...request })

    const all = await count({})
    expect(all).toBeGreaterThan(0)
    expect(await count({ since: '2000-01-01T00:00:00Z' })).toBe(all)
    expect(await count({ until: '2000-01-01T00:00:00Z' })).toBe(0)
    expect(await count({ filters: [{ fieldName: 'Name', value: 'nothing' }] })).toBe(0)
  })

  it('takes the results of a reply with another status of success', async () => {
    const request = async () => ({
      status: 201,
      headers: {},
      body: [{ id: '003000000000001AAA', success: true, errors: [] }],
    })

    const results = await writing.write(
      { request, metadata: {} },
      { objectName: 'Contact', type: 'create', records: [{ fields: { LastName: 'Doe' } }] },
    )

    expect(results).toMatchObject([{ success: true, recordId: '003000000000001AAA' }])
  })

  it('reports the remaining calls', async () => {
    const response = await client.request({ path: `${apiPath}/limits` })

    expect(requireValue(requireValue(salesforce.rateLimits).read)(response)).toMatchObject([
      { sharedBy: 'account', limit: 15_000_000, remaining: expect.any(Number) },
    ])
    expect(
      requireValue(requireValue(salesforce.rateLimits).read)({
        status: 200,
        headers: {},
        body: '',
      }),
    ).toEqual([])
  })
})
