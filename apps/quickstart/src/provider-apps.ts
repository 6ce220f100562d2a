import { sandboxApps, sandboxScopes } from '@platform/sandbox'

/** OAuth clients that a builder would have registered with the two providers. */
export const sandboxProviderApps = [
  { provider: 'salesforce', ...sandboxApps.salesforce, scopes: sandboxScopes.salesforce },
  {
    provider: 'hubspot',
    ...sandboxApps.hubspot,
    scopes: sandboxScopes.hubspot,
  },
]
