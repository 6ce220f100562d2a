import { sandboxApps, startSandbox, type Sandbox } from '@platform/sandbox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requireValue } from '../require-value.ts'
import { testDeletions } from '../testing/conformance.ts'
import type { TestClient } from '../testing/provider-client.ts'
import { readAllPages } from '../testing/read-all.ts'
import { atSandbox } from '../testing/sandbox-entries.ts'
import { signIn } from '../testing/sign-in.ts'
import { hubspot } from './connector.ts'
import * as kit from './testing.ts'

let sandbox: Sandbox
let client: TestClient

beforeAll(async () => {
  sandbox = await startSandbox({ seed: { contacts: 500 } })
  client = await signIn(requireValue(atSandbox(sandbox).hubspot), sandboxApps.hubspot, {
    scopes: ['oauth', 'crm.objects.contacts.read', 'crm.objects.contacts.write'],
  })
})
afterAll(() => sandbox.close())

testDeletions({
  ...kit.deleting,
  deletions: 130,
  rehearse: () => ({ client, remove: (id) => kit.remove(client, id) }),
})

describe('deleted records at HubSpot', () => {
  it('have all their properties however long the list is, and pass the filters too', async () => {
    const names = Array.from({ length: 400 }, (_, n) => `a_property_with_a_long_name_${n}`)
    const read = (more: object) =>
      readAllPages(hubspot, client, {
        objectName: 'contacts',
        fieldNames: [...names, 'lastname'],
        includeDeleted: true,
        ...more,
      })
    const all = (await read({})).records.filter(({ deleted }) => deleted)
    const lastname = hubspot.fieldValue(requireValue(all[0]).raw, 'lastname')

    const filters = [{ fieldName: 'lastname', value: lastname }]
    const some = (await read({ filters })).records.filter(({ deleted }) => deleted)

    expect(all).toHaveLength(130)
    expect(some.length).toBeGreaterThan(0)
    expect(some.length).toBeLessThan(all.length)
    expect(some.every(({ raw }) => hubspot.fieldValue(raw, 'lastname') === lastname)).toBe(true)
  })
})
