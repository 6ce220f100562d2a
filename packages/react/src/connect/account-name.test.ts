import { expect, it } from 'vitest'
import { accountName } from './account-name.ts'

it('prefers the name that the provider told', () => {
  const providerMetadata = {
    workspace: { value: 'eu1', source: 'input' as const },
    hubDomain: { value: 'acme.com', source: 'token' as const },
  }

  expect(accountName({ providerMetadata, providerWorkspaceRef: '48151623' })).toBe('acme.com')
})

it('takes what tells accounts apart from an address', () => {
  expect(accountName({ providerWorkspaceRef: 'https://acme.my.salesforce.com' })).toBe('acme')
})

it('shows no number and no address of a machine', () => {
  expect(accountName({ providerWorkspaceRef: '48151623' })).toBeUndefined()
  expect(accountName({ providerWorkspaceRef: 'http://127.0.0.1:4010' })).toBeUndefined()
  expect(accountName({})).toBeUndefined()
})
