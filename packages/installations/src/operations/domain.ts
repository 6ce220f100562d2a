import { domain } from '@platform/kernel/domain'
import { installationsDomain } from '../installations/domain.ts'
import { integrationsDomain } from '../integrations/domain.ts'
import { notificationsDomain } from '@platform/delivery/notifications/domain'
import { operationRoutes } from './routes.ts'
import { operationJobs } from './jobs.ts'

/** Runs of reads and writes, with their progress and log. */
export const operationsDomain = domain({
  name: 'operations',
  uses: [installationsDomain, integrationsDomain, notificationsDomain],
  tables: ['operation_logs', 'operations'],
  foreignTables: [
    {
      tables: ['installation_objects', 'subscribed_installations'],
      reason:
        'An old operation goes unless an object counts on it as its backfill, or a subscription as its set-up.',
    },
  ],
  routes: operationRoutes,
  jobs: ({ database, services: { retention } }) => ({
    others: operationJobs(database, retention),
  }),
  cron: {
    'expire-operations': '11 2 * * *',
  },
  acrossTenants: {
    'operations/store.ts': {
      findSilent: 'finds what a dead process left; each is taken up in the view of its project',
      removeLogs: 'removes what is older than anybody keeps',
      removeOperations: 'removes what ended long ago, whoever it is of',
    },
  },
})
