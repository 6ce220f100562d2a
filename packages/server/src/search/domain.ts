import { domain } from '../domain.ts'
import { connectionsDomain } from '../connections/domain.ts'
import { installationsDomain } from '../installations/domain.ts'
import { integrationsDomain } from '../integrations/domain.ts'
import { syncDomain } from '../sync/domain.ts'
import { searchRoutes } from './routes.ts'

/** Searches for records at a provider. */
export const searchDomain = domain({
  name: 'search',
  uses: [connectionsDomain, installationsDomain, integrationsDomain, syncDomain],
  routes: (api, { services }) => searchRoutes(api, services),
})
