import { expect, it } from 'vitest'
import { fakeProviders } from '../testing/fake-data.ts'
import {
  connectMethod,
  toCredentials,
  toProviderMetadata,
  missingMetadata,
} from './connect-method.ts'

const { salesforce, hubspot } = fakeProviders
const makeProvider = (extra: object) => ({ ...salesforce, ...extra })

it('requires no input when OAuth needs none', () => {
  expect(connectMethod(hubspot)).toEqual({ kind: 'oauth', metadata: [] })
})

it('requires the workspace when the provider needs one', () => {
  const provider = makeProvider({
    metadata: undefined,
    oauth2Opts: { ...salesforce.oauth2Opts, explicitWorkspaceRequired: true },
  })

  expect(connectMethod(provider)).toMatchObject({
    kind: 'oauth',
    metadata: [{ name: 'workspace' }],
  })
})

it('does not ask for values that the sign-in returns, unless nobody signs in', () => {
  const input = [{ name: 'realmId', redirectParam: 'realmId' }, { name: 'unit' }]
  const names = (grantType: string) =>
    (
      connectMethod(
        makeProvider({ metadata: { input }, oauth2Opts: { ...salesforce.oauth2Opts, grantType } }),
      ) as { metadata: { name: string }[] }
    ).metadata.map(({ name }) => name)

  expect(names('authorizationCode')).toEqual(['unit'])
  expect(names('clientCredentials')).toEqual(['realmId', 'unit'])
})

it('requires only the metadata of the selected module', () => {
  const input = [
    { name: 'region', moduleDependencies: { crm: {} } },
    { name: 'unit', moduleDependencies: { pardot: {} } },
  ]

  const method = connectMethod(makeProvider({ metadata: { input } }), 'pardot')

  expect(method).toMatchObject({ metadata: [{ name: 'unit' }] })
})

it('requires missing module metadata with known values filled in', () => {
  const input = [
    { name: 'workspace', defaultValue: 'www' },
    { name: 'unit', moduleDependencies: { pardot: {} } },
  ]
  const provider = makeProvider({ metadata: { input } })
  const connection = { providerMetadata: {}, providerWorkspaceRef: 'acme' }

  expect(missingMetadata(provider, connection)).toEqual([])
  expect(missingMetadata(provider, connection, 'pardot')).toMatchObject([
    { name: 'workspace', initialValue: 'acme' },
    { name: 'unit', initialValue: undefined },
  ])
})

it('accepts an API key as the basic authentication user', () => {
  const provider = makeProvider({ authType: 'basic', basicOpts: { apiKeyAsBasic: true } })

  expect(connectMethod(provider)).toMatchObject({ credentials: [{ name: 'apiKey' }] })
  expect(toCredentials(provider, { apiKey: 'k' })).toEqual({ apiKey: 'k' })
})

it('sends trimmed metadata with its source', () => {
  const sent = toProviderMetadata([{ name: 'workspace', label: 'Subdomain' }], {
    workspace: ' acme ',
  })

  expect(sent).toEqual({
    providerMetadata: { workspace: { value: 'acme', source: 'input' } },
    providerWorkspaceRef: 'acme',
  })
})
