import { domain } from '../domain.ts'
import { connectionsDomain } from '../connections/domain.ts'
import { installationsDomain } from '../installations/domain.ts'
import { integrationsDomain } from '../integrations/domain.ts'
import { notificationsDomain } from '../notifications/domain.ts'
import { operationsDomain } from '../operations/domain.ts'
import { projectsDomain } from '../projects/domain.ts'
import { findRoutes } from './routes.ts'

/** Search across everything of a project. */
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
