import { installationsDomain } from '@platform/installations/installations/domain'
import { integrationsDomain } from '@platform/installations/integrations/domain'
import { domain } from '@platform/kernel/domain'
import { findKeptStates } from './kept-states.ts'
import { keptRecordJobs } from './jobs.ts'
import { keptRecordRoutes } from './routes.ts'
import { findRemovals } from './store.ts'

/** The last delivered state of records, for builders without a database of their own. */
export const keptRecordsDomain = domain({
  name: 'kept-records',
  uses: [installationsDomain, integrationsDomain],
  tables: ['kept_limits', 'kept_objects', 'kept_records', 'kept_removals'],
  foreignTables: [
    { tables: ['installations'], reason: 'Lists of an integration end in one statement.' },
  ],
  routes: (api, { services }) => keptRecordRoutes(api, services),
  jobs: ({ database, services }) => ({ others: keptRecordJobs(database, services) }),
  cron: { 'remove-old-kept-records': '53 * * * *' },
  checks: { 'remove-ended-lists': [(db) => findRemovals(db)] },
  provides: { findKeptStates },
  acrossTenants: {
    'kept-records/store.ts': {
      followIndex: 'sets how PostgreSQL plans lists; it reads nothing',
      findRemovals: 'finds whether lists of any project have ended whose records remain',
      removeEnded: 'removes the records of lists that have ended, in all projects',
      removeOldDeletions: 'removes deletions of all projects that were delivered long ago',
      findObjectsAfter: 'finds the lists of all projects; each is used within its project',
      forgetLimits: 'forgets warnings of all projects that keep less again',
    },
  },
})
