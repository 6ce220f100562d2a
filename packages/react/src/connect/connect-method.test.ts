import { expect, it } from 'vitest'
import { providers } from '../testing/fake-data.ts'
import { connectMethod, credentialsOf, metadataOf, missingMetadata } from './connect-method.ts'

const { salesforce, hubspot } = providers
const given = (extra: object) => ({ ...salesforce, ...extra })

it('asks for nothing when the sign-in page of the provider is enough', () => {
  expect(connectMethod(hubspot)).toEqual({ kind: 'oauth', metadata: [] })
})

it('asks for the workspace when the provider cannot be reached without one', () => {
  const provider = given({
    metadata: undefined,
    oauth2Opts: { ...salesforce.oauth2Opts, explicitWorkspaceRequired: true },
  })

  expect(connectMethod(provider)).toMatchObject({
    kind: 'oauth',
    metadata: [{ name: 'workspace' }],
  })
})

it('asks only for the metadata of the module in use', () => {
  const input = [
    { name: 'region', moduleDependencies: { crm: {} } },
    { name: 'unit', moduleDependencies: { pardot: {} } },
  ]

  const method = connectMethod(given({ metadata: { input } }), 'pardot')

  expect(method).toMatchObject({ metadata: [{ name: 'unit' }] })
})

it('asks again only where the module in use lacks something, with what is known filled in', () => {
  const input = [
    { name: 'workspace', defaultValue: 'www' },
    { name: 'unit', moduleDependencies: { pardot: {} } },
  ]
  const provider = given({ metadata: { input } })
  const connection = { providerMetadata: {}, providerWorkspaceRef: 'acme' }

  expect(missingMetadata(provider, connection)).toEqual([])
  expect(missingMetadata(provider, connection, 'pardot')).toMatchObject([
    { name: 'workspace', initialValue: 'acme' },
    { name: 'unit', initialValue: undefined },
  ])
})

it('takes an API key where the provider wants one as the user of basic authentication', () => {
  const provider = given({ authType: 'basic', basicOpts: { apiKeyAsBasic: true } })

  expect(connectMethod(provider)).toMatchObject({ credentials: [{ name: 'apiKey' }] })
  expect(credentialsOf(provider, { apiKey: 'k' })).toEqual({ apiKey: 'k' })
})

it('sends metadata as what the user put in, without blanks around it', () => {
  const sent = metadataOf([{ name: 'workspace', label: 'Subdomain' }], { workspace: ' acme ' })

  expect(sent).toEqual({
    providerMetadata: { workspace: { value: 'acme', source: 'input' } },
    providerWorkspaceRef: 'acme',
  })
})
