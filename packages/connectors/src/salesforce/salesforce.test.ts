import { sandboxApps, startSandbox, type Sandbox } from '@platform/sandbox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requireValue } from '../require-value.ts'
import { behavesAsConnector } from '../testing/conformance.ts'
import { testObjectMetadata } from '../testing/objects-conformance.ts'
import type { ProviderClient } from '@platform/connector'
import type { TestClient } from '../testing/provider-client.ts'
import { readAllPages } from '../testing/read-all.ts'
import { atSandbox } from '../testing/sandbox-entries.ts'
import { signIn } from '../testing/sign-in.ts'
import { salesforce } from './connector.ts'
import { query } from './query.ts'
import * as kit from './testing.ts'

const count = 5_000
let sandbox: Sandbox
let client: TestClient

beforeAll(async () => {
  sandbox = await startSandbox({ salesforcePort: 0, hubspotPort: 0, seed: { contacts: count } })
  client = await signIn(requireValue(atSandbox(sandbox).salesforce), sandboxApps.salesforce)
})
afterAll(() => sandbox.close())

const change = (id: string) => kit.change(client, id)

/** A user may hold ten cursors open; each further one ends the oldest. */
async function loseCursors(): Promise<void> {
  for (let opened = 0; opened < 10; opened += 1) {
    await query(client, 'SELECT Id FROM Contact', { pageSize: 200 })
  }
}

describe('the Salesforce connector at the sandbox', () => {
  behavesAsConnector({
    ...kit.reading,
    count,
    rehearse: () => ({ client, change, loseCursors }),
  })
  testObjectMetadata({ ...kit.objects, rehearse: () => ({ client }) })
})

describe('a Salesforce read', () => {
  it('returns the total and sorts by modification time', async () => {
    const { pages, records } = await readAllPages(salesforce, client, {
      objectName: 'Contact',
      fieldNames: [],
      pageSize: 500,
    })

    expect(pages.map(({ total }) => total)).toEqual(Array.from(pages, () => count))
    expect(pages).toHaveLength(count / 500)
    const times = records.map(({ updatedTime }) => updatedTime)
    expect(times).toEqual(times.toSorted())
  })

  it('loses nothing when the last record of a page changes and then the locator is lost', async () => {
    const request = { objectName: 'Contact', fieldNames: [], pageSize: 1000 }
    const before = await readAllPages(salesforce, client, request)
    const lastOfSecondPage = requireValue(requireValue(before.pages[1]).records.at(-1))

    const { records } = await readAllPages(salesforce, client, request, {
      between: (_, number) =>
        number === 1
          ? change(lastOfSecondPage.id)
          : number === 2
            ? loseCursors()
            : Promise.resolve(),
    })

    expect(new Set(records.map(({ id }) => id)).size).toBe(count)
    expect(records.length).toBeLessThan(count + 100)
  })

  it('filters by dates, which SOQL takes without quotes, and by text with quotes in it', async () => {
    const objectName = 'Opportunity'
    const [first] = (await salesforce.read(client, { objectName, fieldNames: ['CloseDate'] }))
      .records
    const closeDate = salesforce.fieldValue(requireValue(first).raw, 'CloseDate')
    const read = (fieldName: string, value: unknown) =>
      salesforce.read(client, {
        objectName,
        fieldNames: ['CloseDate'],
        filters: [{ fieldName, value }],
      })

    const { records } = await read('closedate', closeDate)
    expect(records.length).toBeGreaterThan(0)
    expect(records.every(({ raw }) => raw.CloseDate === closeDate)).toBe(true)
    expect((await read('Name', String.raw`O'Hara \ "x" OR Name != ''`)).records).toEqual([])
  })

  it('rejects invalid names before they are used in a query', async () => {
    const objectName = 'Contact'

    await expect(
      salesforce.read(client, { objectName, fieldNames: ['Name', 'Id FROM User', "$['Owner'"] }),
    ).rejects.toMatchObject({
      failure: 'bad-request',
      fieldNames: ['Id FROM User', "$['Owner'"],
    })
    await expect(
      salesforce.read(client, { objectName: 'Contact WHERE', fieldNames: [] }),
    ).rejects.toMatchObject({ failure: 'bad-request' })
  })
})

describe('a Salesforce description', () => {
  it('names the fields that Salesforce computes', async () => {
    const makeField = (name: string, calculated: boolean) => ({
      ...{ name, label: name, type: 'double', custom: true, nillable: true, picklistValues: [] },
      ...{ createable: !calculated, updateable: !calculated, calculated, referenceTo: [] },
    })
    const fields = [makeField('Score__c', true), makeField('Amount__c', false)]
    const body = { name: 'Contact', label: 'Contact', fields }
    const answering: ProviderClient = {
      metadata: client.metadata,
      request: () => Promise.resolve({ status: 200, headers: {}, body }),
    }

    const described = await salesforce.describeObject(answering, 'Contact')

    expect(described.fields.Score__c).toMatchObject({ isCalculated: true, readOnly: true })
    expect(described.fields.Amount__c).not.toHaveProperty('isCalculated')
  })

  it('translates types, selections, references and rights', async () => {
    const { objectName, displayName, fields } = await salesforce.describeObject(client, 'contact')

    expect({ objectName, displayName }).toEqual({ objectName: 'Contact', displayName: 'Contact' })
    expect(fields.Id).toMatchObject({ valueType: 'string', readOnly: true, isRequired: false })
    expect(fields.LastName).toMatchObject({ valueType: 'string', isRequired: true })
    expect(fields.Email).toMatchObject({ valueType: 'string', providerType: 'email' })
    expect(fields.AccountId).toMatchObject({ valueType: 'reference', referenceTo: ['Account'] })
    expect(fields.SystemModstamp).toMatchObject({ valueType: 'datetime', readOnly: true })
    expect(fields.LeadSource).toMatchObject({
      valueType: 'singleSelect',
      values: expect.arrayContaining([{ value: 'Web', displayValue: 'Web' }]),
    })
  })
})
