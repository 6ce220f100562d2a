import {
  maxAssociations,
  ProviderError,
  type ProviderClient,
  type ProviderRequest,
} from '@platform/connector'
import {
  sandboxApps,
  sandboxControl,
  startSandbox,
  type Sandbox,
  type SandboxControl,
} from '@platform/sandbox'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { requireValue } from '../require-value.ts'
import type { TestClient } from '../testing/provider-client.ts'
import { readAllPages } from '../testing/read-all.ts'
import { atSandbox } from '../testing/sandbox-entries.ts'
import { signIn } from '../testing/sign-in.ts'
import { hubspot } from './connector.ts'
import * as kit from './testing.ts'

const associating = requireValue(hubspot.associating)
let sandbox: Sandbox
let client: TestClient
let control: SandboxControl

beforeAll(async () => {
  sandbox = await startSandbox({
    salesforcePort: 0,
    hubspotPort: 0,
    seed: { accounts: 5, contacts: 700, opportunities: 3 },
  })
  control = sandboxControl(sandbox.hubspotUrl)
  client = await signIn(requireValue(atSandbox(sandbox).hubspot), sandboxApps.hubspot, {
    scopes: kit.scopes,
  })
})
afterAll(() => sandbox.close())
beforeEach(() => {
  client.requests.length = 0
})

const readRecords = async (objectName: string, fieldNames: string[] = []) =>
  (await readAllPages(hubspot, client, { objectName, fieldNames })).records

const readAssociations = async (
  objectName: string,
  associations: string[],
  ids: readonly string[],
) => {
  const reader = await associating.open(client, { objectName, associations })
  const { byRecord } = await reader.read(
    client,
    ids.map((id) => ({ id, raw: {} })),
  )
  return byRecord
}

it('reads the associations of a page with several objects by one call for each', async () => {
  const contacts = (await readRecords('contacts', ['associatedcompanyid'])).slice(0, 100)
  client.requests.length = 0

  const found = await readAssociations(
    'contacts',
    ['companies', 'deals'],
    contacts.map(({ id }) => id),
  )

  expect(client.requests.map(({ path }) => path).toSorted()).toEqual([
    '/crm/associations/2026-09/contacts/companies/batch/read',
    '/crm/associations/2026-09/contacts/deals/batch/read',
  ])
  for (const { id, raw } of contacts) {
    const company = hubspot.fieldValue(raw, 'associatedcompanyid')
    const { companies, deals } = requireValue(found.get(id))
    expect(requireValue(companies).map(({ objectId }) => objectId)).toEqual(
      company ? [company] : [],
    )
    expect(deals).toEqual([])
  }
  const associated = [...found.values()].find(({ companies }) => requireValue(companies).length > 0)
  expect(associated?.companies).toEqual([
    {
      objectId: expect.stringMatching(/^\d+$/),
      associationTypes: ['Primary'],
      raw: {
        toObjectId: expect.any(Number),
        associationTypes: [
          { category: 'HUBSPOT_DEFINED', typeId: 1, label: 'Primary' },
          { category: 'HUBSPOT_DEFINED', typeId: 279, label: null },
        ],
      },
    },
  ])
})

it('follows the pages of a record with more associations than one reply has', async () => {
  const [company] = await readRecords('companies')
  const contacts = await readRecords('contacts')
  const inputs = contacts.map(({ id }) => ({ from: { id: requireValue(company).id }, to: { id } }))
  await client.request({
    method: 'POST',
    path: '/crm/associations/2026-09/companies/contacts/batch/associate/default',
    body: { inputs },
  })
  client.requests.length = 0

  const found = await readAssociations('companies', ['contacts'], [requireValue(company).id])

  const ids = requireValue(found.get(requireValue(company).id)?.contacts).map(
    ({ objectId }) => objectId,
  )
  expect(new Set(ids)).toEqual(new Set(contacts.map(({ id }) => id)))
  expect(ids).toHaveLength(700)
  expect(client.requests).toHaveLength(2)
  expect(client.requests[1]?.body).toEqual({
    inputs: [{ id: requireValue(company).id, after: expect.stringMatching(/^\d+$/) }],
  })
})

