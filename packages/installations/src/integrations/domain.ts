import { domain } from '@platform/kernel/domain'
import { connectionsDomain } from '@platform/connections/connections/domain'
import { notificationsDomain } from '@platform/delivery/notifications/domain'
import { projectsDomain } from '@platform/tenancy/projects/domain'
import { integrationRoutes } from './routes.ts'
import { findNamedIntegrations } from './store.ts'
import { integrationJobs } from './jobs.ts'

/** Integrations that a project offers, in revisions. */
export const integrationsDomain = domain({
  name: 'integrations',
  uses: [connectionsDomain, notificationsDomain, projectsDomain],
  tables: ['integrations', 'revisions'],
  foreignTables: [
    {
      tables: ['configs'],
      reason: 'An old revision goes unless somebody installed it, and the rows of that are above.',
    },
  ],
  routes: (api, { services }) => integrationRoutes(api, services),
  jobs: ({ database, services: { retention } }) => ({
    others: integrationJobs(database, retention),
  }),
  cron: {
    'expire-revisions': '31 2 * * *',
  },
  provides: { findNamedIntegrations },
  acrossTenants: {
    'integrations/store.ts': {
      removeRevisions: 'removes what was superseded long ago, whoever it is of',
    },
  },
})
