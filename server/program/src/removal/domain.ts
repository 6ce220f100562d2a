import { domain } from '@platform/kernel/domain'
import { connectionsDomain } from '@platform/connections/connections/domain'
import { installationsDomain } from '@platform/installations/installations/domain'
import { integrationsDomain } from '@platform/installations/integrations/domain'
import { notificationsDomain } from '@platform/delivery/notifications/domain'
import { projectsDomain } from '@platform/tenancy/projects/domain'
import { subscribeDomain } from '@platform/data/subscribe/domain'
import { syncDomain } from '@platform/data/sync/domain'
import { removalRoutes } from './routes.ts'

/** Deletions of resources that others use. */
export const removalDomain = domain({
  name: 'removal',
  uses: [
    connectionsDomain,
    installationsDomain,
    integrationsDomain,
    notificationsDomain,
    projectsDomain,
    subscribeDomain,
    syncDomain,
  ],
  routes: (api, { services, notifications }) => removalRoutes(api, services, notifications),
})
