import type { ProviderClient, ProviderRequest } from '@platform/connector'
import { sandboxApps, sandboxControl, startSandbox, type Sandbox } from '@platform/sandbox'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { requireValue } from '../require-value.ts'
import type { TestClient } from '../testing/provider-client.ts'
import { readAllPages } from '../testing/read-all.ts'
import { atSandbox } from '../testing/sandbox-entries.ts'
import { signIn } from '../testing/sign-in.ts'
import { requestHubspot } from './api-version.ts'
import { hubspot } from './connector.ts'
import * as kit from './testing.ts'

let sandbox: Sandbox
let client: TestClient
const control = () => sandboxControl(sandbox.hubspotUrl)

beforeAll(async () => {
  sandbox = await startSandbox({ asOf: '2026-11', seed: { contacts: 20, accounts: 5 } })
  client = await signIn(requireValue(atSandbox(sandbox).hubspot), sandboxApps.hubspot, {
    scopes: kit.scopes,
  })
})
beforeEach(async () => {
  await control().settings({ asOf: '2026-11' })
  client.requests.length = 0
})
afterAll(() => sandbox.close())

/** A client as the engine opens it for a connection. */
const openAs = (connectionId: string): ProviderClient => ({
  request: (request: ProviderRequest) => client.request(request),
  metadata: {},
  connectionId,
})

const readContacts = (from: ProviderClient) =>
  readAllPages(hubspot, from, { objectName: 'contacts', fieldNames: ['email'] })

const readCompanies = async (from: ProviderClient, ids: readonly string[]) => {
  const request = { objectName: 'contacts', associations: ['companies'] }
  const opened = await requireValue(hubspot.associating).open(from, request)
  return opened.read(
    from,
    ids.map((id) => ({ id, raw: {} })),
  )
}

const countPaths = (pattern: RegExp) =>
  client.requests.filter(({ path }) => pattern.test(path)).length

it.each(['2026-11', '2027-03-30', '2027-09-01', '2028-03-07'])(
  'reads records and associations as of %s',
  async (asOf) => {
    await control().settings({ asOf })

    const { records } = await readContacts(openAs(`conn_${asOf}`))
    const found = await readCompanies(
      openAs(`conn_${asOf}`),
      records.map(({ id }) => id),
    )

    expect(records).toHaveLength(20)
    expect(records.some(({ id }) => (found.byRecord.get(id)?.['companies'] ?? []).length > 0)).toBe(
      true,
    )
    expect(countPaths(/\/v\d\//)).toBe(0)
  },
)

it('uses the paths before dated versions where the account does not know the version, probed once', async () => {
  await control().settings({ asOf: '2026-08' })

  const [first, second] = [
    await readContacts(openAs('conn_behind')),
    await readContacts(openAs('conn_behind')),
  ]
  await readCompanies(openAs('conn_behind'), ['21000000001'])
  await hubspot.describeObject(openAs('conn_behind'), 'contacts')

  expect([first.records.length, second.records.length]).toEqual([20, 20])
  expect(countPaths(/hs_object_id$/)).toBe(2)
  // The request that was refused, and the probe.
  expect(countPaths(/\/2026-09\//)).toBe(2)
})

it('probes once for missing records of an account that knows the version', async () => {
  const askMissing = () =>
    requestHubspot(openAs('conn_current'), { path: '/crm/objects/2026-09/contacts/1' })

  const replies = [await askMissing(), await askMissing(), await askMissing()]

  expect(replies.map(({ status }) => status)).toEqual([404, 404, 404])
  expect(countPaths(/hs_object_id$/)).toBe(1)
  expect(countPaths(/\/v\d\//)).toBe(0)
})

it('leaves the result of one account to itself', async () => {
  await control().settings({ asOf: '2026-08' })
  await readContacts(openAs('conn_old'))
  await control().settings({ asOf: '2026-11' })
  client.requests.length = 0

  await readContacts(openAs('conn_bystander'))

  expect(countPaths(/\/v\d\//)).toBe(0)
})

it('does not end the probe of a caller when another one stops', async () => {
  const stopping = new AbortController()
  const answer = Promise.withResolvers<void>()
  let probes = 0
  const account: ProviderClient = {
    metadata: {},
    connectionId: 'conn_stopping',
    async request({ path, signal }) {
      const isLegacy = path.startsWith('/crm/v3/')
      if (path.includes('hs_object_id')) {
        probes++
        await answer.promise
        signal?.throwIfAborted()
      }
      return { status: isLegacy ? 200 : 404, headers: {}, body: {} }
    },
  }
  const path = '/crm/objects/2026-09/contacts'
  const stopped = requestHubspot(account, { path, signal: stopping.signal })
  const other = requestHubspot(account, { path })
  await expect.poll(() => probes).toBe(1)
  stopping.abort()
  answer.resolve()

  await expect(other).resolves.toMatchObject({ status: 200 })
  await stopped
  expect(probes).toBe(2)
})
