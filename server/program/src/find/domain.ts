import { domain } from '@platform/kernel/domain'
import { connectionsDomain } from '@platform/connections/connections/domain'
import { installationsDomain } from '@platform/installations/installations/domain'
import { integrationsDomain } from '@platform/installations/integrations/domain'
import { notificationsDomain } from '@platform/delivery/notifications/domain'
import { operationsDomain } from '@platform/installations/operations/domain'
import { projectsDomain } from '@platform/tenancy/projects/domain'
import { findRoutes } from './routes.ts'

/** Search across everything of a project, and customers with the state of all that is theirs. */
export const findDomain = domain({
  name: 'find',
  uses: [
    connectionsDomain,
    installationsDomain,
    integrationsDomain,
    notificationsDomain,
    operationsDomain,
    projectsDomain,
  ],
  routes: (api, { services }) => findRoutes(api, services),
})
