import { domain } from '@platform/kernel/domain'
import { connectionsDomain } from '@platform/connections/connections/domain'
import { integrationsDomain } from '@platform/installations/integrations/domain'
import { projectsDomain } from '@platform/tenancy/projects/domain'
import { appTestRoutes } from './routes.ts'

/** Tests of provider apps. */
export const appTestDomain = domain({
  name: 'app-test',
  uses: [connectionsDomain, integrationsDomain, projectsDomain],
  routes: (api, { services }) => appTestRoutes(api, services),
})
