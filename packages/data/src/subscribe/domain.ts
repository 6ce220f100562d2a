import { domain } from '@platform/kernel/domain'
import { connectionsDomain } from '@platform/connections/connections/domain'
import { downloadsDomain } from '@platform/delivery/downloads/domain'
import { installationsDomain } from '@platform/installations/installations/domain'
import { integrationsDomain } from '@platform/installations/integrations/domain'
import { operationsDomain } from '@platform/installations/operations/domain'
import { projectsDomain } from '@platform/tenancy/projects/domain'
import { syncDomain } from '../sync/domain.ts'
import { changeJobs, subscribeJobs, subscribingJobs } from './jobs.ts'
import {
  findLinksOf,
  findProjectsToNotifyOfChanges,
  isSubscribed,
  markReportedLinks,
} from './store.ts'

/** Change events from providers. */
export const subscribeDomain = domain({
  name: 'subscribe',
  uses: [
    connectionsDomain,
    downloadsDomain,
    installationsDomain,
    integrationsDomain,
    operationsDomain,
    projectsDomain,
    syncDomain,
  ],
  tables: ['change_events', 'change_sweeps', 'subscribed_installations', 'subscriptions'],
  foreignTables: [
    {
      tables: ['connections', 'engine_processes'],
      reason:
        'Whose events a webhook brings, and who listens among all processes, is one statement.',
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
  provides: {
    findSubscriptionStates: findLinksOf,
    findProjectsToNotifyOfChanges,
    markReportedSubscriptions: markReportedLinks,
    isSubscribed,
  },
  acrossTenants: {
    'subscribe/store.ts': {
      findProjectsToNotifyOfChanges:
        'asks whose owners are to be notified of changes that do not arrive',
      findNeglected: 'finds what was not looked after; each is in the view of its project',
      claimListening:
        'shares listening among all processes; each listens in the view of its project',
      releaseListeningOf: 'gives back what dead processes listened to, whoever it is of',
      releaseOrphans: 'gives back what nobody listens to, whoever it is of',
      deleteOldEvents: 'forgets what was sent on long ago, whoever it is of',
    },
  },
})
