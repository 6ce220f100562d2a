import { expect, it } from 'vitest'
import { accountName } from './account-name.ts'

it('prefers the name from the provider', () => {
  const providerMetadata = {
    workspace: { value: 'eu1', source: 'input' as const },
    hubDomain: { value: 'acme.com', source: 'token' as const },
  }

  expect(accountName({ providerMetadata, providerWorkspaceRef: '48151623' })).toBe('acme.com')
})

it('extracts the distinguishing part of a URL', () => {
  expect(accountName({ providerWorkspaceRef: 'https://acme.my.salesforce.com' })).toBe('acme')
})

it('omits numeric IDs and machine addresses', () => {
  expect(accountName({ providerWorkspaceRef: '48151623' })).toBeUndefined()
  expect(accountName({ providerWorkspaceRef: 'http://127.0.0.1:4010' })).toBeUndefined()
  expect(accountName({})).toBeUndefined()
})
