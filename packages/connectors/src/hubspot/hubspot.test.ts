import { sandboxApps, startSandbox, type Sandbox } from '@platform/sandbox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requireValue } from '../require-value.ts'
import { behavesAsConnector } from '../testing/conformance.ts'
import { testObjectMetadata } from '../testing/objects-conformance.ts'
import type { TestClient } from '../testing/provider-client.ts'
import { readAllPages } from '../testing/read-all.ts'
import { atSandbox } from '../testing/sandbox-entries.ts'
import { signIn } from '../testing/sign-in.ts'
import { hubspot } from './connector.ts'
import * as kit from './testing.ts'

const count = 2_000
let sandbox: Sandbox
let client: TestClient

beforeAll(async () => {
  sandbox = await startSandbox({ salesforcePort: 0, hubspotPort: 0, seed: { contacts: count } })
  client = await signIn(requireValue(atSandbox(sandbox).hubspot), sandboxApps.hubspot, {
    scopes: kit.scopes,
  })
})
afterAll(() => sandbox.close())

describe('the HubSpot connector at the sandbox', () => {
  behavesAsConnector({
    ...kit.reading,
    count,
    rehearse: () => ({
      client,
      change: (id) => kit.change(client, id),
      loseCursors: async () => client.spoilNext('after'),
    }),
  })
  testObjectMetadata({ ...kit.objects, rehearse: () => ({ client }) })
})

describe('a HubSpot read', () => {
  it('reads more than the 10,000 records of one search', async () => {
    const total = 10_450
    const large = await startSandbox({
      salesforcePort: 0,
      hubspotPort: 0,
      seed: { contacts: total },
    })
    try {
      const reader = await signIn(requireValue(atSandbox(large).hubspot), sandboxApps.hubspot, {
        scopes: kit.scopes,
      })

      const { records, pages } = await readAllPages(hubspot, reader, {
        objectName: 'contacts',
        fieldNames: ['email'],
        since: '2000-01-01T00:00:00Z',
      })

      expect(new Set(records.map(({ id }) => id)).size).toBe(total)
      expect(records).toHaveLength(total)
      expect(pages.every((page) => page.total === total)).toBe(true)
    } finally {
      await large.close()
    }
  })

  it('returns every property of a long list', async () => {
    const fieldNames = [
      ...Array.from({ length: 400 }, (_, number) => `a_property_with_a_long_name_${number}`),
      'email',
    ]
    const request = { objectName: 'contacts', fieldNames, pageSize: 20 }

    const whole = await hubspot.read(client, request)
    const changed = await hubspot.read(client, { ...request, since: '2000-01-01T00:00:00Z' })

    for (const { records } of [whole, changed]) {
      expect(records.length).toBeGreaterThan(15)
      expect(records.every(({ raw }) => hubspot.fieldValue(raw, 'email'))).toBe(true)
    }
  })
})

describe('a HubSpot description', () => {
  it('translates types, selections and rights', async () => {
    const { fields } = await hubspot.describeObject(client, 'contacts')

    expect(fields.email).toMatchObject({ valueType: 'string', isCustom: false })
    expect(fields.lastmodifieddate).toMatchObject({ valueType: 'datetime', readOnly: true })
    expect(fields.lifecyclestage).toMatchObject({
      valueType: 'singleSelect',
      values: expect.arrayContaining([{ value: 'lead', displayValue: 'Lead' }]),
    })
  })

  it('takes the values of a deal stage from the pipelines', async () => {
    const { displayName, fields } = await hubspot.describeObject(client, 'deals')

    expect(displayName).toBe('Deals')
    expect(fields.dealstage?.values?.length).toBeGreaterThan(2)
    expect(fields.pipeline?.values?.length).toBeGreaterThan(0)
  })
})

describe('a HubSpot sample read', () => {
  it("reports unknown properties with HubSpot's message", async () => {
    const attempt = hubspot.sampleRead(client, {
      objectName: 'contacts',
      fieldNames: ['foo', 'email', 'bar', 'createdAt'],
    })

    await expect(attempt).rejects.toThrow(
      'Property "foo" does not exist. Property "bar" does not exist',
    )
  })
})
