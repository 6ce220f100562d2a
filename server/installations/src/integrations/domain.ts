import { domain } from '@platform/kernel/domain'
import { connectionsDomain } from '@platform/connections/connections/domain'
import { notificationsDomain } from '@platform/delivery/notifications/domain'
import { projectsDomain } from '@platform/tenancy/projects/domain'
import { signInDomain } from '@platform/tenancy/sign-in/domain'
import { integrationRoutes } from './routes.ts'
import { findNamedIntegrations } from './store.ts'
import { integrationJobs, providerChangeJobs } from './jobs.ts'

/** Integrations that a project offers, in revisions. */
export const integrationsDomain = domain({
  name: 'integrations',
  uses: [connectionsDomain, notificationsDomain, projectsDomain, signInDomain],
  tables: ['integrations', 'revisions'],
  foreignTables: [
    {
      tables: ['configs'],
      reason:
        'An old revision is deleted unless it is installed; those rows are in a higher domain.',
    },
  ],
  routes: (api, { services }) => integrationRoutes(api, services),
  jobs: ({ database, services, mailer }) => ({
    others: integrationJobs(database, services.retention),
    asking: providerChangeJobs(database, services, mailer),
  }),
  cron: {
    'expire-revisions': '31 2 * * *',
    'look-for-provider-changes': '41 6 * * *',
  },
  provides: { findNamedIntegrations },
  acrossTenants: {
    'integrations/store.ts': {
      findProjectsUsing: 'finds projects to notify of changes of providers',
      removeRevisions: 'deletes entries superseded long ago, in all projects',
    },
  },
})
