import { sandboxApps } from '@platform/sandbox'

/** The OAuth clients that a builder would have registered at the two providers. */
export const sandboxProviderApps = [
  { provider: 'salesforce', ...sandboxApps.salesforce, scopes: ['api', 'refresh_token'] },
  {
    provider: 'hubspot',
    ...sandboxApps.hubspot,
    scopes: [
      'oauth',
      'crm.objects.contacts.read',
      'crm.objects.companies.read',
      'crm.schemas.contacts.read',
      'crm.schemas.companies.read',
    ],
  },
]
