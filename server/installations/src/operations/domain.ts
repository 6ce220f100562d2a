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
        'An old operation is deleted unless it is the backfill of an object or the setup of a subscription.',
    },
  ],
  routes: operationRoutes,
  jobs: ({ database, services: { retention } }) => ({
    others: operationJobs(database, retention),
  }),
  cron: {
    'expire-operations': '11 2 * * *',
    'expire-empty-reads': '23 * * * *',
  },
  acrossTenants: {
    'operations/log-store.ts': {
      removeLogs: 'deletes log entries older than the longest retention',
    },
    'operations/upkeep-store.ts': {
      selectSilent: 'finds operations of dead processes; each is resumed within its project',
      removeOperations: 'deletes old ended entries of all projects',
      removeEmptyReads: 'deletes reads of all projects that found nothing, a few days later',
    },
  },
})