it('splits more records than one call takes', async () => {
  const ids = Array.from({ length: 2_500 }, (_, index) => String(index + 1))

  const found = await readAssociations('contacts', ['companies'], ids)

  const sizes = client.requests.map(({ body }) => (body as { inputs: unknown[] }).inputs.length)
  expect(sizes).toEqual([1_000, 1_000, 500])
  expect(found.size).toBe(2_500)
})

it('rejects a partial reply that lacks associations of a record', async () => {
  const [contact] = await readRecords('contacts')
  await control.addFault({
    effect: 'partial-failure',
    match: { pathRegex: 'batch/read' },
    times: 1,
  })

  const attempt = readAssociations('contacts', ['companies'], [requireValue(contact).id])

  await expect(attempt).rejects.toMatchObject({ failure: 'unavailable', code: 'INTERNAL_ERROR' })
})

it('rejects an object that HubSpot does not know', async () => {
  const attempt = readAssociations('contacts', ['butterflies'], ['1'])

  await expect(attempt).rejects.toThrow(/butterflies/)
})

it('reports missing rights to the associated object', async () => {
  const limited = await signIn(requireValue(atSandbox(sandbox).hubspot), sandboxApps.hubspot, {
    scopes: ['oauth', 'crm.objects.contacts.read'],
  })
  const reader = await associating.open(limited, {
    objectName: 'contacts',
    associations: ['deals'],
  })

  const attempt = reader.read(limited, [{ id: '1', raw: {} }])

  await expect(attempt).rejects.toMatchObject({ failure: 'permission' })
})

const answering = (results: unknown): ProviderClient => ({
  metadata: {},
  request: () => Promise.resolve({ status: 200, headers: {}, body: { results } }),
})

it('ends when HubSpot repeats a page', async () => {
  const odd = answering([
    { from: { id: '1' }, to: [{ toObjectId: 2 }], paging: { next: { after: '2' } } },
  ])
  const reader = await associating.open(odd, { objectName: 'contacts', associations: ['deals'] })

  const attempt = reader.read(odd, [{ id: '1', raw: {} }])

  await expect(attempt).rejects.toThrow(/repeats a page/)
})

it('rejects more associations than may be held in memory', async () => {
  const to = Array.from({ length: maxAssociations + 1 }, (_, index) => ({ toObjectId: index }))
  const odd = answering([{ from: { id: '1' }, to }])
  const reader = await associating.open(odd, { objectName: 'contacts', associations: ['deals'] })

  const attempt = reader.read(odd, [{ id: '1', raw: {} }])

  await expect(attempt).rejects.toSatisfy(
    (error) => error instanceof ProviderError && error.failure === 'too-large',
  )
})

it('reads 100,000 records with complete associations, by one call per page and object', async () => {
  const total = 100_000
  const calls = { list: 0, associations: 0 }
  const replyTo = ({ path, query, body }: ProviderRequest) => {
    if (path.startsWith('/crm/associations/')) {
      calls.associations++
      const { inputs } = body as { inputs: { id: string }[] }
      return {
        results: inputs.map(({ id }) => ({ from: { id }, to: [{ toObjectId: Number(id) % 977 }] })),
      }
    }
    calls.list++
    const from = Number(query?.['after'] ?? 0)
    const results = Array.from({ length: 100 }, (_, index) => ({
      id: String(from + index + 1),
      properties: {},
    }))
    const after = String(from + 100)
    return { results, ...(from + 100 < total && { paging: { next: { after } } }) }
  }
  const account: ProviderClient = {
    metadata: {},
    request: (request) => Promise.resolve({ status: 200, headers: {}, body: replyTo(request) }),
  }
  const request = { objectName: 'contacts', associations: ['companies'] }
  const reader = await associating.open(account, request)

  const complete = new Set<string>()
  let cursor: string | undefined
  do {
    const page = await hubspot.read(account, { objectName: 'contacts', fieldNames: [], cursor })
    const { byRecord } = await reader.read(account, page.records)
    for (const { id } of page.records) {
      const [company] = requireValue(byRecord.get(id)?.companies)
      if (company?.objectId === String(Number(id) % 977)) complete.add(id)
    }
    cursor = page.next
  } while (cursor !== undefined)

  expect(complete.size).toBe(total)
  expect(calls).toEqual({ list: 1_000, associations: 1_000 })
})
