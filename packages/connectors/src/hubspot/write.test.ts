import { sandboxApps, sandboxControl, startSandbox, type Sandbox } from '@platform/sandbox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requireValue } from '../require-value.ts'
import type { TestClient } from '../testing/provider-client.ts'
import { oddProvider } from '../testing/odd-provider.ts'
import { atSandbox } from '../testing/sandbox-entries.ts'
import { signIn } from '../testing/sign-in.ts'
import { behavesAsWriting } from '../testing/write-conformance.ts'
import { hubspot } from './connector.ts'
import * as kit from './testing.ts'
import { getMembers } from '../members.ts'

let sandbox: Sandbox
let client: TestClient
const writing = requireValue(hubspot.writing)

beforeAll(async () => {
  sandbox = await startSandbox({ seed: { contacts: 20 } })
  client = await signIn(requireValue(atSandbox(sandbox).hubspot), sandboxApps.hubspot, {
    scopes: kit.scopes,
  })
})
afterAll(() => sandbox.close())

behavesAsWriting({
  ...kit.writing,
  rehearse: () => ({
    client,
    loseReply: () =>
      sandboxControl(sandbox.hubspotUrl).addFault({
        effect: 'lost-reply',
        match: { method: 'POST' },
        times: 1,
      }),
  }),
})

const getFirstRecordId = (results: Awaited<ReturnType<typeof writing.write>>) => {
  const [first] = results
  return first?.success ? requireValue(first.recordId) : ''
}

describe('a write at HubSpot', () => {
  it('associates records and warns about those that cannot be associated', async () => {
    const company = getFirstRecordId(
      await writing.write(client, {
        objectName: 'Company',
        type: 'create',
        records: [{ fields: { name: 'Acme' } }],
      }),
    )

    const results = await writing.write(client, {
      objectName: 'contacts',
      type: 'create',
      records: [
        {
          fields: { email: 'joined@acme.test' },
          associations: [{ to: { id: company, objectName: 'company' } }],
        },
        {
          fields: { email: 'lost@acme.test' },
          associations: [{ to: { id: '999', objectName: 'companies' } }],
        },
        {
          fields: { email: 'typed@acme.test' },
          associations: [
            {
              to: { id: company, objectName: 'companies' },
              types: [{ associationCategory: 'HUBSPOT_DEFINED', associationTypeId: 279 }],
            },
          ],
        },
      ],
    })

    expect(results).toMatchObject([
      { success: true },
      { success: true, warnings: [expect.stringContaining('not associated with companies 999')] },
      { success: true },
    ])
    expect(results[0]).not.toHaveProperty('warnings')
    const { body } = await client.request({
      path: `/crm/objects/2026-09/companies/${company}/associations/contacts`,
    })
    expect(getMembers(body).results).toHaveLength(2)
  })

  it('creates a record with associations whose types name the target object', async () => {
    const company = getFirstRecordId(
      await writing.write(client, {
        objectName: 'companies',
        type: 'create',
        records: [{ fields: { name: 'Typed' } }],
      }),
    )
    const types = [{ associationCategory: 'HUBSPOT_DEFINED', associationTypeId: 279 }]

    const results = await writing.write(client, {
      objectName: 'contacts',
      type: 'create',
      records: [
        { fields: { email: 'n@acme.test' }, associations: [{ to: { id: company }, types }] },
        { fields: { email: 'm@acme.test' }, associations: [{ to: { id: '999' }, types }] },
      ],
    })

    expect(results).toMatchObject([{ success: true }, { success: false }])
    const { body } = await client.request({
      path: `/crm/objects/2026-09/companies/${company}/associations/contacts`,
    })
    expect(getMembers(body).results).toHaveLength(1)
  })

  it('rejects an association without an object name', async () => {
    const attempt = writing.write(client, {
      objectName: 'contacts',
      type: 'create',
      records: [{ fields: { email: 'x@acme.test' }, associations: [{ to: { id: '1' } }] }],
    })

    await expect(attempt).rejects.toMatchObject({ failure: 'bad-request' })
  })

  it('splits two changes of one record into two batches', async () => {
    const id = getFirstRecordId(
      await writing.write(client, {
        objectName: 'contacts',
        type: 'create',
        records: [{ fields: { email: 'twice@acme.test' } }],
      }),
    )

    const results = await writing.write(client, {
      objectName: 'contacts',
      type: 'update',
      records: [
        { id, fields: { jobtitle: 'First' } },
        { id, fields: { jobtitle: 'Second' } },
      ],
    })

    expect(results.map(({ success }) => success)).toEqual([true, true])
    const { body } = await client.request({
      path: `/crm/objects/2026-09/contacts/${id}`,
      query: { properties: 'jobtitle' },
    })
    expect(body).toMatchObject({ properties: { jobtitle: 'Second' } })
  })

  it('reports conflicts and rejects all-or-none updates', async () => {
    const record = { fields: { email: 'same@acme.test' } }
    await writing.write(client, { objectName: 'contacts', type: 'create', records: [record] })

    const again = await writing.write(client, {
      objectName: 'contacts',
      type: 'create',
      records: [record],
    })
    const attempt = writing.write(client, {
      objectName: 'contacts',
      type: 'update',
      allOrNone: true,
      records: [
        { id: '1', fields: {} },
        { id: '2', fields: {} },
      ],
    })

    expect(again).toMatchObject([{ success: false, error: { failure: 'conflict' } }])
    await expect(attempt).rejects.toMatchObject({ failure: 'unsupported' })
  })

  it('matches records to results without trace IDs', async () => {
    const odd = await oddProvider(({ body }) => {
      const { inputs } = body as { inputs: { properties: Record<string, string> }[] }
      const results = inputs.map(({ properties }) => ({
        id: `id of ${properties.email}`,
        properties,
      }))
      return { status: 201, body: { status: 'COMPLETE', results: results.toReversed() } }
    })

    const results = await writing.write(odd, {
      objectName: 'contacts',
      type: 'create',
      records: [{ fields: { email: 'a@acme.test' } }, { fields: { email: 'b@acme.test' } }],
    })

    expect(results).toMatchObject([
      { recordId: 'id of a@acme.test' },
      { recordId: 'id of b@acme.test' },
    ])
  })
})

