import type { ProviderClient } from '@platform/connector'
import { expect, it } from 'vitest'
import { requireValue } from '../require-value.ts'
import { catalogue } from './catalogue.ts'

const client = (status: number): ProviderClient => ({
  metadata: { host: 'api.typeform.com' },
  request: () => Promise.resolve({ status, headers: {}, body: { message: 'No access.' } }),
})

async function getRefusal(provider: string, objectName: string, status = 403) {
  const { connector } = requireValue(catalogue[provider])
  const page = requireValue(connector).read(client(status), { objectName, fieldNames: ['id'] })
  return page.then(
    () => 'read',
    (error: Error) => error.message,
  )
}

it('names the scopes of an object that the provider refuses to return', async () => {
  expect(await getRefusal('typeform', 'workspaces')).toContain(
    'Scopes required to read workspaces: workspaces:read.',
  )
  expect(await getRefusal('typeform', 'workspaces', 400)).not.toContain('Scopes')
  expect(await getRefusal('stripe', 'customers')).not.toContain('Scopes')
})

it('names the scopes of a refused write', async () => {
  const { writing } = requireValue(requireValue(catalogue['typeform']).connector)

  const attempt = requireValue(writing).write(client(403), {
    objectName: 'workspaces',
    type: 'create',
    records: [{ fields: { name: 'Acme' } }],
  })

  await expect(attempt).rejects.toThrow('Scopes required to write workspaces: workspaces:write.')
})
