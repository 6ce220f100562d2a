import { sandboxApps, sandboxScopes } from '@platform/sandbox'

/** The OAuth clients that a builder would have registered at the two providers. */
export const sandboxProviderApps = [
  { provider: 'salesforce', ...sandboxApps.salesforce, scopes: sandboxScopes.salesforce },
  {
    provider: 'hubspot',
    ...sandboxApps.hubspot,
    scopes: sandboxScopes.hubspot,
  },
]
