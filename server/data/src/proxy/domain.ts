import { domain } from '@platform/kernel/domain'
import { connectionsDomain } from '@platform/connections/connections/domain'
import { installationsDomain } from '@platform/installations/installations/domain'
import { integrationsDomain } from '@platform/installations/integrations/domain'
import { operationsDomain } from '@platform/installations/operations/domain'
import { proxyRoutes } from './routes.ts'

/** Calls forwarded to a provider with the credentials of a connection. */
export const proxyDomain = domain({
  name: 'proxy',
  uses: [connectionsDomain, installationsDomain, integrationsDomain, operationsDomain],
  routes: (api, { services, proxyStallMs: stallMs }) => proxyRoutes(api, services, { stallMs }),
})
