// @module-tag same-account
import { catalogue } from '@platform/connectors'
import { expect, it } from 'vitest'
import { must } from '@platform/kernel/values'
import { changeOfAccount, otherAccount } from './account.ts'

const northwind = 'https://login.salesforce.com/id/00D000000000001AAA/005000000000001AAA'
const contoso = 'https://login.salesforce.com/id/00D000000000002AAA/005000000000001AAA'
const account = (
  providerWorkspaceRef: string | null,
  providerConsumerRef: string | null = null,
) => ({
  providerWorkspaceRef,
  providerConsumerRef,
})

const change = (provider: string, ...[before, after]: ReturnType<typeof account>[]) =>
  changeOfAccount(must(catalogue[provider], provider), must(before, 'before'), must(after, 'after'))

it.each([
  [
    'hubspot',
    account('24510001', '1'),
    account('24510002', '1'),
    ['24510001', 'HubSpot', '24510002'],
  ],
  ['slack', account('Northwind'), account('Contoso'), ['Northwind', 'Slack', 'Contoso']],
  [
    'salesforce',
    account('https://acme.my.salesforce.com', northwind),
    account('https://acme.my.salesforce.com', contoso),
    ['00D000000000001', 'Salesforce', '00D000000000002'],
  ],
])('detects another account of %s by its name', (provider, before, after, words) => {
  const [was, at, is] = words

  const accounts = must(change(provider, before, after), 'change')
  expect(accounts).toEqual({ connected: was, signedIn: is })
  expect(otherAccount(must(catalogue[provider], provider), accounts).message).toContain(
    `Your connection uses the account ${was} at ${at}, and you signed in to ${is}.`,
  )
})

it.each([
  ['another person of the portal', 'hubspot', account('24510001', '1'), account('24510001', '2')],
  [
    'an organization that has moved',
    'salesforce',
    account('https://acme.my.salesforce.com', northwind),
    account('https://northwind.my.salesforce.com', northwind),
  ],
])('recognizes %s as the same account', (_who, provider, before, after) => {
  expect(change(provider, before, after)).toBeUndefined()
})
