import { domain } from '@platform/kernel/domain'
import { connectionsDomain } from '@platform/connections/connections/domain'
import { installationsDomain } from '@platform/installations/installations/domain'
import { integrationsDomain } from '@platform/installations/integrations/domain'
import { syncDomain } from '../sync/domain.ts'
import { searchRoutes } from './routes.ts'

/** Searches for records at a provider. */
export const searchDomain = domain({
  name: 'search',
  uses: [connectionsDomain, installationsDomain, integrationsDomain, syncDomain],
  routes: (api, { services }) => searchRoutes(api, services),
})
