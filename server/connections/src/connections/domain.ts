import { domain } from '@platform/kernel/domain'
import { organizationsDomain } from '@platform/tenancy/organizations/domain'
import { projectsDomain } from '@platform/tenancy/projects/domain'
import { connectionRoutes } from './routes.ts'
import { connectionJobs, renewingJobs, selectExpiringSoon, selectRejected } from './jobs.ts'
import { budgetJobs } from '../provider/budgets/jobs.ts'

/**
 * Credentials of groups at providers, the flows that create them, and every call made with them.
 */
export const connectionsDomain = domain({
  name: 'connections',
  rooms: ['credentials', 'provider'],
  uses: [organizationsDomain, projectsDomain],
  tables: [
    'connect_sessions',
    'connection_refreshes',
    'connections',
    'consumers',
    'groups',
    'known_fields',
    'known_labels',
    'provider_budgets',
    'refresh_leases',
  ],
  foreignTables: [
    {
      tables: ['provider_apps'],
      reason: 'Connections are listed with the OAuth client of their tokens, page by page.',
    },
    {
      tables: ['projects'],
      reason:
        'One statement writes the budgets of all projects, without those of deleted projects.',
    },
  ],
  routes: (api, { database, services }) => connectionRoutes(api, database, services),
  jobs: ({ database, services }) => ({
    others: { ...connectionJobs(database), ...budgetJobs(database) },
    asking: renewingJobs(database, services),
  }),
  cron: {
    'delete-expired-connect-sessions': '37 * * * *',
    'forget-provider-budgets': '29 * * * *',
  },
  checks: { 'refresh-tokens': [selectExpiringSoon, selectRejected] },
  acrossTenants: {
    'connections/session/store.ts': {
      selectWaiting:
        'finds the session of a returning browser by a secret; the request names no tenant',
      takeConnectSession: 'claims that session by the same secret and a cookie of the browser',
      findBoundSession:
        'finds the session that a provider posts values to; they are stored only with its secret',
      findReturnedSession: 'finds the session of a returning browser by a secret, to end it',
      deleteExpiredConnectSessions: 'deletes the ended sessions of all projects',
    },
    'credentials/store.ts': {
      selectExpiring:
        'finds connections whose tokens expire next; each is renewed within its project',
      selectDueTrials:
        'finds rejected credentials due for a retry; each is retried within its project',
    },
    'provider/budgets/store.ts': {
      findNow: 'reads the clock of the database',
      findBudgets: 'reads the shared budgets, each by its project and key',
      saveBudgets: 'writes the shared budgets, each with its project',
      removeExpiredBudgets: 'deletes the expired budgets of all projects',
    },
  },
})
