import { sandboxApps } from '@platform/sandbox'

/** Points the catalogue's Salesforce and HubSpot at the sandbox. */
export const sandboxProviders = (salesforceUrl: string, hubspotUrl: string) => ({
  salesforce: {
    baseURL: salesforceUrl,
    oauth2Opts: {
      authURL: `${salesforceUrl}/services/oauth2/authorize`,
      tokenURL: `${salesforceUrl}/services/oauth2/token`,
      // The sandbox has no subdomains to ask for.
      explicitWorkspaceRequired: false,
    },
    authHealthCheck: { url: `${salesforceUrl}/services/oauth2/userinfo` },
    modules: null,
    metadata: null,
  },
  hubspot: {
    baseURL: hubspotUrl,
    oauth2Opts: {
      authURL: `${hubspotUrl}/oauth/authorize`,
      tokenURL: `${hubspotUrl}/oauth/v3/token`,
    },
  },
})

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
