import { domain } from '@platform/kernel/domain'
import { patienceMs } from '@platform/kernel/values'
import { echoesDomain } from '../echoes/domain.ts'
import { keptRecordsDomain } from '../kept-records/domain.ts'
import { connectionsDomain } from '@platform/connections/connections/domain'
import { downloadsDomain } from '@platform/delivery/downloads/domain'
import { installationsDomain } from '@platform/installations/installations/domain'
import { integrationsDomain } from '@platform/installations/integrations/domain'
import { notificationsDomain } from '@platform/delivery/notifications/domain'
import { operationsDomain } from '@platform/installations/operations/domain'
import { projectsDomain } from '@platform/tenancy/projects/domain'
import { signInDomain } from '@platform/tenancy/sign-in/domain'
import { syncRoutes } from './routes.ts'
import { comparingJobs, objectMailJobs, syncJobs } from './jobs.ts'
import { checkAccess } from './object/check-access.ts'
import { findObjectStates, selectUnreportedObjects } from './object/store.ts'

/** Reads of records, on schedule and on request. */
export const syncDomain = domain({
  name: 'sync',
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
    signInDomain,
  ],
  tables: [
    'calculated_fields',
    'held_results',
    'installation_objects',
    'read_turns',
    'snapshot_records',
  ],
  foreignTables: [
    {
      tables: ['connections', 'installations', 'operations'],
      reason: 'One statement decides which object of which tenant is read next.',
    },
  ],
  routes: (api, { services }) => syncRoutes(api, services),
  jobs: ({ database, services, mailer }) => ({
    others: syncJobs(database, services),
    asking: {
      ...objectMailJobs(database, services, mailer),
      ...comparingJobs(database, services),
    },
  }),
  cron: {
    'look-for-lost-fields': '23 * * * *',
  },
  checks: {
    'look-for-failing-objects': [
      (db, now) => selectUnreportedObjects(db, new Date(now.getTime() - patienceMs)),
    ],
  },
  provides: { findObjectStates, noteDescriptions: checkAccess },
  acrossTenants: {
    'sync/object/store.ts': {
      selectUnreportedObjects: 'finds objects whose owners must be notified, in any project',
      findProjectsToNotify: 'finds projects to notify of objects that are not read',
      findUncompared: 'finds objects due for a comparison with the metadata of their accounts',
      nextScheduled: 'finds when the next read of any project is scheduled',
      findNextScheduled: 'finds the next scheduled reads of all projects',
    },
    'sync/turns/store.ts': {
      releaseTurns: 'requeues the turns of dead processes, in all projects',
      releaseOrphans: 'requeues turns without a process, in all projects',
      nextTurn: 'finds when the next read of any project is due',
      claimTurns: 'distributes reading turns among all projects; each is used within its project',
    },
  },
})