describe('metadata of HubSpot', () => {
  it('lists the objects that the account lets the user read', async () => {
    const objects = await requireValue(hubspot.listObjects)(client)

    expect(objects.map(({ objectName }) => objectName)).toEqual(
      expect.arrayContaining(['contacts', 'companies', 'deals', 'tickets']),
    )
    expect(objects.map(({ objectName }) => objectName)).not.toContain('quotes')
  })

  it("lists the account's own objects, which are written and read by their full names", async () => {
    await client.request({
      method: 'POST',
      path: '/crm-object-schemas/2026-09/schemas',
      body: {
        name: 'cars',
        labels: { singular: 'Car', plural: 'Cars' },
        requiredProperties: [],
        properties: [{ name: 'model', label: 'Model', type: 'string', fieldType: 'text' }],
      },
    })

    const own = (await requireValue(hubspot.listObjects)(client)).filter(({ isCustom }) => isCustom)
    const objectName = requireValue(own[0]).objectName
    const results = await writing.write(client, {
      objectName,
      type: 'create',
      records: [{ fields: { model: 'Beetle' } }],
    })
    const { records } = await hubspot.read(client, { objectName, fieldNames: ['model'] })

    expect(own).toMatchObject([{ displayName: 'Cars', canRead: true }])
    expect(results).toMatchObject([{ success: true }])
    expect(records.map(({ raw }) => hubspot.fieldValue(raw, 'model'))).toEqual(['Beetle'])
  })

  it('counts the records of a read', async () => {
    const count = (request: object) =>
      requireValue(hubspot.countRecords)(client, { objectName: 'contacts', ...request })

    const all = await count({})
    expect(all).toBeGreaterThan(20)
    expect(await count({ since: '2000-01-01T00:00:00Z' })).toBe(all)
    expect(await count({ until: '2000-01-01T00:00:00Z' })).toBe(0)
    expect(await count({ filters: [{ fieldName: 'email', value: 'nobody' }] })).toBe(0)
  })

  it('reports the remaining calls', async () => {
    const response = await client.request({ path: '/crm/objects/2026-09/contacts' })

    expect(requireValue(requireValue(hubspot.rateLimits).read)(response)).toMatchObject([
      { sharedBy: 'appInAccount', limit: expect.any(Number), perMs: 10_000 },
    ])
    expect(
      requireValue(requireValue(hubspot.rateLimits).read)({ status: 200, headers: {}, body: '' }),
    ).toEqual([])
  })
})
