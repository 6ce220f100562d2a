import { sandboxApps, startSandbox, type Sandbox } from '@platform/sandbox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { requireValue } from '../require-value.ts'
import { testDeletions } from '../testing/conformance.ts'
import { oddProvider } from '../testing/odd-provider.ts'
import type { TestClient } from '../testing/provider-client.ts'
import { atSandbox } from '../testing/sandbox-entries.ts'
import { signIn } from '../testing/sign-in.ts'
import { salesforce } from './connector.ts'
import * as kit from './testing.ts'

let sandbox: Sandbox
let client: TestClient

beforeAll(async () => {
  sandbox = await startSandbox({ seed: { contacts: 500 } })
  client = await signIn(requireValue(atSandbox(sandbox).salesforce), sandboxApps.salesforce)
})
afterAll(() => sandbox.close())

testDeletions({
  ...kit.deleting,
  deletions: 130,
  rehearse: () => ({ client, remove: (id) => kit.remove(client, id) }),
})

describe('an object without a recycle bin', () => {
  it('is read without it', async () => {
    const odd = await oddProvider(({ url }) =>
      requireValue(url.searchParams.get('q') ?? undefined).includes('IsDeleted')
        ? {
            status: 400,
            body: [
              {
                errorCode: 'INVALID_FIELD',
                message: "No such column 'IsDeleted' on entity 'Thing'.",
              },
            ],
          }
        : { body: { totalSize: 1, done: true, records: [{ Id: 'thing1' }] } },
    )

    const { records } = await salesforce.read(odd, {
      objectName: 'Thing',
      fieldNames: [],
      includeDeleted: true,
    })

    expect(records).toEqual([{ id: 'thing1', raw: { Id: 'thing1' } }])
  })
})

describe('a time at Salesforce', () => {
  it('is RFC 3339 as a field and unchanged in the raw record', () => {
    const raw = {
      CreatedDate: '2026-01-31T10:00:00.000+0000',
      Owner: { At: '2026-01-31T12:00:00.000+0200' },
    }

    expect(salesforce.fieldValue(raw, 'createddate')).toBe('2026-01-31T10:00:00.000Z')
    expect(salesforce.fieldValue(raw, 'Owner.At')).toBe('2026-01-31T10:00:00.000Z')
    expect(salesforce.fieldValue({ Day: '2026-01-31' }, 'Day')).toBe('2026-01-31')
    expect(raw.CreatedDate).toBe('2026-01-31T10:00:00.000+0000')
  })
})
