import { domain } from '../domain.ts'
import { connectionsDomain } from '../connections/domain.ts'
import { downloadsDomain } from '../downloads/domain.ts'
import { installationsDomain } from '../installations/domain.ts'
import { integrationsDomain } from '../integrations/domain.ts'
import { notificationsDomain } from '../notifications/domain.ts'
import { operationsDomain } from '../operations/domain.ts'
import { projectsDomain } from '../projects/domain.ts'
import { syncRoutes } from './routes.ts'
import { syncJobs } from './jobs.ts'
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
  jobs: ({ database, services }) => ({ others: syncJobs(database, services) }),
  provides: { findObjectStates: findInstallationObjects, noteDescriptions: checkAccess },
  acrossTenants: {
    'sync/turns/store.ts': {
      releaseTurnsOf: 'puts back in line what dead processes held, whoever it is of',
      releaseOrphans: 'puts back in line what nobody holds, whoever it is of',
      nextDueTime: 'asks when the next read is due',
      claimTurns: 'shares the turns of reading among all projects; each is in its own view',
    },
  },
})
