import type { Sandbox } from '@platform/sandbox'
import { catalogue, type Catalogue } from '../catalogue/catalogue.ts'
import { overlayCatalogue } from '../catalogue/overlay.ts'

/** The catalogue with Salesforce and HubSpot at the sandbox. */
export const atSandbox = ({ salesforceUrl, hubspotUrl }: Sandbox): Catalogue =>
  overlayCatalogue(catalogue, {
    salesforce: {
      baseURL: salesforceUrl,
      oauth2Opts: {
        authURL: `${salesforceUrl}/services/oauth2/authorize`,
        tokenURL: `${salesforceUrl}/services/oauth2/token`,
      },
    },
    hubspot: {
      baseURL: hubspotUrl,
      oauth2Opts: {
        authURL: `${hubspotUrl}/oauth/authorize`,
        tokenURL: `${hubspotUrl}/oauth/v3/token`,
      },
    },
  })
