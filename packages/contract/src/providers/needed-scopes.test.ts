import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { getNeededScopes } from './needed-scopes.ts'
import type { ProviderInfo } from './catalogue.ts'

/** Returns the scopes in an entry of the catalogue. */
function readScopes(name: string): Pick<ProviderInfo, 'scopes'> {
  const file = new URL(`../../../connectors/catalogue/${name}.json`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')) as Pick<ProviderInfo, 'scopes'>
}

const integration = (
  provider: string,
  read: string[],
  write: string[] = [],
  associations?: string[],
) => ({
  provider,
  latestRevision: {
    id: 'rev_1',
    specVersion: '1.0.0',
    createTime: '2026-01-01T00:00:00Z',
    content: {
      name: 'crm',
      provider,
      read: {
        objects: read.map((objectName) => ({ objectName, ...(associations && { associations }) })),
      },
      write: { objects: write.map((objectName) => ({ objectName })) },
    },
  },
})
const graph: Pick<ProviderInfo, 'oauth2Opts'> = {
  oauth2Opts: {
    grantType: 'authorizationCode',
    tokenURL: 'https://login.example/token',
    explicitScopesRequired: true,
    explicitWorkspaceRequired: false,
    tokenMetadataFields: {},
    scopeMappings: { '.default': 'https://graph.microsoft.com/.default' },
  },
}

it.each([
  ['attio', ['object_configuration:read', 'record_permission:read', 'webhook:read-write']],
  [
    'outreach',
    ['users.read', 'accounts.read', 'webhooks.read', 'webhooks.write', 'webhooks.delete'],
  ],
])('adds the scopes for subscribing at %s', (name, scopes) => {
  const objectName = name === 'attio' ? 'people' : 'accounts'
  const subscribing = integration(name, [])
  const content = {
    ...subscribing.latestRevision.content,
    subscribe: { objects: [{ objectName }] },
  }
  const reading = integration(name, [objectName])
  const needed = (own: object[]) =>
    getNeededScopes({ name, ...readScopes(name) }, own as never).scopes

  expect(needed([{ ...subscribing, latestRevision: { content } }])).toEqual(scopes)
  expect(needed([reading])).toEqual(scopes.filter((scope) => !scope.startsWith('webhook')))
})

it.each([
  ['hubspot', [], ['oauth'], []],
  ['hubspot', [integration('salesforce', ['Account'])], ['oauth'], []],
  [
    'hubspot',
    [integration('hubspot', ['contacts', 'owners']), integration('hubspot', ['contacts'])],
    ['oauth', 'crm.objects.contacts.read', 'crm.objects.owners.read'],
    [],
  ],
  [
    'hubspot',
    [integration('hubspot', ['tickets'], ['deals'])],
    ['oauth', 'tickets', 'crm.objects.deals.read', 'crm.objects.deals.write'],
    [],
  ],
  [
    'hubspot',
    [integration('hubspot', ['p12345_boat', 'forms'], ['2-678'])],
    ['oauth', 'crm.objects.custom.read', 'crm.schemas.custom.read', 'crm.objects.custom.write'],
    ['forms'],
  ],
  [
    'hubspot',
    [integration('hubspot', ['products', 'invoices', 'Lead'], ['line_items'])],
    [
      'oauth',
      'crm.objects.products.read',
      'crm.objects.invoices.read',
      'crm.objects.leads.read',
      'crm.objects.line_items.read',
      'crm.objects.line_items.write',
    ],
    [],
  ],
  // Activities have no scopes of their own.
  [
    'hubspot',
    [integration('hubspot', ['calls', 'meetings'], ['notes'])],
    ['oauth', 'crm.objects.contacts.read', 'crm.objects.contacts.write'],
    [],
  ],
  [
    'hubspot',
    [integration('hubspot', ['emails'])],
    ['oauth', 'crm.objects.contacts.read', 'sales-email-read'],
    [],
  ],
  [
    'hubspot',
    [integration('hubspot', ['contacts'], [], ['companies', 'tickets'])],
    ['oauth', 'crm.objects.contacts.read', 'crm.objects.companies.read', 'tickets'],
    [],
  ],
  ['salesforce', [integration('salesforce', ['Account'])], ['api', 'refresh_token'], []],
  ['unknown', [], ['.default'], []],
  ['microsoft', [], ['openid', 'profile', 'offline_access'], []],
  [
    'zendeskSupport',
    [integration('zendeskSupport', ['tickets'], ['users'])],
    ['read', 'tickets:read', 'users:read', 'users:write'],
    [],
  ],
  ['docusign', [integration('docusign', ['templates'])], ['signature', 'extended'], []],
] as const)('derives the scopes of %s from %j', (name, integrations, scopes, unknownObjects) => {
  const { scopes: known } = name === 'unknown' ? {} : readScopes(name)
  const provider = { name, ...graph, scopes: known }

  expect(getNeededScopes(provider, integrations)).toEqual({ scopes, unknownObjects })
})
