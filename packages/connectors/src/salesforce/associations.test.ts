import type { ProviderClient } from '@platform/connector'
import { sandboxApps, sandboxControl, startSandbox, type Sandbox } from '@platform/sandbox'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { requireValue } from '../require-value.ts'
import type { TestClient } from '../testing/provider-client.ts'
import { readAllPages } from '../testing/read-all.ts'
import { atSandbox } from '../testing/sandbox-entries.ts'
import { signIn } from '../testing/sign-in.ts'
import { salesforce } from './connector.ts'

const associating = requireValue(salesforce.associating)
let sandbox: Sandbox
let client: TestClient

beforeAll(async () => {
  sandbox = await startSandbox({
    salesforcePort: 0,
    hubspotPort: 0,
    seed: { accounts: 1_000, contacts: 9_000, opportunities: 500, cases: 50, tasks: 200 },
  })
  client = await signIn(requireValue(atSandbox(sandbox).salesforce), sandboxApps.salesforce)
})
afterAll(() => sandbox.close())
beforeEach(() => {
  client.requests.length = 0
})

/** Reads all records of an object with their associations, and counts the calls for the latter. */
async function readWithAssociations(
  objectName: string,
  associations: string[],
  fieldNames: string[] = [],
) {
  const reader = await associating.open(client, { objectName, associations })
  const { records } = await readAllPages(salesforce, client, {
    objectName,
    fieldNames: [...fieldNames, ...reader.fieldNames],
  })
  const before = client.requests.length
  const { byRecord: found } = await reader.read(client, records)
  return { records, found, calls: client.requests.length - before }
}

it('reads parents from the fields of the records, without a call', async () => {
  const { records, found, calls } = await readWithAssociations('Contact', ['Account', 'User'])

  expect(calls).toBe(0)
  for (const { id, raw } of records) {
    const { Account, User } = requireValue(found.get(id))
    expect(Account).toEqual(
      raw.AccountId ? [{ objectId: raw.AccountId, associationTypes: ['Account'] }] : [],
    )
    expect(User).toContainEqual({ objectId: raw.OwnerId, associationTypes: ['Owner'] })
  }
})

it('distinguishes records of several objects in a field that refers to all of them', async () => {
  const { records, found } = await readWithAssociations('Task', ['Contact', 'Lead'], ['WhoId'])

  const whose = records.map(({ id, raw }) => ({ who: String(raw.WhoId), others: found.get(id) }))
  for (const { who, others } of whose) {
    const { Contact, Lead } = requireValue(others)
    const expected = [{ objectId: who, associationTypes: ['Who'] }]
    expect(Contact).toEqual(who.startsWith('003') ? expected : [])
    expect(Lead).toEqual(who.startsWith('00Q') ? expected : [])
  }
  expect(whose.some(({ who }) => who.startsWith('003'))).toBe(true)
})

it('reads the children of all records, over as many pages as there are', async () => {
  const contacts = (
    await readAllPages(salesforce, client, { objectName: 'Contact', fieldNames: ['AccountId'] })
  ).records
  const childrenOf = Map.groupBy(contacts, ({ raw }) => raw.AccountId)

  const { records, found, calls } = await readWithAssociations('Account', ['Contact'])

  expect(records).toHaveLength(1_000)
  for (const { id } of records) {
    const expected = (childrenOf.get(id) ?? []).map((contact) => contact.id)
    const children = requireValue(found.get(id)?.Contact)
    expect(children.map(({ objectId }) => objectId).toSorted()).toEqual(expected.toSorted())
    expect(children.every(({ associationTypes }) => associationTypes?.[0] === 'Contacts')).toBe(
      true,
    )
  }
  expect(calls).toBeLessThan(10)
})

it('continues after the last child when a query locator has expired', async () => {
  const { forgetCursors } = sandboxControl(sandbox.salesforceUrl)
  const forgetful: ProviderClient = {
    metadata: {},
    async request(request) {
      if (/query\/01g/.test(request.path)) await forgetCursors()
      return client.request(request)
    },
  }
  const { records, found } = await readWithAssociations('Account', ['Contact'])
  const reader = await associating.open(client, {
    objectName: 'Account',
    associations: ['Contact'],
  })

  const { byRecord: again } = await reader.read(forgetful, records)

  const dropped = client.requests.filter(({ query }) => String(query?.['q']).includes('Id > '))
  expect(dropped.length).toBeGreaterThan(0)
  expect(again).toEqual(found)
})

it('omits children in the recycle bin', async () => {
  const { records, found } = await readWithAssociations('Account', ['Opportunity'])
  const [id] = requireValue(
    [...found].find(([, { Opportunity }]) => requireValue(Opportunity).length > 0),
  )
  const [opportunity, ...others] = requireValue(found.get(id)?.Opportunity)
  await sandboxControl(sandbox.salesforceUrl).deleteRecord(
    'Opportunity',
    requireValue(opportunity).objectId,
  )

  const again = await readWithAssociations('Account', ['Opportunity'])

  expect(records.length).toBe(again.records.length)
  expect(again.found.get(id)?.Opportunity).toEqual(others)
})

it.each(['Butterfly', 'Lead'])(
  'rejects %s, which has no relationship with the object',
  async (name) => {
    const attempt = associating.open(client, { objectName: 'Opportunity', associations: [name] })

    await expect(attempt).rejects.toMatchObject({
      failure: 'bad-request',
      message: `Opportunity has no relationship with ${name} that the connected user can see.`,
    })
  },
)
