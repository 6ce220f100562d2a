import { domain } from '../domain.ts'
import { connectionsDomain } from '../connections/domain.ts'
import { installationsDomain } from '../installations/domain.ts'
import { integrationsDomain } from '../integrations/domain.ts'
import { proxyRoutes } from './routes.ts'

/** Calls that are passed on to a provider with the credentials of a connection. */
export const proxyDomain = domain({
  name: 'proxy',
  uses: [connectionsDomain, installationsDomain, integrationsDomain],
  routes: (api, { services, proxyStallMs: stallMs }) => proxyRoutes(api, services, { stallMs }),
})
