import { domain } from '@platform/kernel/domain'
import { notificationRoutes } from './routes.ts'

/** Events, their destinations and their deliveries. */
export const notificationsDomain = domain({
  name: 'notifications',
  rooms: ['engine'],
  uses: [],
  tables: [
    'customer_destination_settings',
    'deliveries',
    'delivery_hours',
    'destinations',
    'event_topic_routes',
    'event_types',
    'events',
    'installation_hours',
    'log_entries',
    'log_streams',
    'message_pages',
    'pull_consumers',
    'pull_leases',
    'pull_messages',
    'pull_streams',
    'queued_deliveries',
    'record_versions',
    'replays',
    'senders',
    'sending_leases',
    'topic_destination_routes',
    'topics',
    'usage_months',
  ],
  foreignTables: [
    {
      tables: ['downloads'],
      reason: 'The statement that erases an event also erases its downloads.',
    },
    {
      tables: ['engine_processes'],
      reason:
        'The message log is used once all engines can read it, checked under a lock. A lease to send belongs to a process that lives.',
    },
    {
      tables: ['installations', 'operations'],
      reason:
        'Messages about these are found by their customer, who decides whether people view the records.',
    },
  ],
  routes: (api, { notifications }) => notificationRoutes(api, notifications),
  acrossTenants: {
    'engine/queue/hot-store.ts': {
      recordResults: 'writes attempts of several projects in batches, each by its key and sender',
      nextQueued: 'finds when the next message of any project is due',
      findDue: 'finds destinations with due messages, in all projects',
      claimDue: 'claims due messages of the destinations with free capacity',
    },
    'engine/queue/held-store.ts': {
      claimHeld: 'claims the held messages of one destination',
      releaseUnknown: 'releases the messages that this sender claimed',
      findHeld: 'finds the messages of this sender',
      takeOver: 'requeues the messages of an ended sender, in all projects',
    },
    'engine/recording/hours-store.ts': {
      addToHours: 'counts attempts of several projects by one statement, each with its project',
      removeHours: 'deletes hours older than the retention of messages',
      removeUsage: 'deletes months older than the retention of usage',
    },
    'engine/queue/ordered-store.ts': {
      claimOrdered: 'claims the sendable messages of one destination',
      claimBehind: 'claims the first message of each customer of one destination',
    },
    'engine/queue/record-versions.ts': {
      removeVersions: 'deletes versions of records sent long ago, in all projects',
    },
    'engine/queue/sending-leases.ts': {
      claimLeases: 'claims destinations of several projects for this sender, each with its project',
    },
    'engine/recording/open-for-batches.ts': {
      openForBatches: 'sets the planner options of its connection; it reads no data',
    },
    'notifications/pull/pull-consumer-store.ts': {
      findLagging: 'finds consumers that lag; each is reported within its project',
      findCaughtUp: 'finds consumers that lagged; each is announced within its project',
      findReported: 'finds reported destinations; each is cleared within its project',
    },
    'notifications/pull/stream-store.ts': {
      findExpiring: 'finds streams with old messages; each is shortened within its project',
    },
    'notifications/history/replay-store.ts': {
      findRunningReplays: 'finds unfinished replays; each continues within its project',
      removeReplays: 'deletes old ended entries of all projects',
    },
    'notifications/message-log/log-store.ts': {
      beginToUse: 'checks that all engines can read the log; it reads no data of tenants',
      endUse: 'checks that the log contains no messages of any project',
      identifyDatabase: 'distinguishes the database from its copies; it reads no data of tenants',
      findStreams: 'finds the streams of the log; they belong to no tenant',
      proposeClaim: 'names the next claim to a stream, which belongs to no tenant',
      confirmClaim: 'stores the claim to a stream, which belongs to no tenant',
      recordForeignClaim: 'records whose stream it is; it belongs to no tenant',
      findForeignStreams: 'finds streams of another database; they belong to no tenant',
      findStreamOwner: 'finds whose streams they are; they belong to no tenant',
      withdrawClaim: 'removes a claim to a stream, which belongs to no tenant',
      storeSweep: 'stores how far a stream was swept; it belongs to no tenant',
      findUnknown: 'finds entries without a transaction; places of all projects are unique',
      findStale: 'finds entries with erased messages; each is cleaned within its project',
      findEntries: 'finds entries to move to PostgreSQL; each is moved within its project',
      findOutliving: 'finds needed messages older than the retention; each is moved in its project',
      removeEntries: 'deletes entries that have expired in the log, of all projects',
    },
    'notifications/message-log/message-pages.ts': {
      recordPages: 'writes attempts of several projects in batches, each by its key and sender',
      unpackPages: 'moves pages that this sender has in memory to rows, each by its key',
    },
    'notifications/set-up/store.ts': {
      cancelOrphans: 'cancels messages of deleted destinations, in all projects',
      forgetDeleted: 'erases destinations deleted long ago, in all projects',
      oldestQueued: 'measures the delivery delay across all tenants',
      selectDisabledDestinations: 'counts disabled destinations',
      failingDestinations: 'counts failing destinations',
      selectRecovered: 'finds recovered destinations; each is reported within its project',
      selectUnreported:
        'finds unreported failing destinations; each is reported within its project',
    },
  },
})
