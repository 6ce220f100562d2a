import { domain } from '@platform/kernel/domain'
import { connectionsDomain } from '@platform/connections/connections/domain'
import { downloadsDomain } from '@platform/delivery/downloads/domain'
import { integrationsDomain } from '../integrations/domain.ts'
import { projectsDomain } from '@platform/tenancy/projects/domain'
import { installationRoutes } from './routes.ts'
import { installationJobs } from './jobs.ts'
import { findInstalledProviders } from './store.ts'

/** Integrations that groups have installed, with their configuration. */
export const installationsDomain = domain({
  name: 'installations',
  uses: [connectionsDomain, downloadsDomain, integrationsDomain, projectsDomain],
  tables: ['configs', 'installations', 'pauses'],
  foreignTables: [
    {
      tables: ['groups', 'integrations'],
      reason: 'Installations are listed with the names of both, page by page.',
    },
    {
      tables: ['installation_objects'],
      reason:
        'Who paused what is forgotten by the transaction that erases them, on a lower floor than reads.',
    },
    {
      tables: ['operations'],
      reason: 'An old configuration goes unless something still runs by it.',
    },
  ],
  routes: (api, { services }) => installationRoutes(api, services),
  jobs: ({ database, services: { retention } }) => ({
    others: installationJobs(database, retention),
  }),
  cron: {
    'expire-configs': '21 2 * * *',
  },
  provides: { findInstalledProviders },
  acrossTenants: {
    'installations/store.ts': {
      removeConfigs: 'removes what was superseded long ago, whoever it is of',
    },
  },
})
