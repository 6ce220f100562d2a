import type { ProviderClient, ProviderRecord } from '@platform/connector'
import { describe, expect, it } from 'vitest'
import { catalogue, findProvider } from '../catalogue/catalogue.ts'
import { requireValue } from '../require-value.ts'
import { readRecordings } from './facts.ts'

/** Reads the recorded replies of an object, and the IDs that its records are associated with. */
async function readRecorded(provider: string, objectName: string, association: string) {
  const connector = requireValue(findProvider(provider)?.connector)
  const calls: string[] = []
  const records: ProviderRecord[] = []
  const pages = readRecordings(provider).pages.filter(({ object }) => object === objectName)
  for (const { body, headers = {} } of pages) {
    const client: ProviderClient = {
      metadata: {},
      request: ({ path }) => {
        if (path === '/v2/locations' && objectName !== 'locations') {
          return Promise.resolve({ status: 200, headers, body: { locations: [{ id: 'main' }] } })
        }
        calls.push(path)
        return Promise.resolve({ status: 200, headers, body })
      },
    }
    records.push(...(await connector.read(client, { objectName, fieldNames: [] })).records)
  }
  const calledFor = calls.length
  const request = { objectName, associations: [association] }
  const silent: ProviderClient = {
    metadata: {},
    request: ({ path }) => Promise.reject(new Error(`${path} was requested.`)),
  }
  const reader = await requireValue(connector.associating).open(silent, request)
  const { byRecord, incomplete } = await reader.read(silent, records)
  const ids = [...byRecord.values()].flatMap((found) => found[association] ?? [])
  expect(calledFor).toBeGreaterThan(0)
  return { ids: ids.map(({ objectId }) => objectId), incomplete }
}

describe('associations of the catalogue', () => {
  it.each([
    ['chargebee', 'subscriptions', 'customers', '__test__8asukSOXdvg4PD'],
    ['pipedrive', 'leads', 'organizations', '2'],
    ['pipedrive', 'leads', 'persons', '2'],
    ['square', 'cards', 'customers', 'JDKYHBWT1D4F8MFH63DBMEN8Y4'],
    ['square', 'payments', 'locations', 'L88917AVBK2S5'],
    ['stripe', 'checkout/sessions', 'customers', 'cus_SjgAnioPjDxl0j'],
    ['zendeskSupport', 'tickets', 'users', '26363656426259'],
    ['zendeskSupport', 'users', 'organizations', '26363643450387'],
  ])('are read from recorded replies of %s %s with %s', async (provider, object, name, id) => {
    const { ids, incomplete } = await readRecorded(provider, object, name)

    expect(new Set(ids)).toEqual(new Set([id]))
    expect(incomplete).toBeUndefined()
  })

  it('lead to objects that can be read, in every entry', () => {
    const declared = Object.entries(catalogue).flatMap(([provider, { connector, info }]) =>
      Object.entries(info.support.readSupport?.associations?.byObject ?? {}).flatMap(
        ([object, names]) =>
          names.map((name) => ({
            place: `${provider} ${object} ${name}`,
            isRead: connector?.knownObjects?.()[name]?.read !== undefined,
          })),
      ),
    )

    expect(declared.length).toBeGreaterThan(10)
    expect(declared.filter(({ isRead }) => !isRead)).toEqual([])
  })
})
