import { domain } from '../domain.ts'
import { connectionsDomain } from '../connections/domain.ts'
import { installationsDomain } from '../installations/domain.ts'
import { notificationsDomain } from '../notifications/domain.ts'
import { operationsDomain } from '../operations/domain.ts'
import { projectsDomain } from '../projects/domain.ts'
import { personalDataRoutes } from './routes.ts'

/** Erasure of groups and consumers. */
export const personalDataDomain = domain({
  name: 'personal-data',
  uses: [
    connectionsDomain,
    installationsDomain,
    notificationsDomain,
    operationsDomain,
    projectsDomain,
  ],
  routes: personalDataRoutes,
})
