import { domain } from '@platform/kernel/domain'
import { patienceMs } from '@platform/kernel/values'
import { echoesDomain } from '../echoes/domain.ts'
import { keptRecordsDomain } from '../kept-records/domain.ts'
import { connectionsDomain } from '@platform/connections/connections/domain'
import { downloadsDomain } from '@platform/delivery/downloads/domain'
import { notificationsDomain } from '@platform/delivery/notifications/domain'
import { installationsDomain } from '@platform/installations/installations/domain'
import { integrationsDomain } from '@platform/installations/integrations/domain'
import { operationsDomain } from '@platform/installations/operations/domain'
import { projectsDomain } from '@platform/tenancy/projects/domain'
import { syncDomain } from '../sync/domain.ts'
import { appWebhookRoutes } from './app-webhooks/app-webhook-routes.ts'
import { changeJobs, subscribeJobs, subscribingJobs } from './jobs.ts'
import {
  findInstallationLinks,
  findProjectsToNotifyOfChanges,
  isSubscribed,
  markReportedLinks,
  selectUnreportedLinks,
} from './store.ts'

/** Change events from providers. */
export const subscribeDomain = domain({
  name: 'subscribe',
  uses: [
    connectionsDomain,
    downloadsDomain,
    echoesDomain,
    installationsDomain,
    integrationsDomain,
    keptRecordsDomain,
    notificationsDomain,
    operationsDomain,
    projectsDomain,
    syncDomain,
  ],
  tables: [
    'app_webhook_tokens',
    'app_webhooks',
    'change_events',
    'change_sweeps',
    'subscribed_installations',
    'subscriptions',
  ],
  routes: (api, { services }) => appWebhookRoutes(api, services),
  foreignTables: [
    {
      tables: ['connections'],
      reason:
        'One statement finds the owners of a webhook’s events or assigns listening to a process.',
    },
  ],
  jobs: ({ database, services }) => ({
    others: subscribeJobs(database, services),
    asking: subscribingJobs(database, services),
    changes: changeJobs(database, services),
  }),
  cron: {
    'look-after-subscriptions': '*/20 * * * *',
    'forget-change-events': '47 * * * *',
  },
  checks: {
    'look-for-failing-objects': [
      (db, now) => selectUnreportedLinks(db, new Date(now.getTime() - patienceMs)),
    ],
  },
  provides: {
    findSubscriptionStates: findInstallationLinks,
    findProjectsToNotifyOfChanges,
    markReportedSubscriptions: markReportedLinks,
    isSubscribed,
  },
  acrossTenants: {
    'subscribe/store.ts': {
      findProjectsToNotifyOfChanges: 'finds projects to notify of changes that do not arrive',
      findNeglected:
        'finds subscriptions without a recent check; each is checked within its project',
      selectUnreportedLinks: 'finds subscriptions whose owners must be notified, in any project',
      nextListening: 'finds when the next subscription of any project can be claimed',
      claimListening: 'distributes listening among all processes; each listens within one project',
      releaseRunnersListening: 'releases the subscriptions of dead processes, in all projects',
      releaseOrphans: 'releases subscriptions without a listening process, in all projects',
    },
    'subscribe/event-store.ts': {
      deleteOldEvents: 'deletes old forwarded events of all projects',
    },
  },
})
