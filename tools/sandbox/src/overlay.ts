/** Catalogue overrides that replace Salesforce with the sandbox. */
export const salesforceAt = (url: string) => ({
  salesforce: {
    baseURL: url,
    oauth2Opts: {
      authURL: `${url}/services/oauth2/authorize`,
      tokenURL: `${url}/services/oauth2/token`,
      // The sandbox has no subdomains.
      explicitWorkspaceRequired: false,
    },
    authHealthCheck: { url: `${url}/services/oauth2/userinfo` },
    modules: null,
    metadata: null,
  },
})

/** Overrides HubSpot's URLs with those of the sandbox. */
export const hubspotAt = (url: string) => ({
  hubspot: {
    baseURL: url,
    oauth2Opts: { authURL: `${url}/oauth/authorize`, tokenURL: `${url}/oauth/2026-09/token` },
    authHealthCheck: { url: `${url}/account-info/2026-09/details` },
    modules: { crm: { baseURL: `${url}/crm` } },
  },
})

/** Returns the `PLATFORM_PROVIDERS` that point Salesforce and HubSpot to the sandbox. */
export const sandboxProviders = (at: { salesforceUrl: string; hubspotUrl: string }) => ({
  ...salesforceAt(at.salesforceUrl),
  ...hubspotAt(at.hubspotUrl),
})
