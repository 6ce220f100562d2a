import { domain } from '@platform/kernel/domain'
import { connectLinksDomain } from '@platform/installations/connect-links/domain'
import { connectionsDomain } from '@platform/connections/connections/domain'
import { installationsDomain } from '@platform/installations/installations/domain'
import { notificationsDomain } from '@platform/delivery/notifications/domain'
import { operationsDomain } from '@platform/installations/operations/domain'
import { writeDomain } from '@platform/data/write/domain'
import { projectsDomain } from '@platform/tenancy/projects/domain'
import { personalDataRoutes } from './routes.ts'

/** Erasure of groups and consumers. */
export const personalDataDomain = domain({
  name: 'personal-data',
  uses: [
    connectLinksDomain,
    connectionsDomain,
    installationsDomain,
    notificationsDomain,
    operationsDomain,
    projectsDomain,
    writeDomain,
  ],
  routes: personalDataRoutes,
})
