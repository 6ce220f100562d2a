import type { Connector, ProviderClient, ProviderRequest, ReadRequest } from '@platform/connector'
import { describe, expect, it } from 'vitest'
import { hubspot } from './hubspot/connector.ts'
import { isMembers } from './members.ts'
import { salesforce } from './salesforce/connector.ts'

/** What users of other integrations have reported about reads of Salesforce and HubSpot. */

async function readAll(
  connector: Connector,
  request: Partial<ReadRequest>,
  reply: (request: ProviderRequest, call: number) => object,
) {
  let calls = 0
  const client: ProviderClient = {
    metadata: {},
    request: (asked) => Promise.resolve({ status: 200, headers: {}, body: reply(asked, ++calls) }),
  }
  const ids: string[] = []
  let incomplete: string | undefined
  let cursor: string | undefined
  for (let pages = 0; pages < 200; pages++) {
    const page = await connector.read(client, {
      objectName: 'contacts',
      fieldNames: [],
      ...request,
      cursor,
    })
    ids.push(...page.records.map(({ id }) => id))
    incomplete = page.incomplete ?? incomplete
    cursor = page.next
    if (cursor === undefined) return { ids, incomplete }
  }
  throw new Error('The read did not end.')
}

const startMs = Date.parse('2026-11-01T00:00:00Z')
const since = new Date(startMs - 1_000).toISOString()

interface Contact {
  id: number
  ms: number
}
const contacts = (count: number, timeOf: (n: number) => number): Contact[] =>
  Array.from({ length: count }, (_, n) => ({ id: n + 1, ms: startMs + timeOf(n) }))

/** A search of HubSpot; `sorts` names the properties that it really sorts by. */
function search(all: readonly Contact[], sorts: readonly string[]) {
  const read = ({ id, ms }: Contact, property: string) => (property === 'hs_object_id' ? id : ms)
  return ({ body }: ProviderRequest) => {
    const asked = (isMembers(body) ? body : {}) as {
      filterGroups: { filters: { propertyName: string; operator: string; value: string }[] }[]
      sorts: { propertyName: string }[]
      limit: number
    }
    const matches = (one: Contact) =>
      asked.filterGroups[0]?.filters.every(({ propertyName, operator, value }) => {
        const difference = read(one, propertyName) - Number(value)
        if (operator === 'GTE') return difference >= 0
        return operator === 'GT' ? difference > 0 : difference === 0
      })
    const by = asked.sorts[0]?.propertyName ?? ''
    const found = all
      .filter(matches)
      .toSorted((one, other) => (sorts.includes(by) ? read(one, by) - read(other, by) : 0))
    const results = found.slice(0, asked.limit).map(({ id, ms }) => ({
      id: String(id),
      properties: { lastmodifieddate: new Date(ms).toISOString() },
    }))
    const next = found.length > asked.limit && { paging: { next: { after: '200' } } }
    return { total: Math.min(found.length, 10_000), results, ...next }
  }
}

describe('a HubSpot search', () => {
  it('returns more than 10,000 records of one time', async () => {
    // airbytehq/airbyte#43317, supaglue-labs/supaglue#585, estuary/connectors#2100
    const all = contacts(10_450, () => 0)
    const { ids, incomplete } = await readAll(
      hubspot,
      { since },
      search(all, ['hs_object_id', 'lastmodifieddate']),
    )

    expect(new Set(ids).size).toBe(10_450)
    expect(ids).toHaveLength(10_450)
    expect(incomplete).toBeUndefined()
  })

  it('is read by ID if it has another order than that of the changes', async () => {
    const all = contacts(500, (n) => ((n * 37) % 500) * 1_000)
    const { ids, incomplete } = await readAll(hubspot, { since }, search(all, ['hs_object_id']))

    expect(ids).toEqual(all.map(({ id }) => String(id)))
    expect(incomplete).toBeUndefined()
  })

  it('fails if it has no order', async () => {
    const all = contacts(500, () => 0).map(({ id, ms }) => ({ id: ((id * 7) % 501) + 1, ms }))

    await expect(readAll(hubspot, { since }, search(all, []))).rejects.toThrow('another order')
  })
})

it.each([{}, { includeDeleted: true }])(
  'a HubSpot list whose pages lead back fails (%j)',
  async (request) => {
    // singer-io/tap-hubspot#38
    const reading = readAll(hubspot, request, (_, call) => ({
      results: [{ id: String((call % 3) + 1), properties: {} }],
      paging: { next: { after: String(call % 3) } },
    }))

    await expect(reading).rejects.toThrow('was read before')
  },
)

describe('a Salesforce query', () => {
  const row = (n: number) => ({
    Id: `003${String(n).padStart(15, '0')}`,
    SystemModstamp: '2026-11-01T00:00:00.000+0000',
  })
  const asked = { objectName: 'Contact' }
  const goOn = (locator: number) => ({
    done: false,
    nextRecordsUrl: `/services/data/v67.0/query/01g-${locator}`,
  })

  it.each<[string, (call: number) => object]>([
    ['lead back', (call) => ({ totalSize: 9, records: [row(call)], ...goOn(call % 3) })],
    ['stay empty', (call) => ({ totalSize: 9, records: [], ...goOn(call) })],
  ])('fails if its pages %s', async (_what, reply) => {
    // airbytehq/airbyte#17148
    const reading = readAll(salesforce, asked, (_, call) => reply(call))

    await expect(reading).rejects.toThrow('without end')
  })

  it('is incomplete if one record is there twice in place of another', async () => {
    const { incomplete } = await readAll(salesforce, asked, () => ({
      totalSize: 2,
      done: true,
      records: [row(1), row(1)],
    }))

    expect(incomplete).toContain('2 records')
  })
})
