import { catalogue } from '@platform/connectors'
import { expect, it } from 'vitest'
import { must } from '@platform/kernel/values'
import { parseMetadata, getWorkspaceRef } from './provider-metadata.ts'

const salesforce = must(catalogue['salesforce'], 'salesforce')

it.each([
  ['birch', 'birch'],
  ['birch.my.salesforce.com', 'birch'],
  ['https://birch.my.salesforce.com/', 'birch'],
  [' https://birch.my.salesforce.com/lightning/page/home?x=1 ', 'birch'],
  ['Birch.My.Salesforce.com', 'Birch'],
  ['birch.lightning.force.com', 'birch'],
  ['birch--test.sandbox.my.salesforce.com', 'birch--test.sandbox'],
  ['birch.my.salesforce.com:443', 'birch'],
  ['birch.my.salesforce.com.', 'birch'],
  ['//birch.my.salesforce.com/home', 'birch'],
  ['http:birch.my.salesforce.com', 'birch'],
  ['"birch.my.salesforce.com"', 'birch'],
  ['https://ann@birch.my.salesforce.com/', 'birch'],
  ['birch.example.com', 'birch.example.com'],
])('takes the subdomain from a pasted address: %s', (given, expected) => {
  const asked = { providerWorkspaceRef: given }

  expect(parseMetadata(salesforce, asked)).toMatchObject({ workspace: { value: expected } })
  expect([undefined, expected]).toContain(getWorkspaceRef(salesforce, asked))
})

const coupa = must(catalogue['coupa'], 'coupa')

it.each([
  ['birch.coupahost.com', 'birch.coupahost.com'],
  ['https://birch.coupahost.com/', 'birch.coupahost.com'],
  ['https://birch.coupahost.com/user/home?x=1', 'birch.coupahost.com'],
  ['http://birch.coupahost.com:443', 'birch.coupahost.com'],
  ['https://birch.coupahost.com:8443/', 'birch.coupahost.com:8443'],
  ['birch.coupahost.com/', 'birch.coupahost.com'],
  ['birch', 'birch'],
])('takes the host from a pasted address: %s', (given, expected) => {
  const asked = { providerWorkspaceRef: given }

  expect(parseMetadata(coupa, asked)).toMatchObject({ workspace: { value: expected } })
})
