import { domain } from '../domain.ts'
import { connectionsDomain } from '../connections/domain.ts'
import { downloadsDomain } from '../downloads/domain.ts'
import { installationsDomain } from '../installations/domain.ts'
import { integrationsDomain } from '../integrations/domain.ts'
import { notificationsDomain } from '../notifications/domain.ts'
import { operationsDomain } from '../operations/domain.ts'
import { projectsDomain } from '../projects/domain.ts'
import { signInDomain } from '../sign-in/domain.ts'
import { syncRoutes } from './routes.ts'
import { objectMailJobs, syncJobs } from './jobs.ts'
import { checkAccess } from './object/check-access.ts'
import { findInstallationObjects } from './object/store.ts'

/** Reads of records, on schedule and on request. */
export const syncDomain = domain({
  name: 'sync',
  uses: [
    connectionsDomain,
    downloadsDomain,
    installationsDomain,
    integrationsDomain,
    notificationsDomain,
    operationsDomain,
    projectsDomain,
    signInDomain,
  ],
  tables: ['held_results', 'installation_objects', 'read_turns', 'snapshot_records'],
  foreignTables: [
    {
      tables: ['connections', 'engine_processes', 'installations', 'operations'],
      reason:
        'Whose turn it is to read, among all tenants and processes, is decided by one statement.',
    },
  ],
  routes: (api, { services }) => syncRoutes(api, services),
  jobs: ({ database, services, mailer }) => ({
    others: syncJobs(database, services),
    asking: objectMailJobs(database, services, mailer),
  }),
  cron: {
    'look-for-failing-objects': '* * * * *',
  },
  provides: { findObjectStates: findInstallationObjects, noteDescriptions: checkAccess },
  acrossTenants: {
    'sync/object/store.ts': {
      findProjectsToNotify: 'asks whose owners are to be notified of objects that are not read',
    },
    'sync/turns/store.ts': {
      releaseTurnsOf: 'puts back in line what dead processes held, whoever it is of',
      releaseOrphans: 'puts back in line what nobody holds, whoever it is of',
      nextDueTime: 'asks when the next read is due',
      claimTurns: 'shares the turns of reading among all projects; each is in its own view',
    },
  },
})
