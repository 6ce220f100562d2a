import { domain } from '@platform/kernel/domain'
import { connectionsDomain } from '@platform/connections/connections/domain'
import { downloadsDomain } from '@platform/delivery/downloads/domain'
import { integrationsDomain } from '../integrations/domain.ts'
import { projectsDomain } from '@platform/tenancy/projects/domain'
import { installationRoutes } from './routes.ts'
import { installationJobs } from './jobs.ts'
import { findApprovedObjects } from './approved-objects.ts'
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
        'The transaction that erases an installation also erases its pauses, in a lower domain than reads.',
    },
    {
      tables: ['operations'],
      reason: 'An old configuration is deleted unless something still uses it.',
    },
  ],
  routes: (api, { services }) => installationRoutes(api, services),
  jobs: ({ database, services: { retention } }) => ({
    others: installationJobs(database, retention),
  }),
  cron: {
    'expire-configs': '21 2 * * *',
  },
  provides: { findApprovedObjects, findInstalledProviders },
  acrossTenants: {
    'installations/config-store.ts': {
      removeConfigs: 'deletes entries superseded long ago, in all projects',
    },
  },
})
