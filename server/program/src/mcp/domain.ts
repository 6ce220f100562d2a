import { domain } from '@platform/kernel/domain'
import { installationsDomain } from '@platform/installations/installations/domain'
import { integrationsDomain } from '@platform/installations/integrations/domain'
import { proxyDomain } from '@platform/data/proxy/domain'
import { writeDomain } from '@platform/data/write/domain'
import { projectMcpRoutes } from './project/routes.ts'
import { mcpRoutes } from './routes.ts'

/** Tools for AI agents, by the Model Context Protocol. */
export const mcpDomain = domain({
  name: 'mcp',
  uses: [installationsDomain, integrationsDomain, proxyDomain, writeDomain],
  routes: (api, { database, services }) => {
    mcpRoutes(api, services, database)
    projectMcpRoutes(api, services, database)
  },
})
