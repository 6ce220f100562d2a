import { domain } from '@platform/kernel/domain'
import { notificationRoutes } from './routes.ts'

/** Events, their destinations and their deliveries. */
export const notificationsDomain = domain({
  name: 'notifications',
  uses: [],
  tables: [
    'deliveries',
    'delivery_hours',
    'destinations',
    'event_topic_routes',
    'events',
    'installation_hours',
    'queued_deliveries',
    'replays',
    'senders',
    'topic_destination_routes',
    'topics',
    'usage_months',
  ],
  foreignTables: [
    {
      tables: ['downloads'],
      reason: 'What an event left for download is erased by the statement that erases the event.',
    },
    {
      tables: ['installations', 'operations'],
      reason: 'What is about one of them is found by the customer whose it is.',
    },
  ],
  routes: (api, { notifications }) => notificationRoutes(api, notifications),
  acrossTenants: {
    'notifications/engine/hot-store.ts': {
      recordResults: 'writes attempts of several projects in batches, each by its key and holder',
      findDue: 'finds which destinations have something due, whoever they are of',
      claimDue: 'claims what is due for the destinations that there is room for',
      claimHeld: 'claims what was held for one destination',
      releaseUnknown: 'gives back what this sender claimed',
      findHeld: 'looks for messages of this sender',
      takeOver: 'queues what a dead sender held, whoever it is of',
    },
    'notifications/engine/hours-store.ts': {
      addToHours: 'counts attempts of several projects by one statement, each with its own',
      removeHours: 'forgets hours that are longer ago than messages are kept',
      removeUsage: 'forgets months that are longer ago than usage is kept',
    },
    'notifications/engine/ordered-store.ts': {
      claimOrdered: 'claims what may go of one destination',
    },
    'notifications/engine/open-for-batches.ts': {
      openForBatches: 'sets how its connection plans; it reads nothing',
    },
    'notifications/engine/senders.ts': { register: 'registers this sender for the others' },
    'notifications/history/replay-store.ts': {
      findRunningReplays: 'finds replays that go on; each does in the view of its project',
      removeReplays: 'removes what ended long ago, whoever it is of',
    },
    'notifications/set-up/store.ts': {
      cancelOrphans: 'cancels what has no destination any more, whoever it is of',
      forgetDeleted: 'forgets what was deleted long ago, whoever it is of',
      oldestQueued: 'measures how late deliveries are, of all tenants together',
      disabledDestinations: 'measures how many destinations are disabled',
      failingDestinations: 'measures how many destinations fail',
      findRecovered: 'finds recovered destinations; each is reported in the view of its project',
      findUnreported:
        'finds failing destinations that were not reported; each is reported in the view of its project',
    },
  },
})
