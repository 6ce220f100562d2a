import { domain } from '../domain.ts'
import { connectionsDomain } from '../connections/domain.ts'
import { installationsDomain } from '../installations/domain.ts'
import { integrationsDomain } from '../integrations/domain.ts'
import { notificationsDomain } from '../notifications/domain.ts'
import { projectsDomain } from '../projects/domain.ts'
import { subscribeDomain } from '../subscribe/domain.ts'
import { syncDomain } from '../sync/domain.ts'
import { removalRoutes } from './routes.ts'

/** Deletions of what others use. */
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
